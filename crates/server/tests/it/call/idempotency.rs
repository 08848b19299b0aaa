//! `Idempotency-Key`: the same call twice is one call.

use std::{collections::BTreeSet, sync::Arc};

use serde_json::{Value, json};
use store::{Clock, Credits, Plan, Scopes};

use crate::support::{JONAS, KATHERINE, START, TEST_CATALOGUE, TestServer};

fn katherine() -> Value {
    json!({ "networkUrl": KATHERINE })
}

#[tokio::test]
async fn a_replay_is_the_same_answer_without_a_second_charge() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let caller = account.with("idempotency-key", "order-1");
    let first = caller.post("/v1/enrich", katherine()).await;
    first.ok();
    assert_eq!(first.header("idempotent-replayed"), "");
    let after_first = server.traces(&account);

    server.wait(3_600);
    let second = caller.post("/v1/enrich", katherine()).await;
    assert_eq!(second.body, first.body);
    assert_eq!(second.header("idempotent-replayed"), "true");
    assert_eq!(second.header("content-type"), "application/json");
    assert_ne!(second.header("x-request-id"), first.header("x-request-id"));
    assert_eq!(server.traces(&account), after_first);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sixty_four_calls_at_once_run_once_and_are_told_the_same() {
    let server = TestServer::start().await;
    let account = Arc::new(server.account(Plan::Pro, 100).await);
    let calls: Vec<_> = (0..64)
        .map(|_| {
            let caller = account.with("idempotency-key", "once");
            tokio::spawn(async move { caller.post("/v1/enrich", katherine()).await })
        })
        .collect();
    let mut bodies = BTreeSet::new();
    let mut executed = 0;
    for call in calls {
        let answer = call.await.unwrap();
        answer.ok();
        executed += usize::from(answer.header("idempotent-replayed").is_empty());
        bodies.insert(answer.body);
    }
    assert_eq!((executed, bodies.len()), (1, 1));
    assert_eq!(server.balance(&account), Credits::whole(99));
    assert_eq!(server.traces(&account).calls, 1);
    server.prove_books();
}

#[tokio::test]
async fn a_key_stands_for_one_body_and_one_endpoint() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let caller = account.with("idempotency-key", "order-2");
    caller.post("/v1/enrich", katherine()).await.ok();
    let before = server.traces(&account);
    let other_body = caller.post("/v1/enrich", json!({ "networkUrl": JONAS })).await;
    other_body.problem(422, "idempotency_mismatch");
    let other_endpoint = caller.post("/v1/reverse-email", json!({ "email": "jonas@quill.example" })).await;
    other_endpoint.problem(422, "idempotency_mismatch");
    assert_eq!(server.traces(&account), before);
}

#[tokio::test]
async fn white_space_does_not_make_another_body() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let caller = account.with("idempotency-key", "order-3");
    let first = caller.post_bytes("/v1/enrich", format!("{{\"networkUrl\":\"{KATHERINE}\"}}")).await;
    let second = caller.post_bytes("/v1/enrich", format!("\n{{ \"networkUrl\" : \"{KATHERINE}\" }}\n")).await;
    first.ok();
    assert_eq!(second.body, first.body);
}

#[tokio::test]
async fn after_a_day_the_call_runs_again() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let caller = account.with("idempotency-key", "daily");
    caller.post("/v1/enrich", katherine()).await.ok();
    server.wait(24 * 3_600 - 1);
    assert_eq!(caller.post("/v1/enrich", katherine()).await.header("idempotent-replayed"), "true");
    server.wait(1);
    let again = caller.post("/v1/enrich", json!({ "networkUrl": JONAS })).await;
    assert_eq!(again.header("idempotent-replayed"), "");
    assert_eq!(again.ok()["cost"], json!({ "credits": 1, "balance_remaining": 8 }));
    assert_eq!(caller.post("/v1/enrich", json!({ "networkUrl": JONAS })).await.body, again.body);
}

