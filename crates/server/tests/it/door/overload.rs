//! More calls than the server can answer: it sheds early, and goes on answering as many as before.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use serde_json::json;
use store::Plan;

use super::{percentile, resident_bytes};
use crate::support::{Account, KATHERINE, TestServer};

/// How long each load lasts.
const SPAN: Duration = Duration::from_secs(4);
/// Callers at which the server answers as much as it can.
const CALLERS_AT_PEAK: usize = 16;
/// Three times as many, and each in a hurry.
const CALLERS_AT_OVERLOAD: usize = 3 * CALLERS_AT_PEAK;

/// Calls answered within the span by so many callers, and how long each took.
async fn load(account: &Account, callers: usize) -> (usize, Vec<Duration>) {
    let stop = Arc::new(AtomicBool::new(false));
    let shed = Arc::new(AtomicUsize::new(0));
    let tasks: Vec<_> = (0..callers)
        .map(|_| {
            let (client, stop, shed) = (account.client.clone(), stop.clone(), shed.clone());
            tokio::spawn(async move {
                let mut times = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    let begun = Instant::now();
                    let answer = client.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await;
                    match answer.status {
                        200 => times.push(begun.elapsed()),
                        429 | 503 => drop(shed.fetch_add(1, Ordering::Relaxed)),
                        other => panic!("{other}: {}", answer.text()),
                    }
                }
                times
            })
        })
        .collect();
    tokio::time::sleep(SPAN).await;
    stop.store(true, Ordering::Relaxed);
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.unwrap());
    }
    (times.len(), times)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_times_the_load_is_answered_as_well_as_the_load_itself() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Scale, 10_000_000).await;
    server.indexed().await;
    load(&account, CALLERS_AT_PEAK).await;
    let (peak, _) = load(&account, CALLERS_AT_PEAK).await;
    let before = resident_bytes();
    let (overload, mut times) = load(&account, CALLERS_AT_OVERLOAD).await;
    let grown = resident_bytes().saturating_sub(before);
    let p99 = percentile(&mut times, 0.99);
    assert!(overload * 10 >= peak * 8, "{overload} calls after {peak}");
    assert!(p99 < Duration::from_secs(1), "p99 {p99:?}");
    assert!(grown < 50 << 20, "{} MiB", grown >> 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_beyond_the_rate_is_shed_before_it_costs_anything() {
    let server = TestServer::with(|setup| {
        setup.settings.plans.get_mut(&Plan::Free).unwrap().requests_per_second = 1;
    })
    .await;
    let hasty = server.account(Plan::Free, 100).await;
    let begun = Instant::now();
    let mut shed = 0;
    for _ in 0..200 {
        let answer = hasty.post_bytes("/v1/enrich", " ".repeat(3_000_000)).await;
        shed += usize::from(answer.status == 429);
    }
    assert_eq!(shed, 198, "two calls are the burst of one a second, and the clock stands still");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
