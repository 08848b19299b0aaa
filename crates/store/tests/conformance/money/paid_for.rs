//! What was charged to be delivered is in an event, and an audit finds where it is not.

use store::{Effect, NewEvent, NewWebhook, Store, WatchTarget};

use crate::support::*;

/// A folder in which one run of a list was charged, once delivered to a webhook and once returned to a caller.
async fn charged(store: &Store) {
    account(store, "ada", 10).await;
    let webhook = NewWebhook {
        id: "wh_1".into(),
        url: "http://receiver.example/".into(),
        is_chosen: false,
        events: None,
        secret: "s".into(),
    };
    store.ensure_webhook(&"acc_ada".into(), webhook, start(), start()).await.unwrap();
    for list in ["wl_told", "wl_asked"] {
        new_list(store, list).await;
    }
    let mut delivered = call("ada", "req_told", thousandths(4_000));
    delivered.effects = vec![
        Effect::WatchListAnswered { list: "wl_told".into(), signals: vec!["sig_1".into(), "sig_2".into()] },
        Effect::ItemsCharged { items: vec!["item_1".into()] },
        Effect::Event(Box::new(NewEvent {
            webhook: "wh_1".into(),
            kind: store::EventKind::WatchListMatched,
            subject: "wl_told".into(),
            data: serde_json::json!({}),
        })),
    ];
    done(store, delivered).await;
    let mut returned = call("ada", "req_asked", thousandths(2_000));
    returned.effects =
        vec![Effect::WatchListAnswered { list: "wl_asked".into(), signals: vec!["sig_1".into()] }];
    done(store, returned).await;
}

async fn new_list(store: &Store, id: &str) {
    let list = store::WatchList {
        id: id.into(),
        name: "key accounts".into(),
        target: WatchTarget::Domains,
        kinds: vec![::records::SignalKind::Funding],
        entries: 0,
        created_at: start(),
        updated_at: start(),
        last_run_at: None,
    };
    store.create_watch_list(&"acc_ada".into(), list, vec!["acme.example".into()]).await.unwrap();
}

/// The findings of an audit after tampering with a charged folder.
fn found_after(statements: &str) -> Vec<(&'static str, String)> {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    block_on(charged(&store));
    assert_eq!(store.audit().unwrap().findings, []);
    let connection = crate::support::open_files(folder.path());
    connection.execute_batch(&format!("PRAGMA foreign_keys = ON; {statements}")).unwrap();
    let findings = store.audit().unwrap().findings;
    findings.into_iter().map(|finding| (finding.check, finding.detail)).collect()
}

#[test]
fn a_charged_match_without_its_event_is_found() {
    let found = found_after("DROP TRIGGER delivery_tells_its_matches; DELETE FROM delivery");
    assert_eq!(found.len(), 2, "{found:?}");
    let expected = "the match sig_1 of list wl_told was charged, but no event carries it";
    assert_eq!(found[0], ("outbox", expected.to_owned()));
}

#[test]
fn an_event_that_is_removed_with_its_webhook_says_what_became_of_its_matches() {
    assert_eq!(found_after("DELETE FROM webhook"), []);
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    block_on(charged(&store));
    let connection = crate::support::open_files(folder.path());
    connection.execute_batch("PRAGMA foreign_keys = ON; DELETE FROM webhook").unwrap();
    let outcome: i64 = connection
        .query_row("SELECT MIN(delivery) FROM watch_match WHERE list = 'wl_told'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(outcome, 2, "removed without having been delivered");
}

#[test]
fn a_match_an_item_and_an_event_without_a_payment_are_found() {
    for (statement, expected) in [
        ("UPDATE watch_match SET request_id = 'req_no', delivery = NULL WHERE list = 'wl_asked'", "outbox"),
        ("UPDATE charged_item SET request_id = 'req_no'", "outbox"),
        ("UPDATE delivery SET request_id = 'req_no'; UPDATE watch_match SET delivery = NULL", "outbox"),
        ("UPDATE delivery SET status = 'behind'", "outbox"),
        ("UPDATE delivery SET status = 'lost'", "outbox"),
        ("UPDATE delivery SET status = 'delivered'", "outbox"),
        (
            "INSERT INTO ledger (at, from_account, to_account, amount, reason, refunds)
               VALUES (1, 'system:revenue', 'acc_ada', 5000, 'x', 'req_told');
             UPDATE account SET balance = balance + 5000",
            "ledger",
        ),
        (
            "INSERT INTO ledger (at, from_account, to_account, amount, reason, refunds)
               VALUES (1, 'system:revenue', 'acc_ada', 5000, 'x', 'req_no');
             UPDATE account SET balance = balance + 5000",
            "ledger",
        ),
    ] {
        let found = found_after(statement);
        assert!(!found.is_empty(), "{statement}");
        assert!(found.iter().all(|(check, _)| *check == expected), "{statement}: {found:?}");
    }
}