#[tokio::test]
async fn a_kept_answer_survives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::manual(START.parse().unwrap());
    let server = TestServer::in_folder(folder.path(), &clock).await;
    let account = server.account(Plan::Pro, 10).await;
    let first = account.with("idempotency-key", "order-4").post("/v1/enrich", katherine()).await;
    first.ok();
    server.stop().await;

    let server = TestServer::in_folder(folder.path(), &clock).await;
    let caller = server.anyone().with_key(&account.key).with("idempotency-key", "order-4");
    let second = caller.post("/v1/enrich", katherine()).await;
    assert_eq!(second.body, first.body);
    assert_eq!(second.header("idempotent-replayed"), "true");
    assert_eq!(server.balance(&account), Credits::whole(9));
}

#[tokio::test]
async fn two_accounts_may_choose_the_same_key() {
    let server = TestServer::start().await;
    let (one, two) = (server.account(Plan::Pro, 10).await, server.account(Plan::Pro, 10).await);
    one.with("idempotency-key", "1").post("/v1/enrich", katherine()).await.ok();
    let answer = two.with("idempotency-key", "1").post("/v1/enrich", json!({ "networkUrl": JONAS })).await;
    assert_eq!(answer.ok()["person"]["networkUrl"], JONAS);
    assert_eq!(answer.header("idempotent-replayed"), "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_call_that_still_runs_is_said_to_run() {
    let server = TestServer::with(|setup| setup.catalogue = TEST_CATALOGUE).await;
    let account = server.account(Plan::Pro, 10).await;
    let caller = account.with("idempotency-key", "slow");
    let slow = |milliseconds: u64| json!({ "milliseconds": milliseconds });
    let running = {
        let caller = caller.clone();
        tokio::spawn(async move { caller.post("/v1/test/slow", slow(2_000)).await })
    };
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    caller.post("/v1/test/slow", slow(1)).await.problem(422, "idempotency_mismatch");
    let twin = caller.post("/v1/test/slow", slow(2_000)).await;
    twin.problem(409, "request_in_progress");
    assert_eq!(twin.header("retry-after"), "1");
    let first = running.await.unwrap();
    first.ok();
    assert_eq!(caller.post("/v1/test/slow", slow(2_000)).await.body, first.body);
    assert_eq!(server.balance(&account), Credits::whole(9));
}

#[tokio::test]
async fn a_refused_call_may_be_tried_again_under_its_key() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 0).await;
    let caller = account.with("idempotency-key", "retry");
    caller.post("/v1/enrich", katherine()).await.problem(402, "insufficient_credits");
    server.store.grant(&account.id, Credits::whole(5), "top-up", server.now()).await.unwrap();
    caller.post("/v1/enrich", katherine()).await.ok();
}

#[tokio::test]
async fn an_answer_with_a_secret_is_replayed_only_to_the_key_that_asked() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let other = server.key(&account, Scopes::CUSTOMER, None).await;
    let caller = account.with("idempotency-key", "new-key");
    let first = caller.post("/v1/me/keys", json!({ "name": "crm" })).await;
    assert_eq!(first.status, 201);
    let second = caller.post("/v1/me/keys", json!({ "name": "crm" })).await;
    assert_eq!((second.status, &second.body), (201, &first.body));
    assert_eq!(server.traces(&account).keys, 3, "one key was made, not two");
    let stranger = other.with("idempotency-key", "new-key");
    stranger.post("/v1/me/keys", json!({ "name": "crm" })).await.problem(422, "idempotency_mismatch");
}

#[tokio::test]
async fn a_key_that_is_no_key_is_refused() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    for key in ["", &"k".repeat(256), "ключ"] {
        let answer = account.with("idempotency-key", key).post("/v1/enrich", katherine()).await;
        answer.problem(422, "invalid_request");
    }
    account.with("idempotency-key", &"k".repeat(255)).post("/v1/enrich", katherine()).await.ok();
}
