//! What an operator sees: health, metrics, logs, and a stop that loses nothing.

use std::{
    io,
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::json;
use server::SignupMode;
use store::{Credits, Plan};
use tracing_subscriber::{EnvFilter, fmt::MakeWriter};

use crate::support::{KATHERINE, TEST_CATALOGUE, TestServer};

#[tokio::test]
async fn healthz_and_readyz_say_yes_while_the_server_runs() {
    let server = TestServer::start().await;
    server.indexed().await;
    for path in ["/healthz", "/readyz"] {
        let answer = server.anyone().get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.header("x-request-id").starts_with("req_"), "{path}");
    }
}

#[tokio::test]
async fn readyz_says_how_the_search_index_stands() {
    let server = TestServer::start().await;
    server.indexed().await;
    assert!(server.anyone().get("/readyz").await.text().contains("search index: level"));
}

#[tokio::test]
async fn readyz_says_no_once_the_server_drains_and_healthz_stays() {
    let server = TestServer::start().await;
    server.app.drain();
    assert_eq!(server.anyone().get("/readyz").await.status, 503);
    assert_eq!(server.anyone().get("/healthz").await.status, 200);
}

/// The value of a metric's line.
fn metric(page: &str, name: &str) -> u64 {
    let line = page.lines().find(|line| line.starts_with(name) && line[name.len()..].starts_with(' '));
    line.map_or(0, |line| line.rsplit(' ').next().unwrap().parse().unwrap())
}

#[tokio::test]
async fn metrics_count_calls_and_charges_and_name_no_person() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let requests = "brimful_requests_total{endpoint=\"reverse_phone\",mode=\"live\",status=\"200\"}";
    let refused = "brimful_requests_total{endpoint=\"reverse_phone\",mode=\"live\",status=\"422\"}";
    let charged = "brimful_charged_thousandths_total{endpoint=\"reverse_phone\"}";
    let operator = server.operator(&account).await;
    let before = operator.get("/metrics").await.text();
    for _ in 0..3 {
        account.post("/v1/reverse-phone", json!({ "phone": "+12025550143" })).await.ok();
    }
    account.post("/v1/reverse-phone", json!({ "phone": "k.brandt@harbor.example" })).await;
    let answer = operator.get("/metrics").await;
    assert!(answer.header("content-type").starts_with("text/plain"));
    let page = answer.text();
    // Other tests may count in the same process.
    assert!(metric(&page, requests) >= metric(&before, requests) + 3);
    assert!(metric(&page, refused) > metric(&before, refused));
    assert!(metric(&page, charged) >= metric(&before, charged) + 6_000);
    for expected in ["brimful_request_seconds_bucket", "brimful_cache_total", "brimful_write_queue"] {
        assert!(page.contains(expected), "{expected}");
    }
    for personal in
        ["@", "5550143", "brandt", "harbor", account.id.as_str(), account.key_id.as_str(), &account.key]
    {
        assert!(!page.contains(personal), "{personal}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_finishes_the_calls_that_run_and_takes_no_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::with(|setup| {
        setup.catalogue = TEST_CATALOGUE;
        setup.folder = Some(folder.path().to_owned());
    })
    .await;
    let account = server.account(Plan::Pro, 10).await;
    let (caller, late) = (account.client.clone(), server.anyone());
    let running =
        tokio::spawn(async move { caller.post("/v1/test/slow", json!({ "milliseconds": 400 })).await });
    tokio::time::sleep(Duration::from_millis(150)).await;
    server.stop().await;
    running.await.unwrap().ok();
    let refused = tokio::spawn(async move { late.get("/healthz").await }).await;
    assert!(refused.is_err(), "the port is closed");

    let store = store::Store::open_existing(folder.path()).unwrap();
    assert_eq!(store.balance(&account.id).unwrap(), Credits::whole(9), "delivered and charged");
    assert_eq!(store.audit().unwrap().findings, []);
}

/// Log lines, kept to be looked at.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'w> MakeWriter<'w> for Lines {
    type Writer = Self;

    fn make_writer(&'w self) -> Self {
        self.clone()
    }
}

#[tokio::test]
async fn log_lines_carry_the_request_id_and_never_a_key_an_email_or_a_phone() {
    let lines = Lines::default();
    let ours = EnvFilter::new("server=trace,store=trace,engine=trace,records=trace");
    let subscriber = tracing_subscriber::fmt().with_env_filter(ours).with_writer(lines.clone());
    // Another test of the process may have been first only if it, too, were this one.
    tracing::subscriber::set_global_default(subscriber.with_ansi(false).finish()).unwrap();

    let server = TestServer::with(|setup| setup.settings.signup.mode = SignupMode::Open).await;
    let account = server.account(Plan::Pro, 10).await;
    let found = account.post("/v1/enrich", json!({ "networkUrl": KATHERINE, "explain": true })).await;
    account.post("/v1/enrich", json!({ "email": "k.brandt@harbor.example", "phone": "+12025550177" })).await;
    account.post("/v1/reverse-email", json!({ "email": "k.brandt@harbor.example", "x": 1 })).await;
    account.post("/v1/reverse-phone", json!({ "phone": "+12025550143" })).await;
    account.post("/v1/ad-audience", json!({ "emails": ["k.brandt@harbor.example"] })).await;
    account.get("/v1/me/people?q=brandt").await;
    account.get(&format!("/v1/me?key={}", account.key)).await;
    let made = account.with("idempotency-key", "x").post("/v1/me/keys", json!({ "name": "crm" })).await.ok();
    let signed = json!({ "email": "ada@client.example", "password": "correct horse" });
    let signed = server.anyone().post("/v1/signup", signed).await.ok();
    server.anyone().with_key("brimful_live_nonsense").get("/v1/me").await;
    server.anyone().post("/v1/privacy/requests", json!({ "email": "k.brandt@harbor.example" })).await.ok();
    let operator = server.operator(&account).await;
    operator.post("/v1/suppressions", json!({ "phone": "+12025550143" })).await.ok();
    let request_id = found.header("x-request-id").to_owned();
    let secrets = [account.key.clone(), made["key"].to_string(), signed["key"].to_string()];
    server.stop().await;

    let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    let line = text.lines().find(|line| line.contains(&request_id)).unwrap();
    assert!(line.contains("endpoint=\"enrich\"") && line.contains("status=200"), "{line}");
    for secret in &secrets {
        assert!(!text.contains(secret.trim_matches('"')));
    }
    for personal in ["brimful_live_", "@", "5550143", "5550177", "brandt", "Brandt", "correct horse"] {
        assert!(!text.contains(personal), "{personal} in:\n{text}");
    }
}
