//! What only a database server can do wrong, and what it says then.

use store::Store;

use crate::{database::Database, support::*};

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
