//! The audit of an untampered store.

use store::Credits;

use crate::support::*;

#[test]
fn an_empty_store_holds_together() {
    on_every_engine(async |store| {
        let audit = store.audit().unwrap();
        assert_eq!((audit.accounts, audit.ledger_rows), (0, 0));
        assert!(audit.findings.is_empty(), "{:?}", audit.findings);
    });
}

#[test]
fn an_audit_says_how_much_it_has_checked() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        account(&store, "bob", 0).await;
        done(&store, call("ada", "req_1", Credits::whole(1))).await;
        done(&store, call("bob", "req_2", Credits::ZERO)).await;
        let audit = store.audit().unwrap();
        assert_eq!((audit.accounts, audit.ledger_rows), (2, 2));
        assert!(audit.findings.is_empty(), "{:?}", audit.findings);
    });
}
