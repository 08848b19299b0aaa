//! The history by months: exported in order, and dropped while ledger, refunds, replies and the audit stay whole.

use jiff::{SignedDuration, Timestamp};
use store::{
    AccountId, Credits, HistoryFilter, HistoryPosition, Refund, Settled, Settlement, Store, StoreError,
};

use crate::{bulk, database::Database, support::*};

/// The first moment of a month of 2026.
fn month(number: i64) -> Timestamp {
    format!("2026-{number:02}-01T00:00:00Z").parse().unwrap()
}

/// A charged call of an account at a time, kept for a replay under its own request id.
fn charged(name: &str, request: &str, at: Timestamp) -> Settlement {
    Settlement {
        at,
        reply: Some(reply_key(request, "body")),
        keeps_answer: true,
        ..call(name, request, Credits::whole(1))
    }
}

/// Drops in transactions of `limit` calls; says how many each dropped.
async fn drop_before(store: &Store, before: Timestamp, limit: usize) -> Vec<usize> {
    let (mut from, mut dropped) = (AccountId::from(""), Vec::new());
    while let Some(part) = store.drop_history(before, month(3), &from, limit).await.unwrap() {
        from = part.account;
        dropped.push(part.calls);
    }
    dropped
}

fn requests(store: &Store, name: &str) -> Vec<String> {
    let account = format!("acc_{name}").into();
    let rows = store.history(&account, &HistoryFilter::default(), (i64::MIN, None), 100).unwrap();
    rows.into_iter().map(|row| row.request_id).collect()
}

#[test]
fn a_month_is_read_in_pages_from_its_first_call_to_its_last() {
    on_every_engine(async |store| {
        account(&store, "ada", 100).await;
        account(&store, "bob", 100).await;
        done(&store, charged("bob", "req_bob", month(1))).await;
        done(&store, charged("ada", "req_later", month(2))).await;
        // Two calls at a time, and the later ones written first.
        for number in (0..6).rev() {
            let at = month(1) + SignedDuration::from_hours(number / 2);
            done(&store, charged("ada", &format!("req_{number}"), at)).await;
        }
        let (mut seen, mut after) = (Vec::new(), None);
        loop {
            let page = store.history_between(&"acc_ada".into(), (month(1), month(2)), after, 3).unwrap();
            let Some(last) = page.last() else { break };
            after = Some(HistoryPosition { at: last.at, no: last.no });
            seen.extend(page.into_iter().map(|row| row.request_id));
        }
        assert_eq!(seen, ["req_1", "req_0", "req_3", "req_2", "req_5", "req_4"]);
    });
}

#[test]
fn a_dropped_month_leaves_ledger_refunds_replies_and_audit_whole() {
    on_every_engine(async |store| {
        account(&store, "ada", 100).await;
        account(&store, "bob", 100).await;
        for number in 0..5 {
            done(&store, charged("ada", &format!("req_{number}"), second(number))).await;
        }
        done(&store, charged("bob", "req_bob", second(1))).await;
        bulk::submit(&store, "ada", "job_1", 1).await;
        let lease = bulk::take(&store, "w", 1, 2).await.remove(0).items.remove(0);
        bulk::settle(&store, "ada", "job_1", &lease).await.unwrap();
        done(&store, charged("ada", "req_kept", month(2))).await;
        let balance = store.balance(&"acc_ada".into()).unwrap();

        assert_eq!(drop_before(&store, month(2), 4).await, [4, 2, 1]);
        assert_eq!(drop_before(&store, month(2), 4).await, Vec::<usize>::new(), "again changes nothing");
        assert_eq!((requests(&store, "ada"), requests(&store, "bob")), (vec!["req_kept".to_owned()], vec![]));
        assert_eq!(store.history_dropped_before().unwrap(), Some(month(2)));
        assert_eq!(store.audit().unwrap().findings, []);
        assert_eq!(store.audit().unwrap().ledger_rows, 10);
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), balance);

        let charge = store.charge_in_ledger(&"acc_ada".into(), "req_3").unwrap().unwrap();
        assert_eq!((charge.at, charge.credits), (second(3), Credits::whole(1)));
        assert_eq!(store.charge_in_ledger(&"acc_bob".into(), "req_3").unwrap(), None, "of another account");
        let again = store.settle(charged("ada", "req_3", second(9))).await.unwrap();
        assert!(matches!(again, Settled::Replayed(_)), "{again:?}");
        assert!(store.charged_reply(&"acc_ada".into(), "req_3", second(9)).unwrap().is_some());
        let refund = Refund {
            request_id: "req_3".into(),
            credits: None,
            reason: "out of date".into(),
            reference: None,
            account: Some("acc_ada".into()),
        };
        let entered = store.refund(refund, month(2)).await.unwrap();
        assert_eq!(entered.credits, Credits::whole(1));
        assert_eq!(store.audit().unwrap().findings, []);
    });
}

