//! Requests a second, by plan.

use store::Plan;

use crate::support::{Setup, TestServer};

fn five_a_second(setup: &mut Setup) {
    setup.settings.plans.get_mut(&Plan::Indie).unwrap().requests_per_second = 5;
}

#[tokio::test]
async fn every_authenticated_answer_says_what_is_left() {
    let server = TestServer::with(five_a_second).await;
    let account = server.account(Plan::Indie, 0).await;
    let answer = account.get("/v1/me").await;
    assert_eq!(answer.header("ratelimit-policy"), "\"default\";q=10;w=2");
    assert_eq!(answer.header("ratelimit"), "\"default\";r=9;t=1");
    for refused in [
        account.post("/v1/enrich", serde_json::json!({})).await,
        account.post("/v1/enrich", serde_json::json!({ "email": "jonas@quill.example" })).await,
        account.delete("/v1/me/keys/none").await,
    ] {
        assert!(refused.status >= 400);
        assert!(refused.header("ratelimit").starts_with("\"default\";r="), "{}", refused.status);
    }
}

#[tokio::test]
async fn a_burst_of_twice_the_rate_passes_and_the_next_call_waits() {
    let server = TestServer::with(five_a_second).await;
    let account = server.account(Plan::Indie, 0).await;
    for _ in 0..10 {
        account.get("/v1/me").await.ok();
    }
    let answer = account.get("/v1/me").await;
    answer.problem(429, "rate_limited");
    assert_eq!(answer.header("retry-after"), "1");
    assert_eq!(answer.header("ratelimit"), "\"default\";r=0;t=2");

    server.wait(1);
    for _ in 0..5 {
        account.get("/v1/me").await.ok();
    }
    account.get("/v1/me").await.problem(429, "rate_limited");
}

#[tokio::test]
async fn one_account_does_not_use_up_anothers_rate() {
    let server = TestServer::with(five_a_second).await;
    let (one, two) = (server.account(Plan::Indie, 0).await, server.account(Plan::Indie, 0).await);
    for _ in 0..10 {
        one.get("/v1/me").await.ok();
    }
    one.get("/v1/me").await.problem(429, "rate_limited");
    two.get("/v1/me").await.ok();
}

#[tokio::test]
async fn a_rate_of_zero_is_no_limit() {
    let server = TestServer::with(five_a_second).await;
    let account = server.account(Plan::Scale, 0).await;
    for _ in 0..500 {
        let answer = account.get("/v1/me").await;
        answer.ok();
        assert_eq!(answer.header("ratelimit"), "");
    }
}
