//! How often a client used the sandbox today.

use jiff::SignedDuration;

use crate::support::*;

#[test]
fn each_client_is_counted_by_itself_and_by_day() {
    on_every_engine(async |store| {
        let (one, two) = (digest("one"), digest("two"));
        assert_eq!(store.count_sandbox_call(one, start()).await.unwrap(), 1);
        assert_eq!(store.count_sandbox_call(one, second(1)).await.unwrap(), 2);
        assert_eq!(store.count_sandbox_call(two, second(1)).await.unwrap(), 1);
        let midnight = start() + SignedDuration::from_hours(24);
        let last_second = midnight - SignedDuration::from_secs(1);
        assert_eq!(store.count_sandbox_call(one, last_second).await.unwrap(), 3);
        assert_eq!(store.count_sandbox_call(one, midnight).await.unwrap(), 1);
    });
}

#[test]
fn a_call_that_was_late_over_midnight_still_counts_for_its_day() {
    on_every_engine(async |store| {
        let midnight = start() + SignedDuration::from_hours(24);
        let client = digest("one");
        store.count_sandbox_call(client, start()).await.unwrap();
        store.count_sandbox_call(client, midnight).await.unwrap();
        let late = midnight - SignedDuration::from_micros(1);
        assert_eq!(store.count_sandbox_call(client, late).await.unwrap(), 2);
    });
}

#[test]
fn calls_side_by_side_are_counted_one_by_one() {
    on_every_engine(async |store| {
        let calls = (0..50).map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.count_sandbox_call(digest("one"), start()).await.unwrap() })
        });
        let mut counts = Vec::new();
        for call in calls.collect::<Vec<_>>() {
            counts.push(call.await.unwrap());
        }
        counts.sort_unstable();
        assert_eq!(counts, (1..=50).collect::<Vec<u64>>());
    });
}
