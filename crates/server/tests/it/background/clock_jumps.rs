//! A machine's clock that is set: nothing is granted, expired, forgotten or delayed because of it.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::SeqCst},
};

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use server::{Next, Task};
use store::{Credits, JumpOutcome, Plan};

use crate::support::{Account, HARBOR, KATHERINE, QUILL, Receiver, Reply, TestServer};

const HOUR: SignedDuration = SignedDuration::from_hours(1);
const YEAR: SignedDuration = SignedDuration::from_hours(365 * 24);
/// Two hours back, a day and more ahead, a year either way.
const JUMPS: [SignedDuration; 4] = [
    SignedDuration::from_hours(-2),
    SignedDuration::from_hours(26),
    YEAR,
    SignedDuration::from_hours(-365 * 24),
];
/// Steps of the clock in these tests, and how often the counting task is due.
const STEP: i64 = 10;

/// A server with everything that waits: a task, a live and a scheduled list, a retry, a kept reply.
struct Scene {
    server: TestServer,
    account: Account,
    receiver: Receiver,
    failing: Receiver,
    runs: Arc<AtomicU64>,
    first_reply: Vec<u8>,
    key_ends: Timestamp,
}

fn katherine() -> Value {
    json!({ "networkUrl": KATHERINE })
}

impl Scene {
    async fn new() -> Self {
        let runs: Arc<AtomicU64> = Arc::default();
        let counted = runs.clone();
        let task = Task::new("test", SignedDuration::from_secs(STEP), move |_| {
            counted.fetch_add(1, SeqCst);
            async { Ok(Next::Usual) }
        });
        let server = TestServer::with(|setup| {
            setup.tasks.push(task);
            setup.settings.plans.values_mut().for_each(|terms| terms.monthly_credits = 1_000);
        })
        .await;
        let account = server.operator(&server.account(Plan::Pro, 100).await).await;
        let key_ends = server.now() + HOUR * 24 * 200;
        server.key(&account, store::Scopes::CUSTOMER, Some(key_ends)).await;
        let receiver = Receiver::start(Reply::Status(200)).await;
        let failing = Receiver::start(Reply::Status(500)).await;
        for watching in [json!({ "live": true }), json!({ "every_minutes": 60 })] {
            let domain = if watching["live"] == true { QUILL } else { HARBOR };
            let mut list = json!({
                "name": "key accounts", "domains": [domain], "monthly_budget": 50,
                "webhook": { "url": receiver.url() },
            });
            list.as_object_mut().unwrap().extend(watching.as_object().unwrap().clone());
            account.post("/v1/watch-lists", list).await.ok();
        }
        let webhook = account.post("/v1/me/webhooks", json!({ "url": failing.url() })).await.ok();
        let reply = account.with("idempotency-key", "order-1").post("/v1/enrich", katherine()).await;
        reply.ok();
        server.turn(2).await;
        let test = format!("/v1/me/webhooks/{}/test", webhook["id"].as_str().unwrap());
        account.post(&test, json!({})).await.ok();
        server.run_due().await;
        failing.wait_for(1).await;
        server.run_due().await;
        Self { first_reply: reply.body.clone(), server, account, receiver, failing, runs, key_ends }
    }

    /// Lets time pass in small steps; the counting task runs at each.
    async fn pass(&self, seconds: i64) {
        for _ in 0..seconds / STEP {
            let before = self.runs.load(SeqCst);
            self.server.turn(STEP).await;
            assert!(self.runs.load(SeqCst) > before, "tasks go on");
        }
    }

    /// The same call is still the same answer, and is not charged.
    async fn prove_replay(&self) {
        let before = self.server.balance(&self.account);
        let again = self.account.with("idempotency-key", "order-1").post("/v1/enrich", katherine()).await;
        assert_eq!(again.header("idempotent-replayed"), "true");
        assert_eq!(again.body, self.first_reply);
        assert_eq!(self.server.balance(&self.account), before);
    }

    /// A signal that arrives is told to the live list, whose events so far are `told`.
    async fn prove_live_list(&self, round: &str, told: usize) {
        self.signal(QUILL, round).await;
        self.server.turn(2).await;
        self.server.turn(2).await;
        assert_eq!(self.receiver.wait_for(told + 1).await.len(), told + 1);
    }

    async fn signal(&self, domain: &str, round: &str) {
        let (days, amount) = match round {
            "seed" => (30, 1_000_000),
            _ => (15, 5_000_000),
        };
        let date = (self.server.now() - HOUR * 24 * days).strftime("%Y-%m-%d").to_string();
        let signal = json!({
            "kind": "funding", "id": format!("{domain}-{round}"), "companyDomain": domain, "round": round,
            "amount": amount, "currency": "USD", "date": date,
        });
        self.account.post("/v1/ingest/signals", json!({ "source": "news", "signals": [signal] })).await.ok();
    }

    fn grants(&self) -> usize {
        let movements = self.server.store.movements(&self.account.id).unwrap();
        movements.iter().filter(|movement| movement.reason == "monthly credits").count()
    }