#[test]
fn a_month_that_has_not_ended_is_not_dropped() {
    on_every_engine(async |store| {
        account(&store, "ada", 100).await;
        done(&store, charged("ada", "req_1", month(2))).await;
        let last_moment = month(3) - SignedDuration::from_secs(1);
        for (before, now) in [(month(3), last_moment), (month(1) + SignedDuration::from_hours(24), month(3))]
        {
            let refused = store.drop_history(before, now, &"".into(), 10).await;
            assert!(matches!(refused, Err(StoreError::Refused(_))), "{refused:?}");
        }
        assert_eq!(requests(&store, "ada"), ["req_1"]);
        assert_eq!(store.history_dropped_before().unwrap(), None);
        assert!(store.drop_history(month(3), month(3), &"".into(), 10).await.unwrap().is_some());
    });
}

#[test]
fn a_charge_after_the_dropped_months_must_be_in_the_history() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    block_on(async {
        account(&store, "ada", 100).await;
        done(&store, charged("ada", "req_1", second(1))).await;
        done(&store, charged("ada", "req_2", month(2))).await;
        drop_before(&store, month(2), 10).await;
    });
    assert_eq!(store.audit().unwrap().findings, []);
    let sql = crate::support::open_files(folder.path());
    sql.execute("DELETE FROM history WHERE request_id = 'req_2'", []).unwrap();
    let findings = store.audit().unwrap().findings;
    assert!(findings.len() == 1 && findings[0].detail.contains("req_2"), "{findings:?}");
}

#[test]
fn calls_after_a_drop_of_all_are_forgotten_in_their_time() {
    on_every_engine(async |store| {
        account(&store, "ada", 100).await;
        for number in 0..5 {
            done(&store, call("ada", &format!("req_{number}"), Credits::whole(1))).await;
        }
        assert!(!store.forget_questions(second(9), 100).await.unwrap());
        assert_eq!(drop_before(&store, month(2), 100).await, [5]);
        done(&store, Settlement { at: month(2), ..call("ada", "req_free", Credits::ZERO) }).await;
        assert!(!store.forget_questions(month(3), 100).await.unwrap());
        assert_eq!(requests(&store, "ada"), Vec::<String>::new());
    });
}

/// Two handles, as a command and a server have them.
#[test]
fn calls_are_settled_while_another_process_drops_months() {
    let folder = tempfile::tempdir().unwrap();
    let open = || Store::open(folder.path()).unwrap();
    let beside = async |server: Store, command: Store| {
        account(&server, "ada", 1_000).await;
        for number in 0..200 {
            done(&server, charged("ada", &format!("req_old_{number}"), second(number))).await;
        }
        let dropping = tokio::spawn(async move { drop_before(&command, month(2), 20).await });
        for number in 0..50 {
            done(&server, charged("ada", &format!("req_{number}"), month(2))).await;
        }
        assert_eq!(dropping.await.unwrap(), [20; 10]);
        assert_eq!(requests(&server, "ada").len(), 50);
        assert_eq!(server.audit().unwrap().findings, []);
        assert_eq!(server.balance(&"acc_ada".into()).unwrap(), Credits::whole(750));
    };
    block_on(beside(open(), open()));
    if let Some(database) = Database::with_tables() {
        block_on(beside(database.open(), database.open()));
    }
}
