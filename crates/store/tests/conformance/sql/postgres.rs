//! What only a database server can do wrong, and what it says then.

use std::time::Duration;

use store::{Store, Woken};
use tokio::sync::watch;

use crate::{bulk, database::Database, support::*};

fn refusal(url: &str) -> String {
    Store::connect(url, 1).err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn nodes_that_start_together_make_the_tables_once() {
    let Some(database) = Database::empty() else { return };
    let stores = std::thread::scope(|scope| {
        let opening: Vec<_> = (0..3).map(|_| scope.spawn(|| database.open())).collect();
        opening.into_iter().map(|one| one.join().unwrap()).collect::<Vec<_>>()
    });
    block_on(async {
        account(&stores[0], "ada", 5).await;
        assert!(stores[2].check_schema().unwrap().is_empty());
        assert_eq!(stores[1].accounts().unwrap().len(), 1);
        assert!(stores[0].is_shared());
    });
}

#[test]
fn a_database_that_cannot_be_used_is_told_in_a_sentence() {
    let closed = refusal("postgres://brimful@127.0.0.1:1/brimful");
    assert!(closed.contains("not available: it cannot be reached"), "{closed}");
    let unnamed = refusal("postgres:///brimful?sslmode=never");
    assert!(unnamed.contains("its URL is not understood"), "{unnamed}");
    let Some(database) = Database::empty() else { return };
    let url = database.url();
    let missing = refusal(&format!("{url}_that_is_not_there"));
    assert!(missing.contains("no such database"), "{missing}");
    let read_only = format!("{url}?options=-c%20default_transaction_read_only%3Don");
    let refused = refusal(&read_only);
    assert!(refused.contains("it only reads"), "{refused}");
}

#[test]
fn a_store_goes_on_when_the_server_has_closed_its_connections() {
    let Some(database) = Database::with_tables() else { return };
    let store = database.open();
    block_on(async {
        account(&store, "ada", 5).await;
        for round in 0..3 {
            database.close_connections();
            // What was under way may fail once; what comes after it must not.
            let _ = store.accounts();
            let _ = store.flush().await;
            assert_eq!(store.accounts().unwrap().len(), 1, "round {round}");
            done(&store, call("ada", &format!("req_{round}"), thousandths(1_000))).await;
        }
        assert!(store.audit().unwrap().findings.is_empty());
    });
}

/// Waits until something was heard that is so.
async fn heard(woken: &mut watch::Receiver<Woken>, what: impl FnMut(&Woken) -> bool) -> Woken {
    *tokio::time::timeout(Duration::from_secs(10), woken.wait_for(what)).await.unwrap().unwrap()
}

#[test]
fn a_process_hears_of_records_and_jobs_that_another_one_has_committed() {
    assert!(Store::temporary().unwrap().listen().unwrap().is_none(), "a store of one process");
    let Some(database) = Database::with_tables() else { return };
    let (one, other) = (database.open(), database.open());
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let mut woken = other.listen().unwrap().unwrap();
        let begun = heard(&mut woken, |woken| woken.records > 0).await;
        account(&one, "ada", 10).await;
        one.ingest(vec![person("1", named("Jane Doe", "jane@acme.example"))]).await.unwrap();
        let records = heard(&mut woken, |woken| woken.records > begun.records).await;
        assert_eq!(records.jobs, begun.jobs, "an account and a record are no job");
        bulk::submit(&one, "ada", "job_1", 1).await;
        let jobs = heard(&mut woken, |woken| woken.jobs > records.jobs).await;
        assert_eq!(jobs.records, records.records);
        done(&one, call("ada", "req_1", store::Credits::whole(1))).await;
        assert_eq!(*woken.borrow(), jobs, "a charge tells no one");

        // A lost connection is made again, and whatever was missed counts as heard.
        database.close_connections();
        let again = heard(&mut woken, |woken| woken.records > jobs.records && woken.jobs > jobs.jobs).await;
        one.ingest(vec![person("2", named("John Roe", "john@acme.example"))]).await.unwrap();
        heard(&mut woken, |woken| woken.records > again.records).await;
    });
}