    /// Dates of the calendar are what they were.
    fn prove_dates(&self) {
        let keys = self.server.store.keys(&self.account.id).unwrap();
        assert!(keys.iter().any(|key| key.expires_at == Some(self.key_ends)));
        self.server.prove_books();
    }

    fn last_jump(&self) -> (i64, JumpOutcome) {
        let jump = self.server.store.clock_jumps(1).unwrap().remove(0);
        (jump.by_seconds, jump.outcome)
    }
}

#[tokio::test]
async fn a_clock_that_is_wrong_for_a_minute_changes_nothing() {
    for by in JUMPS {
        let scene = Scene::new().await;
        let began = scene.server.now();
        scene.server.clock.set_wall_by(by);
        scene.pass(60).await;
        assert_eq!(scene.last_jump(), (by.as_secs(), JumpOutcome::Pending), "{by:?}");
        assert_eq!(scene.server.now(), began + SignedDuration::from_secs(60));
        assert_eq!(scene.failing.wait_for(2).await.len(), 2, "the retry of five seconds was made");
        scene.prove_live_list("seed", 0).await;
        scene.prove_replay().await;
        scene.server.clock.set_wall_by(-by);
        scene.pass(60).await;
        assert_eq!(scene.last_jump(), (by.as_secs(), JumpOutcome::Returned), "{by:?}");
        scene.prove_live_list("series_a", 1).await;
        scene.prove_replay().await;
        assert_eq!(scene.grants(), 0, "{by:?}");
        scene.prove_dates();
    }
}

#[tokio::test]
async fn a_clock_that_stays_is_adopted_and_nothing_waits_longer_or_comes_twice() {
    for by in JUMPS {
        let scene = Scene::new().await;
        scene.server.clock.set_wall_by(by);
        scene.pass(60).await;
        let own = scene.server.now();
        scene.pass(600).await;
        assert_eq!(scene.server.now(), own + SignedDuration::from_secs(600) + by, "{by:?}");
        assert_eq!(scene.last_jump(), (by.as_secs(), JumpOutcome::Adopted), "{by:?}");
        scene.prove_live_list("seed", 0).await;
        scene.prove_replay().await;
        // Of the retries after 5 seconds, 5 and 30 minutes, two are over; the third is made when its time has passed.
        assert_eq!(scene.failing.wait_for(3).await.len(), 3);
        scene.pass(25 * 60).await;
        assert_eq!(scene.failing.wait_for(4).await.len(), 4, "{by:?}");
        scene.signal(HARBOR, "seed").await;
        scene.pass(30 * 60).await;
        assert_eq!(scene.receiver.wait_for(2).await.len(), 2, "the scheduled list was run in its hour");
        // A year ahead the months of two are made up for; nothing else is.
        assert_eq!(scene.grants(), if by == YEAR { 2 } else { 0 }, "{by:?}");
        scene.prove_replay().await;
        scene.prove_dates();
    }
}

#[tokio::test]
async fn a_year_ahead_and_back_grants_each_month_once() {
    let scene = Scene::new().await;
    scene.server.clock.set_wall_by(YEAR);
    scene.pass(700).await;
    scene.server.clock.set_wall_by(-YEAR);
    scene.pass(700).await;
    assert_eq!(scene.grants(), 2);
    let before = scene.server.balance(&scene.account);
    // Month by month to the 13th: the 11th and the 12th were given before.
    for _ in 0..13 * 31 {
        scene.server.turn(24 * 3600).await;
    }
    assert_eq!(scene.grants(), 13);
    assert_eq!(scene.server.balance(&scene.account), before.checked_add(Credits::whole(11_000)).unwrap());
    scene.server.prove_books();
}

#[tokio::test]
async fn the_jump_is_counted_where_an_operator_looks() {
    let scene = Scene::new().await;
    scene.server.clock.set_wall_by(HOUR);
    scene.pass(10).await;
    let page = scene.account.get("/metrics").await.text();
    assert!(page.contains("brimful_clock_jumps_total{outcome=\"noticed\"}"), "{page}");
}

#[tokio::test]
async fn a_restart_with_a_clock_that_is_behind_goes_on_from_the_newest_time() {
    let folder = tempfile::tempdir().unwrap();
    let clock = store::Clock::manual("2026-03-04T12:00:00Z".parse().unwrap());
    let server = TestServer::in_folder(folder.path(), &clock).await;
    server.turn(120).await;
    let newest = server.store.newest_time().unwrap().unwrap();
    assert_eq!(newest, server.now());
    server.stop().await;
    let behind = store::Clock::manual_from(newest - YEAR, Some(newest));
    let server = TestServer::in_folder(folder.path(), &behind).await;
    assert_eq!(server.now(), newest);
    server.turn(1).await;
    server.turn(600).await;
    assert_eq!(server.now(), newest - YEAR + SignedDuration::from_secs(601));
    assert_eq!(server.store.clock_jumps(9).unwrap()[0].outcome, JumpOutcome::Adopted);
    assert_eq!(server.store.newest_time().unwrap().unwrap(), server.now());
}
