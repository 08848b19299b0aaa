//! Figures of background work, measured and printed by one command:
//! `cargo test --release -p server --test it figures -- --ignored --nocapture --test-threads 1`
//!
//! Left out of the usual run, because they are about an idle machine.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use store::{Clock, NewEvent, Plan};

use crate::support::{Account, Receiver, Reply, TestServer, person};

const PEOPLE: usize = 500;

/// A server on a disk, with the machine's own clock, that knows 500 people.
async fn server(folder: &std::path::Path) -> TestServer {
    let server = TestServer::in_folder(folder, &Clock::System).await;
    server.store.ingest((0..PEOPLE).map(person).collect()).await.unwrap();
    server
}

fn items(count: usize) -> Value {
    let items = (0..count).map(|number| json!({ "email": format!("person{number}@quill.example") }));
    json!({ "items": items.collect::<Vec<_>>() })
}

async fn submit(account: &Account, count: usize) -> String {
    account.post("/v1/bulk/enrich", items(count)).await.ok()["id"].as_str().unwrap().to_owned()
}

async fn finished(server: &TestServer, account: &Account, id: &str) {
    while server.store.bulk_job(&account.id, id).unwrap().finished_at.is_none() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Memory of this process in MiB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement"]
async fn five_hundred_items_are_done_in_a_quarter_of_a_second() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path()).await;
    let account = server.account(Plan::Scale, 1_000_000).await;
    let mut times = Vec::new();
    for _ in 0..10 {
        let started = Instant::now();
        let id = submit(&account, 500).await;
        let accepted = started.elapsed();
        finished(&server, &account, &id).await;
        times.push((started.elapsed(), accepted));
    }
    times.sort();
    println!(
        "500 items: median {:?}, of which accepted in {:?}; worst {:?}",
        times[5].0, times[5].1, times[9].0
    );
    assert!(times[5].0 < Duration::from_millis(250));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement"]
async fn of_a_hundred_accounts_the_last_starts_within_a_second_of_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let server = Arc::new(server(folder.path()).await);
    let mut submissions = Vec::new();
    for _ in 0..100 {
        let account = server.account(Plan::Scale, 1_000).await;
        submissions.push(tokio::spawn(async move {
            let id = submit(&account, 500).await;
            (account, id)
        }));
    }
    let mut starts = Vec::new();
    let begun = Instant::now();
    for submission in submissions {
        let (account, id) = submission.await.unwrap();
        finished(&server, &account, &id).await;
        starts.push(server.store.bulk_job(&account.id, &id).unwrap().started_at.unwrap());
    }
    let spread = starts.iter().max().unwrap().duration_since(*starts.iter().min().unwrap());
    println!(
        "100 accounts at once, 50,000 items: first items within {spread:?}, all done in {:?}",
        begun.elapsed()
    );
    assert!(spread.as_millis() < 1_000);
}

/// Files events for webhooks and waits until the fast one has heard all of its own.
async fn deliver(
    server: &TestServer,
    account: &Account,
    fast: &Receiver,
    hooks: &[&str],
    count: usize,
) -> Duration {
    let before = fast.count();
    // Filed before the sender starts, so that only the sending is measured.
    for hook in hooks {
        set_enabled(account, hook, false).await;
        for number in 0..count {
            let event = NewEvent {
                webhook: (*hook).to_owned(),
                kind: store::EventKind::WebhookTest,
                subject: format!("{hook} {number}"),
                data: json!({ "number": number }),
            };
            server.store.file_event(&account.id, event, server.now()).await.unwrap();
        }
    }
    let started = Instant::now();
    for hook in hooks {
        set_enabled(account, hook, true).await;
    }
    while fast.count() < before + count {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    started.elapsed()
}

async fn set_enabled(account: &Account, hook: &str, enabled: bool) {
    let path = format!("/v1/me/webhooks/{hook}");
    let body = json!({ "enabled": enabled });
    account.send(reqwest::Method::PATCH, &path, |request| request.json(&body)).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement"]
async fn a_dead_receiver_slows_a_fast_one_by_less_than_a_tenth() {
    const EACH: usize = 5_000;
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path()).await;
    let account = server.account(Plan::Scale, 1_000).await;
    let (fast, dead) = (Receiver::start(Reply::Status(200)).await, Receiver::start(Reply::Silence).await);
    let make = async |receiver: &Receiver| {
        let made = account.post("/v1/me/webhooks", json!({ "url": receiver.url() })).await.ok();
        made["id"].as_str().unwrap().to_owned()
    };
    let (fast_hook, dead_hook) = (make(&fast).await, make(&dead).await);
    let alone = deliver(&server, &account, &fast, &[&fast_hook], EACH).await;
    let beside = deliver(&server, &account, &fast, &[&dead_hook, &fast_hook], EACH).await;
    let slower = beside.as_secs_f64() / alone.as_secs_f64() - 1.0;
    println!(
        "{EACH} deliveries: {alone:?} alone, {beside:?} beside a dead receiver with as many ({:.1}%)",
        slower * 100.0
    );
    assert!(slower < 0.10);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement"]
async fn a_thousand_queued_jobs_take_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path()).await;
    let account = server.account(Plan::Scale, 1_000_000).await;
    // Submitting is faster than answering, so the queue grows.
    let id = submit(&account, 500).await;
    finished(&server, &account, &id).await;
    let before = memory();
    for _ in 0..1_000 {
        submit(&account, 100).await;
    }
    let open = server.store.open_bulk_jobs(&account.id).unwrap();
    let queued = memory();
    println!(
        "1,000 jobs of 100 items submitted: {before} MiB before, {queued} MiB with {open} of them unfinished"
    );
    assert!(queued < before + 100);
}
