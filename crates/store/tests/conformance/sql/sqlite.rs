//! Tests of the embedded engine only: files, a second process, and tampering.

use std::path::Path;

use rusqlite::Connection;
use store::{Credits, Settled, Store, StoreError};

use crate::support::*;

/// A folder with one account that made one call, and a connection past the store's guards.
struct Tampered {
    folder: tempfile::TempDir,
    store: Store,
    connection: Connection,
}

fn tampered() -> Tampered {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    block_on(async {
        account(&store, "ada", 5).await;
        done(&store, call("ada", "req_1", Credits::whole(1))).await;
    });
    let connection = crate::support::open_files(folder.path());
    Tampered { folder, store, connection }
}

impl Tampered {
    fn with(self, statements: &str) -> Vec<(&'static str, String)> {
        self.connection
            .execute_batch("DROP TRIGGER ledger_keeps_rows; DROP TRIGGER ledger_keeps_values")
            .unwrap();
        self.connection.execute_batch(statements).unwrap();
        let findings = self.store.audit().unwrap().findings;
        findings.into_iter().map(|finding| (finding.check, finding.detail)).collect()
    }
}

#[test]
fn an_audit_finds_a_balance_that_was_changed() {
    let findings = tampered().with("UPDATE account SET balance = balance + 1000");
    assert_eq!(
        findings,
        [("ledger", "account acc_ada has a balance of 5 but its ledger adds up to 4".to_owned())]
    );
}

#[test]
fn an_audit_finds_a_charge_that_was_taken_out_of_the_ledger() {
    let findings = tampered().with("DELETE FROM ledger WHERE request_id IS NOT NULL");
    let checks: Vec<&str> = findings.iter().map(|(check, _)| *check).collect();
    assert_eq!(checks, ["ledger", "history"], "{findings:?}");
    assert!(findings[1].1.contains("req_1 cost 1 in the history but 0 in the ledger"), "{findings:?}");
}

#[test]
fn an_audit_finds_an_amount_that_was_changed_in_ledger_and_balance() {
    let findings = tampered()
        .with("UPDATE ledger SET amount = 1 WHERE request_id = 'req_1'; UPDATE account SET balance = 4999;");
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].1.contains("req_1"), "{findings:?}");
}

#[test]
fn an_audit_finds_a_history_row_that_was_removed_or_changed() {
    for statement in ["DELETE FROM history", "UPDATE history SET credits = 0"] {
        let findings = tampered().with(statement);
        assert_eq!(findings.len(), 1, "{statement}: {findings:?}");
        assert_eq!(findings[0].0, "history");
        assert!(findings[0].1.contains("req_1"), "{findings:?}");
    }
}

#[test]
fn an_audit_finds_a_call_that_another_account_paid_for() {
    let tampered = tampered();
    block_on(account(&tampered.store, "bob", 5));
    let findings = tampered.with("UPDATE history SET account_id = 'acc_bob'");
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].1.contains("acc_bob") && findings[0].1.contains("acc_ada"), "{findings:?}");
}

#[test]
fn an_audit_finds_credits_that_come_from_nowhere() {
    let findings = tampered().with(
        "INSERT INTO ledger (at, from_account, to_account, amount, reason)
         VALUES (0, 'acc_ghost', 'acc_ada', 7, 'magic');
         UPDATE account SET balance = balance + 7;",
    );
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert!(findings[0].1.contains("acc_ghost"), "{findings:?}");
}

#[test]
fn an_audit_finds_rows_that_point_nowhere() {
    let findings = tampered().with("PRAGMA foreign_keys = OFF; UPDATE history SET account_id = 'acc_ghost';");
    assert!(findings.iter().any(|(check, _)| *check == "integrity"), "{findings:?}");
}

#[test]
fn an_audit_finds_a_job_that_miscounts_or_an_item_that_was_not_paid_for() {
    for statement in [
        "UPDATE bulk_job SET processed = 2",
        "UPDATE bulk_item SET status = 'waiting' WHERE no = 0",
        "UPDATE bulk_item SET credits = 0 WHERE no = 0",
        "UPDATE bulk_item SET request_id = NULL WHERE no = 0",
    ] {
        let tampered = tampered();
        block_on(async {
            crate::bulk::submit(&tampered.store, "ada", "job_1", 2).await;
            let lease = crate::bulk::take(&tampered.store, "w", 1, 2).await.remove(0).items.remove(0);
            crate::bulk::settle(&tampered.store, "ada", "job_1", &lease).await.unwrap();
        });
        assert_eq!(tampered.store.audit().unwrap().findings, []);
        let findings = tampered.with(statement);
        assert_eq!(findings.len(), 1, "{statement}: {findings:?}");
        assert_eq!(findings[0].0, "bulk", "{statement}");
    }
}

