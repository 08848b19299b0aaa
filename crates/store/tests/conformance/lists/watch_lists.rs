//! Watch lists: kept, changed, and run so that nothing is answered twice.

use ::records::SignalKind;
use store::{Credits, Effect, Settlement, Store, StoreError, WatchList, WatchListChange, WatchTarget};

use crate::{signals::moved, support::*};

fn new_list(id: &str, target: WatchTarget, created: i64) -> WatchList {
    WatchList {
        id: id.into(),
        name: "champions".into(),
        target,
        kinds: vec![SignalKind::JobChange],
        entries: 0,
        created_at: second(created),
        updated_at: second(created),
        last_run_at: None,
    }
}

fn domains(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("{name}.example")).collect()
}

async fn watch(store: &Store, id: &str, names: &[&str]) -> WatchList {
    store
        .create_watch_list(&"acc_ada".into(), new_list(id, WatchTarget::Domains, 1), domains(names))
        .await
        .unwrap()
}

/// Settles a run that answers everything the list has to answer; how much that was.
async fn run(store: &Store, list: &str, request: &str) -> usize {
    let since = [90, 365].map(|days| start() - jiff::SignedDuration::from_hours(24 * days));
    let matches = store.watch_matches(&"acc_ada".into(), list, since, 100);
    let signals: Vec<String> = matches.unwrap().into_iter().map(|found| found.signal.id).collect();
    let answered = signals.len();
    let effects = vec![Effect::WatchListAnswered { list: list.into(), signals }];
    done(store, Settlement { effects, ..call("ada", request, Credits::ZERO) }).await;
    answered
}

#[test]
fn a_list_is_kept_with_its_entries_each_once() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let made = watch(&store, "wl_1", &["birch", "acme", "birch"]).await;
        assert_eq!((made.entries, made.created_at, made.last_run_at), (2, second(1), None));
        assert_eq!(store.watch_list(&"acc_ada".into(), "wl_1").unwrap(), made);
        assert_eq!(store.watch_entries(&"acc_ada".into(), "wl_1").unwrap(), domains(&["acme", "birch"]));
    });
}

#[test]
fn a_list_belongs_to_its_account_alone() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        account(&store, "bob", 5).await;
        watch(&store, "wl_1", &["acme"]).await;
        let is_missing = |outcome: Option<StoreError>| {
            assert!(matches!(outcome, Some(StoreError::NotFound("watch list"))), "{outcome:?}");
        };
        is_missing(store.watch_list(&"acc_bob".into(), "wl_1").err());
        is_missing(store.watch_entries(&"acc_bob".into(), "wl_1").err());
        is_missing(store.watch_matches(&"acc_bob".into(), "wl_1", [start(); 2], 1).err());
        is_missing(
            store.change_watch_list(&"acc_bob".into(), "wl_1", Default::default(), start()).await.err(),
        );
        is_missing(store.delete_watch_list(&"acc_bob".into(), "wl_1").await.err());
        assert!(store.watch_lists(&"acc_bob".into(), None, 10).unwrap().is_empty());
    });
}

#[test]
fn lists_are_paged_newest_first() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        for (id, created) in [("wl_a", 1), ("wl_c", 2), ("wl_b", 2), ("wl_d", 3)] {
            let list = new_list(id, WatchTarget::Profiles, created);
            store.create_watch_list(&"acc_ada".into(), list, Vec::new()).await.unwrap();
        }
        let first = store.watch_lists(&"acc_ada".into(), None, 2).unwrap();
        let last = first.last().unwrap();
        let rest = store.watch_lists(&"acc_ada".into(), Some((last.created_at, &last.id)), 10).unwrap();
        let ids: Vec<&str> = first.iter().chain(&rest).map(|list| list.id.as_str()).collect();
        assert_eq!(ids, ["wl_d", "wl_b", "wl_c", "wl_a"]);
    });
}

