//! What an account stores has a cap of each kind, whichever way it is stored.

use serde_json::{Value, json};
use server::{CATALOGUE, Method, StorageCaps};
use store::{Plan, Scopes, Stored};

use crate::support::{Account, Answer, TestServer};

/// Free calls that store something for their account, each with a test below.
const STORE: [&str; 8] = [
    "create_watch_list",
    "change_watch_list",
    "engagement_events",
    "save_icp",
    "create_key",
    "rotate_key",
    "create_webhook",
    "login",
];

/// Free calls that add nothing to what their account stores: they change what is there, are bounded by their own
/// limits, or are the operator's own.
const STORE_NOTHING: [&str; 31] = [
    "signup",
    "change_key",
    "cancel_bulk_job",
    "resume_bulk_job",
    "change_webhook",
    "rotate_webhook_secret",
    "test_webhook",
    "redeliver_since",
    "redeliver",
    "ingest_people",
    "ingest_companies",
    "ingest_signals",
    "file_privacy_request",
    "approve_privacy_request",
    "refuse_privacy_request",
    "add_suppression",
    "erase",
    "remove_suppression",
    "operator_grant",
    "operator_refund",
    "operator_set_plan",
    "operator_close_account",
    "operator_reopen_account",
    "operator_merge",
    "operator_keep_apart",
    "operator_split",
    "operator_receive_import",
    "operator_start_import",
    "operator_choose_order",
    "operator_reset_order",
    "operator_start_calibration",
];

fn small_caps() -> StorageCaps {
    StorageCaps {
        watch_lists: 2,
        watch_entries: 5,
        saved_icps: 2,
        bulk_items: 3,
        open_bulk_jobs: 100,
        engagement_events: 3,
        webhooks: 2,
        keys: 3,
    }
}

async fn start() -> (TestServer, Account) {
    let server = TestServer::with(|setup| {
        setup.settings.plans.values_mut().for_each(|terms| terms.stored = small_caps());
    })
    .await;
    let account = server.account(Plan::Pro, 100).await;
    (server, account)
}

#[track_caller]
fn refused(answer: &Answer, what: Stored, value: u64) {
    let problem = answer.problem(403, "limit_reached");
    assert_eq!((&problem["limit"], &problem["value"]), (&json!(what.as_str()), &json!(value)));
    assert!(problem["detail"].as_str().unwrap().contains(&value.to_string()), "{problem}");
}

fn list(domains: std::ops::Range<usize>) -> Value {
    let domains: Vec<String> = domains.map(|number| format!("c{number}.example")).collect();
    json!({ "name": "a list", "domains": domains })
}

#[test]
fn every_free_call_that_may_store_something_is_known_here() {
    for entry in CATALOGUE {
        let spec = entry.spec;
        if spec.price.charges() || !matches!(spec.method, Method::Post | Method::Patch) {
            continue;
        }
        let is_known = STORE.contains(&spec.id) || STORE_NOTHING.contains(&spec.id);
        assert!(is_known, "{} may store something: give it a cap and a test, or say why not", spec.id);
    }
}

#[tokio::test]
async fn watch_lists_and_their_entries_have_caps() {
    let (server, account) = start().await;
    refused(&account.post("/v1/watch-lists", list(0..6)).await, Stored::WatchEntries, 5);
    let made = account.post("/v1/watch-lists", list(0..2)).await.ok();
    account.post("/v1/watch-lists", list(2..5)).await.ok();
    refused(&account.post("/v1/watch-lists", list(0..1)).await, Stored::WatchLists, 2);
    let path = format!("/v1/watch-lists/{}", made["id"].as_str().unwrap());
    refused(
        &account.patch(&path, json!({ "domains": ["a.example", "b.example", "c.example"] })).await,
        Stored::WatchEntries,
        5,
    );
    assert_eq!(account.get(&path).await.ok()["entries"], 2, "a refused change changes nothing");
    account.patch(&path, json!({ "domains": ["a.example"] })).await.ok();
    account.delete(&path).await.ok();
    account.post("/v1/watch-lists", list(0..1)).await.ok();

    // Another account has caps of its own.
    let other = server.account(Plan::Pro, 0).await;
    other.post("/v1/watch-lists", list(0..5)).await.ok();
}

#[tokio::test]
async fn an_account_beyond_a_lower_cap_can_still_make_its_lists_smaller() {
    let server = TestServer::with(|setup| {
        setup.settings.plans.get_mut(&Plan::Free).unwrap().stored = small_caps();
    })
    .await;
    let account = server.account(Plan::Pro, 0).await;
    let made = account.post("/v1/watch-lists", list(0..20)).await.ok();
    server.store.set_plan(&account.id, Plan::Free).await.unwrap();
    let path = format!("/v1/watch-lists/{}", made["id"].as_str().unwrap());
    account.patch(&path, list(0..10)).await.ok();
    refused(&account.patch(&path, list(0..11)).await, Stored::WatchEntries, 5);
}

