//! Monthly caps of keys: what they refuse, how they are counted, and that they cannot be got around.

use serde_json::{Value, json};
use store::{Credits, Plan};

use crate::support::{Account, Client, KATHERINE, Receiver, Reply, TestServer, faults};

/// Price of the call.
const ENRICH: i64 = 1;

async fn enrich(client: &Client) -> crate::support::Answer {
    client.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await
}

/// A further key of an account with a cap: its id and a client that calls with it.
async fn capped(server: &TestServer, account: &Account, cap: u32) -> (String, Client) {
    let made = account.post("/v1/me/keys", json!({ "name": "capped", "monthly_cap": cap })).await.ok();
    assert_eq!(
        (&made["details"]["monthly_cap"], &made["details"]["used_this_month"]),
        (&json!(cap), &json!(0))
    );
    let client = server.anyone().with_key(made["key"].as_str().unwrap());
    (made["details"]["id"].as_str().unwrap().to_owned(), client)
}

#[tokio::test]
async fn a_spent_cap_refuses_calls_that_cost_and_no_others() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 100).await;
    let (id, client) = capped(&server, &account, 2).await;
    for _ in 0..2 {
        assert_eq!(enrich(&client).await.ok()["cost"]["credits"], ENRICH);
    }
    let problem = enrich(&client).await.problem(402, "key_cap_reached");
    for (member, value) in [("required", 1), ("monthly_cap", 2), ("used_this_month", 2)] {
        assert_eq!(problem[member], value, "{problem}");
    }
    assert_eq!(problem["resets_at"], "2026-04-01T00:00:00Z");
    client.get("/v1/me").await.ok();
    client.post("/v1/enrich", json!({ "networkUrl": KATHERINE, "preview": true })).await.ok();
    enrich(&account).await.ok();
    assert_eq!(server.balance(&account), Credits::whole(97));
    let listed = account.get("/v1/me/keys").await.ok();
    let shown = listed["results"].as_array().unwrap().iter().find(|key| key["id"] == *id).unwrap().clone();
    assert_eq!((&shown["monthly_cap"], &shown["used_this_month"]), (&json!(2), &json!(2)));
    let usage = account.get("/v1/me/usage?by=key").await.ok();
    let group = usage["results"].as_array().unwrap().iter().find(|one| one["key_id"] == *id).unwrap().clone();
    assert_eq!(
        (&group["credits"], &group["monthly_cap"], &group["used_this_month"]),
        (&json!(2), &json!(2), &json!(2))
    );
    assert!(usage["results"][0].get("monthly_cap").is_none() || usage["results"][0]["key_id"] == *id);
    server.prove_books();
}

#[tokio::test]
async fn a_new_month_starts_anew() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 100).await;
    let (_, client) = capped(&server, &account, 1).await;
    enrich(&client).await.ok();
    server.wait(27 * 24 * 3600 + 12 * 3600 - 1);
    enrich(&client).await.problem(402, "key_cap_reached");
    server.wait(1);
    enrich(&client).await.ok();
    enrich(&client).await.problem(402, "key_cap_reached");
}

#[tokio::test]
async fn calls_at_a_time_never_spend_more_than_the_cap() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Scale, 1_000).await;
    let (_, client) = capped(&server, &account, 7).await;
    let calls = (0..40).map(|_| {
        let client = client.clone();
        tokio::spawn(async move { enrich(&client).await.status })
    });
    let (mut answered, mut refused) = (0, 0);
    for call in calls.collect::<Vec<_>>() {
        match call.await.unwrap() {
            200 => answered += 1,
            402 => refused += 1,
            other => panic!("{other}"),
        }
    }
    assert_eq!((answered, refused), (7, 33));
    assert_eq!(server.balance(&account), Credits::whole(993));
    server.prove_books();
}

#[tokio::test]
async fn a_cap_that_is_set_later_counts_what_the_month_has_cost() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 100).await;
    let made = account.post("/v1/me/keys", json!({ "name": "open" })).await.ok();
    let client = server.anyone().with_key(made["key"].as_str().unwrap());
    let path = format!("/v1/me/keys/{}", made["details"]["id"].as_str().unwrap());
    assert!(made["details"].get("monthly_cap").is_none());
    for _ in 0..3 {
        enrich(&client).await.ok();
    }
    let changed = account.patch(&path, json!({ "monthly_cap": 4 })).await.ok();
    assert_eq!((&changed["monthly_cap"], &changed["used_this_month"]), (&json!(4), &json!(3)));
    enrich(&client).await.ok();
    enrich(&client).await.problem(402, "key_cap_reached");
    assert!(account.patch(&path, json!({ "monthly_cap": null })).await.ok().get("monthly_cap").is_none());
    enrich(&client).await.ok();
    let again = account.patch(&path, json!({ "monthly_cap": 10 })).await.ok();
    assert_eq!(again["used_this_month"], 5, "what was spent without a cap counts, too");
    let problem = account.patch(&path, json!({})).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/monthly_cap: required"]);
}

