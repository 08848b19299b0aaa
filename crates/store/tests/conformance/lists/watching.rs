//! Lists that watch by themselves: roused by their signals, and held to their budget.

use ::records::SignalKind;
use jiff::SignedDuration;
use store::{Credits, Effect, Settlement, Store, StoreError, WatchList, WatchSchedule, WatchTarget};

use crate::{signals::moved, support::*};

async fn watch(store: &Store, id: &str, domain: &str, live: bool) -> WatchSchedule {
    let list = WatchList {
        id: id.into(),
        name: "champions".into(),
        target: WatchTarget::Domains,
        kinds: vec![SignalKind::JobChange],
        entries: 0,
        created_at: start(),
        updated_at: start(),
        last_run_at: None,
    };
    store.create_watch_list(&"acc_ada".into(), list, vec![domain.into()]).await.unwrap();
    let watching = WatchSchedule {
        list: id.into(),
        account_id: "acc_ada".into(),
        key_id: "key_1".into(),
        webhook: "wh_1".into(),
        live,
        every: (!live).then(|| SignedDuration::from_hours(1)),
        budget: Credits::whole(5),
        spent: Credits::ZERO,
        spent_month: 0,
        next_run_at: None,
        resting: None,
    };
    store.set_watching(watching.clone()).await.unwrap();
    watching
}

fn due(store: &Store, at: i64) -> Vec<String> {
    store.due_watchings(second(at), 10).unwrap().into_iter().map(|watching| watching.list).collect()
}

#[test]
fn a_signal_rouses_the_live_lists_it_is_about_once() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        watch(&store, "wl_acme", "acme.example", true).await;
        watch(&store, "wl_birch", "birch.example", true).await;
        watch(&store, "wl_other", "other.example", true).await;
        watch(&store, "wl_calm", "acme.example", false).await;
        assert!(!store.mark_live_lists_due(second(1)).await.unwrap());
        assert!(due(&store, 1).is_empty());
        store.ingest(moved("jo", "acme", "birch")).await.unwrap();
        assert!(!store.mark_live_lists_due(second(2)).await.unwrap());
        assert_eq!(due(&store, 2), ["wl_acme", "wl_birch"]);
        for watching in store.due_watchings(second(2), 10).unwrap() {
            store.reschedule_watching(&watching, None, None, None, second(2)).await.unwrap();
        }
        store.mark_live_lists_due(second(3)).await.unwrap();
        assert!(due(&store, 3).is_empty());
    });
}

#[test]
fn signals_are_passed_over_at_once_while_no_list_watches() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        // One signal more than are looked at in one transaction.
        let moves =
            (0..=1_000).flat_map(|number| moved(&format!("jo{number}"), &format!("old{number}"), "birch"));
        store.ingest(moves.collect()).await.unwrap();
        assert!(!store.mark_live_lists_due(second(1)).await.unwrap(), "none is left for another transaction");
        watch(&store, "wl_birch", "birch.example", true).await;
        assert!(!store.mark_live_lists_due(second(2)).await.unwrap());
        assert!(due(&store, 2).is_empty(), "what came before the list watched is not read again");
        store.ingest(moved("late", "acme", "birch")).await.unwrap();
        assert!(!store.mark_live_lists_due(second(3)).await.unwrap());
        assert_eq!(due(&store, 3), ["wl_birch"]);
    });
}

#[test]
fn what_was_roused_while_it_ran_is_run_again() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        watch(&store, "wl_1", "acme.example", true).await;
        store.ingest(moved("jo", "acme", "birch")).await.unwrap();
        store.mark_live_lists_due(second(2)).await.unwrap();
        let ran = store.due_watchings(second(2), 10).unwrap().remove(0);
        store.set_watching(WatchSchedule { next_run_at: Some(second(3)), ..ran.clone() }).await.unwrap();
        store.reschedule_watching(&ran, None, None, None, second(3)).await.unwrap();
        assert_eq!(due(&store, 3), ["wl_1"]);
    });
}

#[test]
fn a_budget_is_for_a_month_and_cannot_be_exceeded() {
    on_every_engine(async |store| {
        account(&store, "ada", 100).await;
        watch(&store, "wl_1", "acme.example", true).await;
        let spend = async |request: &str, credits: i64, month: i64| {
            let effects = vec![Effect::WatchListSpent { list: "wl_1".into(), month }];
            store.settle(Settlement { effects, ..call("ada", request, Credits::whole(credits)) }).await
        };
        spend("req_1", 4, 1).await.unwrap();
        let over = spend("req_2", 2, 1).await;
        assert!(matches!(over, Err(StoreError::OutOfRange)), "{over:?}");
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(96), "and nothing was charged");
        let watching = store.watching(&"acc_ada".into(), "wl_1").unwrap().unwrap();
        assert_eq!((watching.left(1), watching.left(2)), (Credits::whole(1), Credits::whole(5)));
        spend("req_3", 5, 2).await.unwrap();
        assert_eq!(store.watching(&"acc_ada".into(), "wl_1").unwrap().unwrap().left(2), Credits::ZERO);
    });
}