#[tokio::test]
async fn saved_icps_and_engagement_events_have_caps() {
    let (_server, account) = start().await;
    let icp = json!({ "name": "buyers", "target": "people", "filters": { "departments": ["sales"] } });
    account.post("/v1/saved-icps", icp.clone()).await.ok();
    account.post("/v1/saved-icps", icp.clone()).await.ok();
    refused(&account.post("/v1/saved-icps", icp).await, Stored::SavedIcps, 2);
    let large = vec!["x".repeat(190); 1_000];
    let large = json!({ "name": "large", "target": "people", "filters": { "titles": large } });
    assert_eq!(account.post("/v1/saved-icps", large).await.status, 422);

    let events = |count: usize| {
        let event = |number: usize| json!({ "email": format!("a{number}@client.example") });
        json!({ "events": (0..count).map(event).collect::<Vec<_>>() })
    };
    refused(&account.post("/v1/engagement-events", events(4)).await, Stored::EngagementEvents, 3);
    account.post("/v1/engagement-events", events(3)).await.ok();
    account.post("/v1/engagement-events", events(3)).await.ok();
    let other = json!({ "events": [{ "email": "b@client.example" }] });
    refused(&account.post("/v1/engagement-events", other).await, Stored::EngagementEvents, 3);
}

#[tokio::test]
async fn items_of_bulk_jobs_have_a_cap_that_ended_jobs_count_for() {
    let (server, account) = start().await;
    let job = |items: usize| {
        let item = |number: usize| json!({ "email": format!("a{number}@client.example") });
        json!({ "items": (0..items).map(item).collect::<Vec<_>>() })
    };
    refused(&account.post("/v1/bulk/enrich", job(4)).await, Stored::BulkItems, 3);
    account.post("/v1/bulk/enrich", job(2)).await.ok();
    server.run_due().await;
    refused(&account.post("/v1/bulk/enrich", job(2)).await, Stored::BulkItems, 3);
    account.post("/v1/bulk/enrich", job(1)).await.ok();
}

#[tokio::test]
async fn webhooks_have_a_cap_whichever_call_makes_them() {
    let (server, account) = start().await;
    let url = |number: usize| format!("http://127.0.0.1:65535/{number}");
    account.post("/v1/me/webhooks", json!({ "url": url(1) })).await.ok();
    account.post("/v1/me/webhooks", json!({ "url": url(2) })).await.ok();
    refused(&account.post("/v1/me/webhooks", json!({ "url": url(3) })).await, Stored::Webhooks, 2);
    let job = json!({ "items": [{ "email": "a@client.example" }], "webhook": { "url": url(4) } });
    refused(&account.post("/v1/bulk/enrich", job).await, Stored::Webhooks, 2);
    let mut watching = list(0..1);
    watching["live"] = true.into();
    watching["monthly_budget"] = 10.into();
    watching["webhook"] = json!({ "url": url(5) });
    refused(&account.post("/v1/watch-lists", watching).await, Stored::Webhooks, 2);
    // One that is there already is used, or gets another secret, at the cap too.
    account.post("/v1/me/webhooks", json!({ "url": url(2) })).await.ok();
    assert_eq!(server.store.webhooks(&account.id).unwrap().len(), 2);
}

#[tokio::test]
async fn keys_have_a_cap_whichever_call_makes_them() {
    let (server, account) = start().await;
    let named = |name: &str| json!({ "name": name });
    account.post("/v1/me/keys", named("two")).await.ok();
    let third = account.post("/v1/me/keys", named("three")).await.ok();
    refused(&account.post("/v1/me/keys", named("four")).await, Stored::Keys, 3);
    let id = third["details"]["id"].as_str().unwrap();
    refused(&account.post(&format!("/v1/me/keys/{id}/rotate"), json!({})).await, Stored::Keys, 3);
    let mut id = id.to_owned();
    for _ in 0..20 {
        refused(&account.post(&format!("/v1/me/keys/{id}/rotate"), json!({})).await, Stored::Keys, 3);
        let at_once = json!({ "overlap_seconds": 0 });
        let rotated = account.post(&format!("/v1/me/keys/{id}/rotate"), at_once).await.ok();
        id = rotated["details"]["id"].as_str().unwrap().to_owned();
        let lives = |key: &&store::Key| {
            key.revoked_at.is_none() && key.expires_at.is_none_or(|end| end > server.now())
        };
        assert_eq!(server.store.keys(&account.id).unwrap().iter().filter(lives).count(), 3);
    }
}

#[tokio::test]
async fn signing_in_makes_no_key_beyond_the_cap() {
    let server = TestServer::with(|setup| {
        setup.settings.signup.mode = server::SignupMode::Open;
        setup.settings.plans.values_mut().for_each(|terms| terms.stored = small_caps());
    })
    .await;
    let who = json!({ "email": "ada@client.example", "password": "correct horse" });
    let account = server.anyone().post("/v1/signup", who.clone()).await.ok();
    let id = account["account_id"].as_str().unwrap();
    let (_, key) = server::generate_key("x", Scopes::CUSTOMER, None, &server.clock, &server.app.entropy);
    server.store.create_key(&id.into(), key, server.now()).await.unwrap();
    let mut login = who;
    login["key"] = json!({ "name": "laptop" });
    server.anyone().post("/v1/login", login.clone()).await.ok();
    refused(&server.anyone().post("/v1/login", login).await, Stored::Keys, 3);
}