#[test]
fn a_change_touches_only_what_it_names() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let made = watch(&store, "wl_1", &["acme"]).await;
        let rename = WatchListChange { name: Some("rivals".into()), ..Default::default() };
        let renamed = store.change_watch_list(&"acc_ada".into(), "wl_1", rename, second(9)).await.unwrap();
        assert_eq!(renamed, WatchList { name: "rivals".into(), updated_at: second(9), ..made });
        let others = WatchListChange { entries: Some(domains(&["birch", "cedar"])), ..Default::default() };
        store.change_watch_list(&"acc_ada".into(), "wl_1", others, second(10)).await.unwrap();
        assert_eq!(store.watch_entries(&"acc_ada".into(), "wl_1").unwrap(), domains(&["birch", "cedar"]));
        store.delete_watch_list(&"acc_ada".into(), "wl_1").await.unwrap();
        assert!(store.watch_list(&"acc_ada".into(), "wl_1").is_err());
    });
}

#[test]
fn each_signal_is_answered_once() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        watch(&store, "wl_1", &["acme"]).await;
        store.ingest(moved("jo", "acme", "birch")).await.unwrap();
        assert_eq!(run(&store, "wl_1", "req_1").await, 1);
        assert_eq!(run(&store, "wl_1", "req_2").await, 0);
        assert_eq!(store.watch_list(&"acc_ada".into(), "wl_1").unwrap().last_run_at, Some(second(1)));
        store.ingest(moved("al", "cedar", "acme")).await.unwrap();
        assert_eq!(run(&store, "wl_1", "req_3").await, 1);
    });
}

#[test]
fn a_move_from_one_entry_to_another_is_one_match() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        watch(&store, "wl_1", &["acme", "birch"]).await;
        store.ingest(moved("jo", "acme", "birch")).await.unwrap();
        assert_eq!(run(&store, "wl_1", "req_1").await, 1);
        assert_eq!(run(&store, "wl_1", "req_2").await, 0);
    });
}

#[test]
fn two_runs_side_by_side_do_not_both_charge_for_one_signal() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        watch(&store, "wl_1", &["acme"]).await;
        let answered = |request: &str| Settlement {
            effects: vec![Effect::WatchListAnswered { list: "wl_1".into(), signals: vec!["sig_1".into()] }],
            ..call("ada", request, Credits::whole(2))
        };
        done(&store, answered("req_1")).await;
        let again = store.settle(answered("req_2")).await;
        assert!(matches!(again, Err(StoreError::Duplicate(store::Duplicate::WatchMatch))), "{again:?}");
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(3));
        assert!(store.history_row(&"acc_ada".into(), "req_2").unwrap().is_none());
    });
}

#[test]
fn a_run_whose_list_is_gone_by_now_is_not_charged() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        watch(&store, "wl_1", &["acme"]).await;
        store.delete_watch_list(&"acc_ada".into(), "wl_1").await.unwrap();
        for signals in [vec![], vec!["sig_1".to_owned()]] {
            let effects = vec![Effect::WatchListAnswered { list: "wl_1".into(), signals }];
            let late = store.settle(Settlement { effects, ..call("ada", "req_1", Credits::whole(2)) }).await;
            assert!(matches!(late, Err(StoreError::NotFound("watch list"))), "{late:?}");
        }
        assert_eq!(store.balance(&"acc_ada".into()).unwrap(), Credits::whole(5));
        assert!(store.history_row(&"acc_ada".into(), "req_1").unwrap().is_none());
    });
}

#[test]
fn a_person_is_watched_under_a_former_profile_too() {
    on_every_engine(async |store| {
        account(&store, "ada", 5).await;
        let entries: Vec<String> = [profile("jo-roe"), profile("jo")].into_iter().flatten().collect();
        let list = new_list("wl_1", WatchTarget::Profiles, 1);
        store.create_watch_list(&"acc_ada".into(), list, entries).await.unwrap();
        let former = ::records::PersonFacts { network_url: profile("jo-roe"), ..Default::default() };
        let mut former = person("jo", former);
        former.observed_at = start();
        store.ingest(vec![former]).await.unwrap();
        store.ingest(moved("jo", "acme", "birch")).await.unwrap();
        assert_eq!(run(&store, "wl_1", "req_1").await, 1);
    });
}
