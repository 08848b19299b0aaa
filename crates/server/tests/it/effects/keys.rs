//! No key makes, keeps or ends a key that is stronger than itself.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use store::{Plan, Scope, Scopes};

use crate::support::TestServer;

fn expiry(view: &Value) -> Timestamp {
    view["expires_at"].as_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_key_makes_none_that_outlives_it() {
    let server = TestServer::start().await;
    let owner = server.account(Plan::Pro, 10).await;
    let soon = server.now() + SignedDuration::from_secs(60);
    let brief = server.key(&owner, Scopes::CUSTOMER, Some(soon)).await;
    let never = brief.post("/v1/me/keys", json!({ "name": "for ever" })).await.ok();
    assert_eq!(expiry(&never["details"]), soon);
    let later = json!({ "name": "later", "expires_at": soon + SignedDuration::from_hours(24) });
    assert_eq!(expiry(&brief.post("/v1/me/keys", later).await.ok()["details"]), soon);
    let path = format!("/v1/me/keys/{}", owner.key_id);
    brief.post(&format!("{path}/rotate"), json!({})).await.problem(403, "scope_required");
    brief.delete(&path).await.problem(403, "scope_required");
    let own = format!("/v1/me/keys/{}/rotate", brief.key_id);
    assert_eq!(expiry(&brief.post(&own, json!({})).await.ok()["details"]), soon);
}

#[tokio::test]
async fn lists_and_jobs_go_on_under_the_key_that_replaces_theirs() {
    let server = TestServer::start().await;
    let owner = server.account(Plan::Pro, 10).await;
    let request = json!({
        "name": "n", "domains": ["quill.example"], "live": true, "monthly_budget": 10,
        "webhook": { "url": "http://127.0.0.1:65535/hook" },
    });
    let list = owner.post("/v1/watch-lists", request).await.ok();
    let rotated = owner.post(&format!("/v1/me/keys/{}/rotate", owner.key_id), json!({})).await.ok();
    let watching = server.store.watching(&owner.id, list["id"].as_str().unwrap()).unwrap().unwrap();
    assert_eq!(watching.key_id, rotated["details"]["id"].as_str().unwrap());
}

#[tokio::test]
async fn a_key_revokes_and_rotates_only_keys_that_may_do_no_more() {
    let server = TestServer::start().await;
    let owner = server.account(Plan::Pro, 10).await;
    let manage = server.key(&owner, Scopes::from_iter([Scope::Manage]), None).await;
    let path = format!("/v1/me/keys/{}", owner.key_id);
    manage.delete(&path).await.problem(403, "scope_required");
    manage.post(&format!("{path}/rotate"), json!({})).await.problem(403, "scope_required");
    owner.get("/v1/me").await.ok();
    manage.delete(&format!("/v1/me/keys/{}", manage.key_id)).await.ok();
}
