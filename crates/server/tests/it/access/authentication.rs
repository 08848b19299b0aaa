//! Who may call: keys, scopes, plans.

use serde_json::json;
use store::{Plan, Scope, Scopes};

use crate::support::{KATHERINE, TEST_CATALOGUE, TestServer};

const SOMEONE: fn() -> serde_json::Value = || json!({ "networkUrl": KATHERINE });

#[tokio::test]
async fn without_a_key_there_is_no_answer() {
    let server = TestServer::start().await;
    let answer = server.anyone().get("/v1/me").await;
    answer.problem(401, "missing_key");
    assert_eq!(answer.header("www-authenticate"), "Bearer");
}

#[tokio::test]
async fn another_scheme_is_no_key() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    for value in [account.key.clone(), format!("Basic {}", account.key), "Bearer".into()] {
        server.anyone().with("authorization", &value).get("/v1/me").await.problem(401, "missing_key");
    }
}

#[tokio::test]
async fn the_scheme_is_read_in_any_case() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    for scheme in ["Bearer", "bearer", "BEARER", "bEaReR"] {
        let value = format!("{scheme} {}", account.key);
        server.anyone().with("authorization", &value).get("/v1/me").await.ok();
    }
}

#[tokio::test]
async fn malformed_and_unknown_keys_are_refused_alike() {
    let server = TestServer::start().await;
    let other = TestServer::start().await;
    let ours = server.account(Plan::Pro, 10).await;
    // A well-formed key that was never handed out here.
    let _ = other.account(Plan::Pro, 10).await;
    let unknown = other.account(Plan::Pro, 10).await.key;
    let cut = &ours.key[..ours.key.len() - 1];
    let mut answers = Vec::new();
    for key in [unknown.as_str(), cut, "nonsense", "brimful_live_", "ключ"] {
        let answer = server.anyone().with_key(key).get("/v1/me").await;
        assert_eq!(answer.header("www-authenticate"), "Bearer");
        let problem = answer.problem(401, if key == "ключ" { "missing_key" } else { "invalid_key" });
        answers.push(problem["detail"].clone());
    }
    assert_eq!(answers[0], answers[1], "a typo and a guess are told the same");
}

#[tokio::test]
async fn a_revoked_key_is_refused() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    server.store.revoke_key(&account.id, &account.key_id, server.now()).await.unwrap();
    let answer = account.get("/v1/me").await;
    answer.problem(401, "revoked_key");
    assert_eq!(answer.header("www-authenticate"), "Bearer");
}

#[tokio::test]
async fn an_expired_key_is_refused_from_the_very_second() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let end = server.now() + jiff::SignedDuration::from_secs(60);
    let client = server.key(&account, Scopes::CUSTOMER, Some(end)).await;
    server.wait(59);
    client.get("/v1/me").await.ok();
    server.wait(1);
    client.get("/v1/me").await.problem(401, "expired_key");
}

#[tokio::test]
async fn a_key_does_only_what_its_scopes_allow() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    for scope in Scope::ALL {
        let client = server.key(&account, Scopes::from_iter([scope]), None).await;
        let answers = [
            (Scope::Read, client.get("/v1/me").await),
            (Scope::Spend, client.post("/v1/enrich", SOMEONE()).await),
            (Scope::Manage, client.get("/v1/me/keys").await),
        ];
        for (needed, answer) in answers {
            if needed == scope {
                answer.ok();
            } else {
                let problem = answer.problem(403, "scope_required");
                assert_eq!(problem["required_scope"], needed.as_str());
            }
        }
    }
}

#[tokio::test]
async fn a_plan_that_is_too_low_is_told_which_one_it_takes() {
    let server = TestServer::with(|setup| setup.catalogue = TEST_CATALOGUE).await;
    for (plan, enough) in
        [(Plan::Free, false), (Plan::Starter, false), (Plan::Pro, true), (Plan::Scale, true)]
    {
        let account = server.account(plan, 10).await;
        let answer = account.post("/v1/test/for-pro", json!({})).await;
        if enough {
            answer.ok();
        } else {
            assert_eq!(answer.problem(403, "plan_required")["required_plan"], "pro");
        }
    }
}

#[tokio::test]
async fn a_key_in_the_query_is_never_taken() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    for name in ["key", "api_key", "access_token", "authorization"] {
        let query = format!("?{name}={}", account.key);
        server.anyone().get(&format!("/v1/me{query}")).await.problem(401, "missing_key");
        server.anyone().post(&format!("/v1/enrich{query}"), SOMEONE()).await.problem(401, "missing_key");
    }
}

#[tokio::test]
async fn guessing_keys_is_slowed_down_and_does_not_lock_out_valid_ones() {
    let server = TestServer::with(|setup| setup.settings.limits.refused_keys_per_minute = 5).await;
    let account = server.account(Plan::Pro, 10).await;
    let guesser = server.anyone().with_key("brimful_live_guess");
    for _ in 0..5 {
        guesser.get("/v1/me").await.problem(401, "invalid_key");
    }
    let answer = guesser.get("/v1/me").await;
    answer.problem(429, "rate_limited");
    assert_eq!(answer.header("retry-after"), "12");
    account.get("/v1/me").await.ok();

    server.wait(12);
    guesser.get("/v1/me").await.problem(401, "invalid_key");
    guesser.get("/v1/me").await.problem(429, "rate_limited");
}