#[tokio::test]
async fn a_capped_key_cannot_get_around_its_cap() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 100).await;
    let (id, client) = capped(&server, &account, 2).await;
    let own = format!("/v1/me/keys/{id}");
    let owner = format!("/v1/me/keys/{}", account.key_id);
    for problem in [
        client.patch(&own, json!({ "monthly_cap": 1_000 })).await,
        client.patch(&own, json!({ "monthly_cap": null })).await,
        client.post("/v1/me/keys", json!({ "name": "free", "monthly_cap": 1_000 })).await,
        client.post(&format!("{owner}/rotate"), json!({})).await,
        client.patch(&owner, json!({ "monthly_cap": 0 })).await,
        client.delete(&owner).await,
    ] {
        problem.problem(403, "scope_required");
    }
    let child = client.post("/v1/me/keys", json!({ "name": "child" })).await.ok();
    assert_eq!(child["details"]["monthly_cap"], 2);
    let child = server.anyone().with_key(child["key"].as_str().unwrap());
    let rotated = client.post(&format!("{own}/rotate"), json!({})).await.ok();
    assert_eq!(rotated["details"]["monthly_cap"], 2);
    let rotated = server.anyone().with_key(rotated["key"].as_str().unwrap());
    enrich(&child).await.ok();
    enrich(&rotated).await.ok();
    for key in [&client, &child, &rotated] {
        enrich(key).await.problem(402, "key_cap_reached");
    }
    assert_eq!(server.balance(&account), Credits::whole(98));
}

#[tokio::test]
async fn a_bulk_job_pauses_at_the_cap_of_its_key_and_goes_on_with_another() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 100).await;
    let (_, client) = capped(&server, &account, 1).await;
    let items = json!({ "items": [{ "networkUrl": KATHERINE }, { "networkUrl": crate::support::JONAS }] });
    let job = client.post("/v1/bulk/enrich", items).await.ok();
    let path = format!("/v1/bulk/{}", job["id"].as_str().unwrap());
    server.run_due().await;
    let state = account.get(&path).await.ok();
    assert_eq!((&state["status"], &state["paused_reason"]), (&json!("paused"), &json!("key_cap_reached")));
    assert_eq!(server.balance(&account), Credits::whole(99));
    account.post(&format!("{path}/resume"), json!({})).await.ok();
    server.run_due().await;
    assert_eq!(account.get(&path).await.ok()["status"], "completed");
    assert_eq!(server.balance(&account), Credits::whole(98));
    server.prove_books();
}

#[tokio::test]
async fn a_list_rests_at_the_cap_of_its_key_until_that_is_raised() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 100).await;
    let operator = server.operator(&account).await;
    let (id, client) = capped(&server, &account, 0).await;
    let receiver = Receiver::start(Reply::Status(200)).await;
    let list = json!({
        "name": "n", "domains": [crate::support::QUILL], "monthly_budget": 50, "every_minutes": 1,
        "webhook": { "url": receiver.url() },
    });
    let list = client.post("/v1/watch-lists", list).await.ok();
    let path = format!("/v1/watch-lists/{}", list["id"].as_str().unwrap());
    let signal = json!({
        "kind": "funding", "id": "1", "companyDomain": crate::support::QUILL, "round": "seed", "amount": 1_000_000,
        "currency": "USD", "date": "2026-03-01",
    });
    operator.post("/v1/ingest/signals", json!({ "source": "news", "signals": [signal] })).await.ok();
    server.turn(120).await;
    let resting = |list: &Value| list.to_string().contains("key_cap_reached");
    assert!(resting(&account.get(&path).await.ok()));
    assert_eq!(server.balance(&account), Credits::whole(100));
    account.patch(&format!("/v1/me/keys/{id}"), json!({ "monthly_cap": 50 })).await.ok();
    server.turn(120).await;
    assert!(!resting(&account.get(&path).await.ok()));
    assert!(server.balance(&account) < Credits::whole(100));
}
