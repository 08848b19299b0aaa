//! `/v1/me/keys`: list, make, revoke, rotate.

use jiff::SignedDuration;
use serde_json::{Value, json};
use store::{Plan, Scope, Scopes};

use crate::support::{TestServer, faults};

#[tokio::test]
async fn a_new_key_is_shown_once_and_works() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    server.wait(1);
    let answer = account.post("/v1/me/keys", json!({ "name": "crm", "scopes": ["read"] })).await;
    assert_eq!(answer.status, 201);
    let made = answer.ok();
    let key = made["key"].as_str().unwrap();
    assert!(key.starts_with("brimful_live_") && key.len() == 45, "{key}");
    assert_eq!(made["details"]["hint"], key[key.len() - 4..]);
    assert_eq!(made["details"]["scopes"], json!(["read"]));
    server.anyone().with_key(key).get("/v1/me").await.ok();

    let listed = account.get("/v1/me/keys").await;
    assert_eq!(listed.ok()["results"][1]["id"], made["details"]["id"]);
    assert!(!listed.text().contains(key), "a list never shows a key");
}

#[tokio::test]
async fn keys_are_listed_oldest_first_with_their_last_use() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    server.wait(60);
    account.post("/v1/me/keys", json!({ "name": "second" })).await.ok();
    server.app.write_key_uses().await.unwrap();
    let listed = account.get("/v1/me/keys").await.ok();
    insta::assert_json_snapshot!(listed, {
        ".results[].id" => "key_…",
        ".results[].hint" => "…",
    }, @r#"
    {
      "results": [
        {
          "id": "key_…",
          "name": "first key",
          "hint": "…",
          "scopes": [
            "read",
            "spend",
            "manage"
          ],
          "created_at": "2026-03-04T12:00:00Z",
          "last_used_at": "2026-03-04T12:01:00Z"
        },
        {
          "id": "key_…",
          "name": "second",
          "hint": "…",
          "scopes": [
            "read",
            "spend",
            "manage"
          ],
          "created_at": "2026-03-04T12:01:00Z"
        }
      ]
    }
    "#);
}

#[tokio::test]
async fn a_revoked_key_is_dead_at_once_and_revoking_again_changes_nothing() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let made = account.post("/v1/me/keys", json!({ "name": "leaked" })).await.ok();
    let leaked = server.anyone().with_key(made["key"].as_str().unwrap());
    leaked.get("/v1/me").await.ok();

    let path = format!("/v1/me/keys/{}", made["details"]["id"].as_str().unwrap());
    let revoked = account.delete(&path).await.ok();
    assert_eq!(revoked["revoked_at"], server.now().to_string());
    leaked.get("/v1/me").await.problem(401, "revoked_key");

    server.wait(60);
    assert_eq!(account.delete(&path).await.ok()["revoked_at"], revoked["revoked_at"]);
}

#[tokio::test]
async fn a_rotated_key_works_on_until_the_overlap_is_over() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let path = format!("/v1/me/keys/{}/rotate", account.key_id);
    let rotated = account.post(&path, json!({ "overlap_seconds": 3_600 })).await;
    assert_eq!(rotated.status, 201);
    let rotated = rotated.ok();
    let new = server.anyone().with_key(rotated["key"].as_str().unwrap());
    assert_eq!(rotated["replaced"]["id"], account.key_id.as_str());
    assert_eq!(rotated["replaced"]["expires_at"], (server.now() + SignedDuration::from_hours(1)).to_string());

    server.wait(3_599);
    account.get("/v1/me").await.ok();
    new.get("/v1/me").await.ok();
    server.wait(1);
    account.get("/v1/me").await.problem(401, "expired_key");
    new.get("/v1/me").await.ok();
}

#[tokio::test]
async fn an_overlap_of_nothing_ends_the_old_key_at_once() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let path = format!("/v1/me/keys/{}/rotate", account.key_id);
    account.post(&path, json!({ "overlap_seconds": 0 })).await.ok();
    account.get("/v1/me").await.problem(401, "expired_key");
}

#[tokio::test]
async fn rotating_does_not_bring_back_a_revoked_key() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let made = account.post("/v1/me/keys", json!({ "name": "old" })).await.ok();
    let path = format!("/v1/me/keys/{}", made["details"]["id"].as_str().unwrap());
    account.delete(&path).await.ok();
    account.post(&format!("{path}/rotate"), json!({})).await.problem(404, "not_found");
}

#[tokio::test]
async fn a_key_can_be_made_to_expire_but_not_in_the_past() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let end = server.now() + SignedDuration::from_secs(10);
    let made = account.post("/v1/me/keys", json!({ "name": "short", "expires_at": end })).await.ok();
    let client = server.anyone().with_key(made["key"].as_str().unwrap());
    client.get("/v1/me").await.ok();
    server.wait(10);
    client.get("/v1/me").await.problem(401, "expired_key");

    let late = account.post("/v1/me/keys", json!({ "name": "late", "expires_at": end })).await;
    assert_eq!(faults(&late.problem(422, "invalid_request")), ["/expires_at: invalid_value"]);
}

#[tokio::test]
async fn scopes_cannot_be_escalated() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let manager = server.key(&account, Scopes::from_iter([Scope::Manage]), None).await;
    let ask = |scopes: Value| json!({ "name": "more", "scopes": scopes });
    for scopes in [json!(["spend"]), json!(["manage", "read"])] {
        manager.post("/v1/me/keys", ask(scopes)).await.problem(403, "scope_required");
    }
    let rotate = format!("/v1/me/keys/{}/rotate", account.key_id);
    manager.post(&rotate, json!({})).await.problem(403, "scope_required");

    let made = manager.post("/v1/me/keys", json!({ "name": "same" })).await.ok();
    assert_eq!(made["details"]["scopes"], json!(["manage"]), "no scopes named: those of the asking key");
}

#[tokio::test]
async fn anothers_key_answers_exactly_as_one_that_never_was() {
    let server = TestServer::start().await;
    let (one, two) = (server.account(Plan::Pro, 10).await, server.account(Plan::Pro, 10).await);
    let never = "key_00000000000000000000000000";
    let stripped = |mut problem: Value| {
        problem["request_id"].take();
        problem
    };
    let revoke =
        async |id: &str| stripped(one.delete(&format!("/v1/me/keys/{id}")).await.problem(404, "not_found"));
    let rotate = async |id: &str| {
        stripped(one.post(&format!("/v1/me/keys/{id}/rotate"), json!({})).await.problem(404, "not_found"))
    };
    assert_eq!(revoke(two.key_id.as_str()).await, revoke(never).await);
    assert_eq!(rotate(two.key_id.as_str()).await, rotate(never).await);
    two.get("/v1/me").await.ok();
}