#[test]
fn the_ledger_refuses_to_change_or_forget() {
    let tampered = tampered();
    for statement in ["UPDATE ledger SET amount = 1", "DELETE FROM ledger"] {
        let refused = tampered.connection.execute(statement, []).unwrap_err();
        assert!(refused.to_string().contains("the ledger is append-only"), "{refused}");
    }
    assert!(tampered.store.audit().unwrap().findings.is_empty());
}

#[test]
fn a_change_that_takes_the_whole_transaction_with_it_is_told_as_failed_to_all_of_its_group() {
    let tampered = tampered();
    tampered
        .connection
        .execute_batch(
            "CREATE TRIGGER spoiled BEFORE INSERT ON history WHEN NEW.request_id LIKE 'req_bad%'
             BEGIN SELECT RAISE(ROLLBACK, 'spoiled'); END",
        )
        .unwrap();
    let store = &tampered.store;
    block_on(async {
        account(store, "bob", 1_000).await;
        let calls: Vec<_> = (0..60)
            .map(|number| {
                let request =
                    if number % 20 == 10 { format!("req_bad_{number}") } else { format!("req_b_{number}") };
                let store = store.clone();
                tokio::spawn(async move {
                    let outcome = store.settle(call("bob", &request, Credits::whole(1))).await;
                    (request, matches!(outcome, Ok(Settled::Done { .. })))
                })
            })
            .collect();
        for call in calls {
            let (request, acknowledged) = call.await.unwrap();
            let written = store.history_row(&"acc_bob".into(), &request).unwrap().is_some();
            assert_eq!(written, acknowledged, "{request}");
        }
    });
    assert!(store.audit().unwrap().findings.is_empty());
}

#[test]
fn what_one_process_writes_another_reads_at_once() {
    let Tampered { folder, store, connection } = tampered();
    drop(connection);
    let beside = Store::open_existing(folder.path()).unwrap();
    block_on(beside.grant(&"acc_ada".into(), Credits::whole(3), "beside", second(5))).unwrap();
    assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(7));
    block_on(done(&store, call("ada", "req_2", Credits::whole(7))));
    assert_eq!(beside.balance(&"acc_ada".into()).unwrap(), Credits::ZERO);
}

#[test]
fn everything_is_there_again_after_a_restart() {
    let Tampered { folder, store, connection } = tampered();
    let before = store.accounts().unwrap();
    drop((store, connection));
    let store = Store::open_existing(folder.path()).unwrap();
    assert_eq!(store.accounts().unwrap(), before);
    assert!(store.history_row(&"acc_ada".into(), "req_1").unwrap().is_some());
}

fn refusal(folder: &Path) -> String {
    match Store::open(folder) {
        Ok(_) => panic!("the folder was opened"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_folder_of_a_newer_version_is_left_alone() {
    let Tampered { folder, store, connection } = tampered();
    connection.pragma_update(None, "user_version", 9_999).unwrap();
    drop((store, connection));
    assert!(refusal(folder.path()).contains("newer brimful (schema 9999"), "{}", refusal(folder.path()));
}

#[test]
fn a_damaged_file_is_refused_with_advice() {
    let Tampered { folder, store, connection } = tampered();
    drop((store, connection));
    let file = folder.path().join("brimful.db");
    let whole = std::fs::read(&file).unwrap();
    let mut garbled = whole.clone();
    for byte in garbled.iter_mut().skip(4_096).step_by(3) {
        *byte ^= 0x5a;
    }
    let half = whole[..whole.len() / 2].to_vec();
    for (damage, bytes) in [("noise", b"not a database".repeat(500)), ("garbled", garbled), ("cut off", half)]
    {
        std::fs::write(&file, bytes).unwrap();
        let refused = refusal(folder.path());
        assert!(refused.contains("damaged") && refused.contains("restore a backup"), "{damage}: {refused}");
    }
}

#[test]
fn a_folder_without_a_store_is_told_from_one_that_has_it() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let missing = Store::open_existing(folder.path()).err();
        assert!(matches!(missing, Some(StoreError::NoStore(_))), "{missing:?}");
        // A file that was emptied holds no store either.
        std::fs::write(folder.path().join("brimful.db"), b"").unwrap();
    }
    Store::open(folder.path()).unwrap();
    Store::open_existing(folder.path()).unwrap();
}
