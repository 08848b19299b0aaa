//! A caller without rights sees nothing of the operator and nothing of another account.

use serde_json::{Value, json};
use server::MetricsAccess;
use sha2::{Digest, Sha256};
use store::{CacheUse, Credits, Plan, Scope, Settlement, UpstreamCall};

use crate::support::{Account, Answer, TestServer};

const PAGES: [&str; 4] = ["/", "/signup", "/privacy", "/problems"];

#[tokio::test]
async fn metrics_are_for_operators_unless_the_settings_open_them() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Scale, 10).await;
    server.anyone().get("/metrics").await.problem(401, "missing_key");
    account.get("/metrics").await.problem(403, "scope_required");
    let operator = server.key(&account, [Scope::Operate].into_iter().collect(), None).await;
    assert_eq!(operator.get("/metrics").await.status, 200);

    let open = TestServer::with(|setup| setup.settings.metrics = MetricsAccess::Open).await;
    assert_eq!(open.anyone().get("/metrics").await.status, 200);
}

#[track_caller]
fn assert_guarded(answer: &Answer, what: &str) {
    assert_eq!(answer.header("x-content-type-options"), "nosniff", "{what}");
    assert_eq!(answer.header("referrer-policy"), "no-referrer", "{what}");
    assert_eq!(answer.header("x-frame-options"), "DENY", "{what}");
    let policy = answer.header("content-security-policy");
    assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"), "{what}: {policy}");
}

#[tokio::test]
async fn every_answer_carries_what_keeps_browsers_from_misusing_it() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    for path in
        PAGES.into_iter().chain(["/healthz", "/readyz", "/openapi.json", "/nowhere", "/assets/none.js"])
    {
        assert_guarded(&server.anyone().get(path).await, path);
    }
    for path in ["/v1/me", "/v1/me/history", "/v1/me/history/export", "/v1/me/keys", "/v1/watch-lists"] {
        let answer = account.get(path).await;
        assert_guarded(&answer, path);
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
        assert_eq!(answer.header("strict-transport-security"), "", "nothing is known of TLS here");
    }
    let refused = server.anyone().post("/v1/enrich", json!({})).await;
    assert_guarded(&refused, "a refusal");
    assert_eq!(refused.header("cache-control"), "no-store");

    let behind = TestServer::with(|setup| setup.settings.behind_tls = true).await;
    assert!(behind.anyone().get("/").await.header("strict-transport-security").starts_with("max-age="));
}

async fn settle_with_costs(server: &TestServer, account: &Account) {
    let asked = |provider: &str, cost_micros: i64| UpstreamCall {
        provider: provider.into(),
        fact: "mobile".into(),
        outcome: "hit".into(),
        started_ms: None,
        latency_ms: 12,
        cost_micros,
    };
    let settlement = Settlement {
        request_id: "req_costs".into(),
        account_id: account.id.clone(),
        key_id: account.key_id.clone(),
        at: server.now(),
        endpoint: "find_phone",
        status: 200,
        credits: Credits::ZERO,
        once: None,
        latency_us: 1_500,
        cache: Some(CacheUse::Miss),
        resolved: 1,
        people: Vec::new(),
        detail: Default::default(),
        upstream: vec![asked("acme", 123_000), asked("other", 456_000)],
        effects: Vec::new(),
        reply: None,
        lock: None,
        keeps_answer: false,
        answer: store::SettledAnswer::Bytes(Vec::new()),
        render: Box::new(|answer, _| answer),
    };
    server.store.settle(settlement).await.unwrap();
}

#[tokio::test]
async fn what_vendors_take_is_shown_to_operators_only() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    settle_with_costs(&server, &account).await;
    let row = account.get("/v1/me/history?endpoint=find-phone").await.ok()["results"][0].clone();
    insta::assert_json_snapshot!("customers_view_of_a_call", row);
    let export = account.get("/v1/me/history/export?endpoint=find-phone").await.text();
    insta::assert_snapshot!("customers_view_of_the_export", export.replace("\r\n", "\n"));
    assert!(!export.contains("usd") && !export.contains("0.579"), "{export}");

    let operator = server.operator(&account).await;
    let row: Value = operator.get("/v1/me/history?endpoint=find-phone").await.ok()["results"][0].clone();
    assert_eq!(row["upstream"][1]["cost_usd"], 0.456, "{row}");
    let export = operator.get("/v1/me/history/export").await.text();
    assert!(export.lines().next().unwrap().ends_with(",upstream_cost_usd"), "{export}");
    assert!(export.contains(",0.579000"), "{export}");
}

#[tokio::test]
async fn a_refused_address_is_not_told_to_the_caller_who_sent_its_host() {
    let server = TestServer::with(|setup| setup.reachable = Vec::new()).await;
    let account = server.account(Plan::Pro, 10).await;
    for url in ["http://127.0.0.1:9000/", "http://10.1.2.3/", "http://[::1]/", "http://0x7f000001/"] {
        let answer = account.post("/v1/me/webhooks", json!({ "url": url })).await;
        let message = answer.problem(422, "invalid_request")["errors"][0]["message"].to_string();
        assert!(message.contains("must not be reached"), "{message}");
        assert!(!message.contains("resolves to 1") && !message.contains("::1,"), "{message}");
    }
}

#[tokio::test]
async fn two_idempotency_keys_are_refused() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let answer = account
        .client
        .send(reqwest::Method::POST, "/v1/enrich", |request| {
            request
                .header("idempotency-key", "a")
                .header("idempotency-key", "b")
                .json(&json!({ "email": "a@b.example" }))
        })
        .await;
    answer.problem(422, "invalid_request");
    assert_eq!(server.traces(&account).calls, 0);
}

#[tokio::test]
async fn a_limit_below_the_smallest_allowed_is_not_suggested() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 0).await;
    let search = json!({ "filters": { "departments": ["sales"] } });
    let problem = account.post("/v1/search/people", search).await.problem(402, "insufficient_credits");
    assert!(problem.get("largest_affordable_limit").is_none(), "{problem}");
}

#[tokio::test]
async fn the_count_of_sandbox_calls_does_not_tell_whose_they_are() {
    let server = TestServer::start().await;
    server.anyone().post("/v1/sandbox/enrich", json!({ "email": "a@client.example" })).await;
    // A thief of the database has only some four billion addresses to try against a hash without a key.
    let guessed: [u8; 32] = Sha256::digest("127.0.0.1").into();
    assert_eq!(
        server.store.count_sandbox_call(guessed, server.now()).await.unwrap(),
        1,
        "no client was counted so"
    );
}
