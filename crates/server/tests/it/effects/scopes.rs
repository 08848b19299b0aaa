//! Every endpoint with every scope and every optional field: what follows later is what the key may do.

use serde_json::{Value, json};
use server::{Access, CATALOGUE, Entry};
use store::{Credits, KeyId, Plan, Scope, Scopes};

use crate::support::{Account, TestServer, call, own_path, verb};

/// Everything that a key without `spend` or without `manage` must leave as it is.
#[derive(Debug, PartialEq)]
struct State {
    balance: Credits,
    movements: usize,
    webhooks: Vec<(String, String, String)>,
    keys: Vec<(KeyId, bool, bool)>,
}

fn state(server: &TestServer, account: &Account) -> State {
    let webhooks = server.store.webhooks(&account.id).unwrap();
    let keys = server.store.keys(&account.id).unwrap();
    State {
        balance: server.balance(account),
        movements: server.store.movements(&account.id).unwrap().len(),
        webhooks: webhooks.into_iter().map(|webhook| (webhook.id, webhook.url, webhook.secret)).collect(),
        keys: keys
            .into_iter()
            .map(|key| (key.id, key.revoked_at.is_some(), key.expires_at.is_some()))
            .collect(),
    }
}

/// The example with every field that sets something in motion later, as far as the endpoint takes it.
fn full_request(document: &Value, entry: &Entry, example: Value) -> Value {
    let mut request = example;
    let operation = &document["paths"][entry.spec.path][verb(entry).as_str().to_lowercase()];
    let mut schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    if let Some(reference) = schema["$ref"].as_str() {
        schema = document.pointer(&reference[1..]).unwrap();
    }
    let further = [
        ("live", json!(true)),
        ("every_minutes", json!(1)),
        ("monthly_budget", json!(1_000)),
        (
            "webhook",
            json!({ "url": "http://127.0.0.1:65535/hook", "secret": "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz" }),
        ),
    ];
    for (name, value) in further {
        if schema["properties"].get(name).is_some() {
            request[name] = value;
        }
    }
    request
}

#[tokio::test]
async fn no_key_spends_or_manages_now_or_later_without_the_scope_for_it() {
    let (server, sample) = TestServer::of_the_world(|_| {}).await;
    let document: Value = serde_json::from_str(server.app.openapi()).unwrap();
    let mut refused = 0;
    for scope in [Scope::Read, Scope::Spend, Scope::Manage] {
        for entry in CATALOGUE.iter().filter(|entry| matches!(entry.spec.access, Access::Key(_))) {
            let owner = server.operator(&server.account(Plan::Scale, 100_000).await).await;
            // What only operators may do is refused before anything is looked up.
            let path = match entry.spec.access {
                Access::Key(Scope::Operate) => entry.spec.path.replace("{id}", "acc_1"),
                _ => own_path(&owner, entry, &sample).await,
            };
            let key = server.key(&owner, Scopes::from_iter([scope]), None).await;
            server.run_due().await;
            let before = state(&server, &owner);
            let request = full_request(&document, entry, (entry.example)(&sample));
            let answer = call(&key, entry, &path, request).await;
            server.turn(120).await;
            let after = state(&server, &owner);
            let name = format!("{} with `{}`: {}", entry.spec.id, scope.as_str(), answer.status);
            if scope != Scope::Spend {
                assert_eq!((after.balance, after.movements), (before.balance, before.movements), "{name}");
            }
            if scope != Scope::Manage {
                assert_eq!((&after.webhooks, &after.keys), (&before.webhooks, &before.keys), "{name}");
            }
            refused += usize::from(answer.status == 403);
        }
    }
    assert!(refused > 100, "{refused} calls were refused");
    server.prove_books();
}

#[tokio::test]
async fn a_list_that_runs_by_itself_is_set_up_changed_and_deleted_only_by_a_key_that_may_spend() {
    let server = TestServer::start().await;
    let owner = server.account(Plan::Pro, 100).await;
    let read = server.key(&owner, Scopes::from_iter([Scope::Read]), None).await;
    let spend = server.key(&owner, Scopes::from_iter([Scope::Read, Scope::Spend]), None).await;
    let manage = server.key(&owner, Scopes::from_iter([Scope::Read, Scope::Manage]), None).await;
    let plain = json!({ "name": "n", "domains": ["quill.example"] });
    read.post("/v1/watch-lists", plain.clone()).await.ok();
    let mut running = plain.clone();
    running["live"] = true.into();
    running["monthly_budget"] = 10.into();
    running["webhook"] = json!({ "url": "http://127.0.0.1:65535/hook" });
    for (key, lacking) in [(&read, "spend"), (&spend, "manage"), (&manage, "spend")] {
        let problem = key.post("/v1/watch-lists", running.clone()).await.problem(403, "scope_required");
        assert_eq!(problem["required_scope"], lacking);
    }
    assert!(server.store.webhooks(&owner.id).unwrap().is_empty(), "a refused call leaves nothing behind");
    let made = owner.post("/v1/watch-lists", running).await.ok();
    let path = format!("/v1/watch-lists/{}", made["id"].as_str().unwrap());
    for change in [json!({ "domains": ["other.example"] }), json!({ "name": "m" }), json!({ "live": false })]
    {
        read.patch(&path, change).await.problem(403, "scope_required");
    }
    read.delete(&path).await.problem(403, "scope_required");
    assert_eq!(
        spend.patch(&path, json!({ "monthly_budget": 20 })).await.ok()["watching"]["monthly_budget"],
        20
    );
    spend.delete(&path).await.ok();
}
