//! The history of an account's calls: pages, filters, sums.

use store::{CacheUse, Credits, HistoryFilter, Settlement, Store};

use crate::support::*;

/// Ten calls of ada, one a second, every third of `companies`, every fourth not found; one call of bob.
async fn ten_calls(store: &Store) {
    account(store, "ada", 100).await;
    account(store, "bob", 100).await;
    for number in 0..10 {
        let settlement = Settlement {
            at: second(number),
            endpoint: if number % 3 == 0 { "companies" } else { "enrich" },
            status: if number == 9 { 202 } else { 200 },
            cache: if number % 2 == 0 { CacheUse::Hit } else { CacheUse::Partial },
            resolved: u64::from(number % 4 != 0),
            latency_us: 1_000 * (number + 1),
            ..call("ada", &format!("req_{number}"), thousandths(500 * i64::from(number % 4 != 0)))
        };
        done(store, settlement).await;
    }
    done(store, call("bob", "req_bob", Credits::whole(1))).await;
}

fn ids(store: &Store, filter: &HistoryFilter) -> Vec<String> {
    let rows = store.history(&"acc_ada".into(), filter, None, 100).unwrap();
    rows.into_iter().map(|row| row.request_id).collect()
}

#[test]
fn pages_go_from_the_newest_call_to_the_oldest_without_gap_or_repeat() {
    on_every_engine(async |store| {
        ten_calls(&store).await;
        let (mut seen, mut before) = (Vec::new(), None);
        for _ in 0..10 {
            let page = store.history(&"acc_ada".into(), &HistoryFilter::default(), before, 3).unwrap();
            assert!(page.len() <= 3);
            let Some(last) = page.last() else { break };
            before = Some(last.no);
            // A call that comes in between two pages shifts nothing.
            let newcomer = format!("req_new_{}", seen.len());
            seen.extend(page.into_iter().map(|row| row.request_id));
            done(&store, call("ada", &newcomer, Credits::ZERO)).await;
        }
        let expected: Vec<String> = (0..10).rev().map(|number| format!("req_{number}")).collect();
        assert_eq!(seen, expected);
    });
}

#[test]
fn an_account_sees_its_own_calls_only() {
    on_every_engine(async |store| {
        ten_calls(&store).await;
        assert!(!ids(&store, &HistoryFilter::default()).contains(&"req_bob".to_owned()));
        assert!(store.history_row(&"acc_ada".into(), "req_bob").unwrap().is_none());
        assert!(store.history_row(&"acc_bob".into(), "req_bob").unwrap().is_some());
        assert!(store.history(&"acc_nobody".into(), &HistoryFilter::default(), None, 10).unwrap().is_empty());
    });
}

#[test]
fn filters_narrow_by_time_endpoint_and_status() {
    on_every_engine(async |store| {
        ten_calls(&store).await;
        let between = HistoryFilter { since: Some(second(2)), until: Some(second(5)), ..Default::default() };
        assert_eq!(ids(&store, &between), ["req_4", "req_3", "req_2"]);
        let companies = HistoryFilter { endpoint: Some("companies".into()), ..Default::default() };
        assert_eq!(ids(&store, &companies), ["req_9", "req_6", "req_3", "req_0"]);
        let accepted = HistoryFilter { status: Some(202), ..Default::default() };
        assert_eq!(ids(&store, &accepted), ["req_9"]);
        let both = HistoryFilter { endpoint: Some("companies".into()), ..between };
        assert_eq!(ids(&store, &both), ["req_3"]);
    });
}

#[test]
fn a_summary_adds_up_what_its_filter_lists() {
    on_every_engine(async |store| {
        ten_calls(&store).await;
        let all = store.history_summary(&"acc_ada".into(), &HistoryFilter::default()).unwrap();
        assert_eq!((all.requests, all.credits, all.resolved), (10, thousandths(3_500), 7));
        assert_eq!((all.cache_hits, all.mean_latency_us), (5, 5_500));
        let companies = HistoryFilter { endpoint: Some("companies".into()), ..Default::default() };
        let some = store.history_summary(&"acc_ada".into(), &companies).unwrap();
        assert_eq!((some.requests, some.credits, some.resolved), (4, thousandths(1_500), 3));
        let none = store.history_summary(&"acc_nobody".into(), &HistoryFilter::default()).unwrap();
        assert_eq!((none.requests, none.credits, none.mean_latency_us), (0, Credits::ZERO, 0));
    });
}
