//! `/v1/sandbox`: the same endpoints over a small made-up world, without key, charge or trace.

use serde_json::{Value, json};
use server::CATALOGUE;
use store::{Clock, Plan};

use crate::support::{Client, START, Setup, TestServer, call, twin_path};

fn question() -> Value {
    json!({ "domain": "harbor.example" })
}

async fn ask(client: &Client) -> u16 {
    client.post("/v1/sandbox/companies", question()).await.status
}

#[tokio::test]
async fn every_twin_answers_its_example_and_leaves_no_trace() {
    let enough = |setup: &mut Setup| setup.settings.limits.sandbox_calls_per_day = 10_000;
    let (server, sample) = TestServer::of_the_world(enough).await;
    let account = server.account(Plan::Pro, 10).await;
    let before = server.traces(&account);
    let counts = server.store.counts().unwrap();
    let twins: Vec<_> = CATALOGUE.iter().filter(|entry| entry.spec.has_twin()).collect();
    assert!(twins.len() >= 5);
    for entry in twins {
        // A key does not make a sandbox call a real one.
        for client in [server.anyone(), account.client.clone()] {
            let path = twin_path(entry, &sample);
            let answer = call(&client, entry, &path, (entry.example)(&sample)).await.ok();
            assert_eq!(answer["sandbox"], true, "{}", entry.spec.id);
            let resolved = answer["cost"]["credits"].as_f64().is_some_and(|credits| credits > 0.0);
            assert_eq!(resolved, entry.spec.price.charges(), "{}: {answer}", entry.spec.id);
            assert_eq!(answer["cost"].get("balance_remaining"), None, "{}", entry.spec.id);
        }
    }
    assert_eq!(server.traces(&account), before);
    assert_eq!(server.store.counts().unwrap(), counts);
}

#[tokio::test]
async fn previews_and_problems_say_that_they_are_the_sandboxs() {
    let server = TestServer::start().await;
    let preview = json!({ "domain": "harbor.example", "preview": true });
    let answer = server.anyone().post("/v1/sandbox/companies", preview).await.ok();
    assert_eq!((&answer["preview"], &answer["sandbox"]), (&json!(true), &json!(true)));
    let refused = server.anyone().post("/v1/sandbox/companies", json!({})).await;
    assert_eq!(refused.problem(422, "invalid_request")["sandbox"], true);
}

#[tokio::test]
async fn the_sandbox_knows_none_of_the_real_records() {
    let server = TestServer::start().await;
    let answer = server.anyone().post("/v1/sandbox/companies", question()).await.ok();
    assert_eq!(answer["found"], false);
}

#[tokio::test]
async fn accounts_have_no_twin() {
    let server = TestServer::start().await;
    for path in ["/v1/sandbox/me", "/v1/sandbox/me/keys", "/v1/sandbox/signup"] {
        server.anyone().get(path).await.problem(404, "not_found");
    }
}

#[tokio::test]
async fn the_fifty_first_call_of_a_day_is_refused_whatever_it_claims_to_be() {
    let server = TestServer::start().await;
    let client = server.anyone();
    for call in 0..50 {
        let forged = client.with("x-forwarded-for", &format!("203.0.113.{call}"));
        assert_eq!(ask(&forged).await, 200);
    }
    for client in [client.clone(), client.with("x-forwarded-for", "203.0.113.77")] {
        let answer = client.post("/v1/sandbox/companies", question()).await;
        answer.problem(429, "sandbox_limit");
        assert_eq!(answer.header("retry-after"), "43200", "twelve hours from noon to midnight");
    }
    client.get("/v1/sandbox/info").await.ok();
}

#[tokio::test]
async fn the_next_day_starts_at_midnight() {
    let server = TestServer::with(|setup| setup.settings.limits.sandbox_calls_per_day = 1).await;
    let client = server.anyone();
    assert_eq!((ask(&client).await, ask(&client).await), (200, 429));
    server.wait(12 * 3_600 - 1);
    assert_eq!(ask(&client).await, 429);
    server.wait(1);
    assert_eq!((ask(&client).await, ask(&client).await), (200, 429));
}

#[tokio::test]
async fn a_restart_does_not_reset_the_count() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::manual(START.parse().unwrap());
    let start = async || {
        TestServer::with(|setup| {
            setup.folder = Some(folder.path().to_owned());
            setup.clock = clock.clone();
            setup.settings.limits.sandbox_calls_per_day = 2;
        })
        .await
    };
    let server = start().await;
    assert_eq!(ask(&server.anyone()).await, 200);
    server.stop().await;
    let server = start().await;
    assert_eq!((ask(&server.anyone()).await, ask(&server.anyone()).await), (200, 429));
}

#[tokio::test]
async fn a_trusted_proxy_is_believed_about_the_last_hop_only() {
    let server = TestServer::with(|setup| {
        setup.settings.limits.sandbox_calls_per_day = 1;
        setup.settings.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    let from = |hops: &str| server.anyone().with("x-forwarded-for", hops);
    assert_eq!(ask(&from("203.0.113.1")).await, 200);
    assert_eq!(ask(&from("203.0.113.2")).await, 200, "another client has calls of its own");
    assert_eq!(ask(&from("203.0.113.1")).await, 429);
    assert_eq!(
        ask(&from("198.51.100.9, 203.0.113.1")).await,
        429,
        "what the client wrote itself counts for nothing"
    );
    assert_eq!(ask(&from("2001:db8::1")).await, 200);
    assert_eq!(ask(&from("2001:db8::2")).await, 429, "a /64 is one client");
    assert_eq!(ask(&from("2001:db8:0:1::1")).await, 200);
}

#[tokio::test]
async fn info_lists_every_twin_by_family() {
    let server = TestServer::start().await;
    let info = server.anyone().get("/v1/sandbox/info").await.ok();
    let families: Vec<_> = info["endpoints"].as_object().unwrap().keys().map(String::as_str).collect();
    let expected = ["resolve", "find", "search", "signals", "combos", "niche_combos", "bundles", "sticky"];
    assert!(expected.iter().all(|family| families.contains(family)), "{families:?}");
    let listed: Vec<_> =
        info["endpoints"].as_object().unwrap().values().flat_map(|paths| paths.as_array().unwrap()).collect();
    for entry in CATALOGUE.iter().filter(|entry| entry.spec.has_twin()) {
        let path = entry.spec.twin_path();
        let demo = path.replace("{id}", "demo");
        let named = listed.iter().any(|one| **one == json!(path) || **one == json!(demo));
        assert!(named, "{}: {listed:?}", entry.spec.id);
    }
    assert_eq!((&info["sandbox"], &info["daily_limit"]), (&json!(true), &json!(50)));
    assert!(info["note"].as_str().unwrap().contains("/signup"));
    assert!(!info["description"].as_str().unwrap().is_empty());
}
