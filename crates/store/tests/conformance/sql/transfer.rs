//! Copying a whole store into another.

use std::collections::BTreeMap;

use store::{Credits, NewOperatorAct, Store, StoreError};

use super::migrations::folder_of;
use crate::{database::Database, support::*};

/// The newest schema that has a folder with rows in every table.
const SCHEMA: usize = 7;

fn counts(from: &Store, to: &Store) -> BTreeMap<String, i64> {
    let mut counts = BTreeMap::new();
    from.transfer_to(to, &mut |table, rows| {
        counts.insert(table.to_owned(), rows);
    })
    .unwrap();
    counts
}

/// Puts rows into the tables that came after the newest folder.
async fn fill_newer_tables(store: &Store) {
    let account = store.accounts().unwrap().remove(0).id;
    let key = store.keys(&account).unwrap().remove(0).id;
    store.set_key_cap(&account, &key, Some(Credits::whole(5)), start()).await.unwrap();
    store.take_preview_rows(&account, 3, 10, start()).await.unwrap();
    let act = NewOperatorAct {
        at: start(),
        by: None,
        system_user: Some("ada".into()),
        action: "erase",
        subject: None,
        request_id: None,
    };
    store.begin_operator_act(act).await.unwrap();
    store.change_document("order", start(), |_| Ok(Some("{}".to_owned()))).await.unwrap();
}

fn arrives_whole(target: &Store) {
    let folder = folder_of(SCHEMA);
    let source = Store::open(folder.path()).unwrap();
    block_on(fill_newer_tables(&source));
    let counts = counts(&source, target);
    assert!(counts.len() > 40, "{counts:?}");
    assert!(counts.values().all(|rows| *rows > 0), "{counts:?}");
    let (before, after) = (source.audit().unwrap(), target.audit().unwrap());
    assert_eq!((before.accounts, before.ledger_rows), (after.accounts, after.ledger_rows));
    assert_eq!(after.findings, before.findings);
    assert_eq!(source.last_change().unwrap(), target.last_change().unwrap());
    let again = source.transfer_to(target, &mut |_, _| {});
    assert!(matches!(again, Err(StoreError::Refused(_))), "a store that is in use is not written over");
    // Numbers go on behind those that were copied.
    block_on(async {
        account(target, "new", 5).await;
        done(target, call("new", "req_new", thousandths(1_000))).await;
        target.ingest(vec![person("new", named("Ada New", "ada@new.example"))]).await.unwrap();
        assert_eq!(target.audit().unwrap().findings, []);
    });
}

#[test]
fn a_store_arrives_whole_in_another_one() {
    arrives_whole(&Store::temporary().unwrap());
    if let Some(database) = Database::with_tables() {
        arrives_whole(&database.open());
    }
}
