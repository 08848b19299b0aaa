//! The choice of events of a webhook: validated, shown, and honoured by what is sent and charged.

use serde_json::{Value, json};
use store::{Credits, EventKind, Plan};

use crate::support::{Account, KATHERINE, QUILL, Receiver, Reply, TestServer, faults};

async fn run_job(server: &TestServer, account: &Account, receiver: &Receiver) {
    let items = json!([{ "networkUrl": KATHERINE }]);
    let request = json!({ "items": items, "webhook": { "url": receiver.url() } });
    account.post("/v1/bulk/enrich", request).await.ok();
    server.run_due().await;
    server.run_due().await;
}

/// Every event that was received has the members that the API description promises, and no others.
fn as_described(server: &TestServer, receiver: &Receiver) {
    let document: Value = serde_json::from_str(server.app.openapi()).unwrap();
    for event in receiver.received() {
        let event = event.json();
        let kind = event["type"].as_str().unwrap().to_owned();
        let schema =
            &document["webhooks"][&kind]["post"]["requestBody"]["content"]["application/json"]["schema"];
        fits(&document, &event, schema, &kind);
    }
}

fn fits(document: &Value, value: &Value, schema: &Value, place: &str) {
    let named = schema["$ref"].as_str().map(|path| document.pointer(&path[1..]).unwrap());
    let schema = named.unwrap_or(schema);
    assert!(schema.is_object(), "{place} is not described");
    if let (Some(members), Some(properties)) = (value.as_object(), schema["properties"].as_object()) {
        for (name, member) in members {
            let property = properties.get(name).unwrap_or_else(|| panic!("{place}/{name} is not described"));
            fits(document, member, property, &format!("{place}/{name}"));
        }
        for name in schema["required"].as_array().into_iter().flatten() {
            assert!(members.contains_key(name.as_str().unwrap()), "{place} lacks {name}");
        }
    }
    for item in value.as_array().into_iter().flatten() {
        fits(document, item, &schema["items"], place);
    }
}

fn kinds(receiver: &Receiver) -> Vec<String> {
    receiver.received().iter().map(|event| event.json()["type"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn without_a_choice_every_event_is_sent_and_with_one_only_those() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 100).await;
    let receiver = Receiver::start(Reply::Status(200)).await;
    let made = account.post("/v1/me/webhooks", json!({ "url": receiver.url() })).await.ok();
    assert_eq!(made["events"], Value::Null);
    run_job(&server, &account, &receiver).await;
    receiver.wait_for(1).await;
    let path = format!("/v1/me/webhooks/{}", made["id"].as_str().unwrap());
    let chosen = json!(["watch_list.matched", "email.settled", "email.settled"]);
    let changed = account.patch(&path, json!({ "events": chosen })).await.ok();
    assert_eq!(changed["events"], json!(["email.settled", "watch_list.matched"]), "each once");
    run_job(&server, &account, &receiver).await;
    assert_eq!(
        account.get(&path).await.ok()["events"],
        changed["events"],
        "a job does not change the choice"
    );
    // A test is sent whatever was chosen, and shows that nothing else was under way before it.
    account.post(&format!("{path}/test"), json!({})).await.ok();
    server.run_due().await;
    receiver.wait_for(2).await;
    assert_eq!(kinds(&receiver), ["bulk.completed", "webhook.test"]);
    as_described(&server, &receiver);
    let listed = account.get("/v1/me/webhooks/deliveries").await.ok();
    assert_eq!(listed["results"].as_array().unwrap().len(), 2, "what was not chosen is not filed");
    assert_eq!(account.patch(&path, json!({ "events": null })).await.ok()["events"], Value::Null);
    run_job(&server, &account, &receiver).await;
    receiver.wait_for(3).await;
    assert_eq!(kinds(&receiver)[2], "bulk.completed");
}

#[tokio::test]
async fn a_choice_is_validated_against_the_list_of_events() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 100).await;
    let receiver = Receiver::start(Reply::Status(200)).await;
    for (events, fault) in [
        (json!(["bulk.complete"]), "/events/0: not_one_of"),
        (json!([]), "/events: too_few"),
        (json!("bulk.completed"), "/events: wrong_type"),
    ] {
        let request = json!({ "url": receiver.url(), "events": events });
        let problem = account.post("/v1/me/webhooks", request).await.problem(422, "invalid_request");
        assert_eq!(faults(&problem), [fault]);
    }
    let all: Vec<&str> = EventKind::ALL.iter().map(|kind| kind.as_str()).collect();
    let made = account.post("/v1/me/webhooks", json!({ "url": receiver.url(), "events": all })).await.ok();
    assert_eq!(made["events"].as_array().unwrap().len(), EventKind::ALL.len());
    let path = format!("/v1/me/webhooks/{}", made["id"].as_str().unwrap());
    let problem = account.patch(&path, json!({})).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/enabled: required"]);
    let both = account.patch(&path, json!({ "enabled": false, "events": ["bulk.failed"] })).await.ok();
    assert_eq!((&both["status"], &both["events"]), (&json!("disabled"), &json!(["bulk.failed"])));
    let again = account.post("/v1/me/webhooks", json!({ "url": receiver.url() })).await.ok();
    assert_eq!(
        again["events"],
        json!(["bulk.failed"]),
        "made again without a choice it keeps the one it has"
    );
}

#[tokio::test]
async fn a_list_whose_webhook_does_not_want_its_matches_rests_and_is_not_charged() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 100).await;
    let operator = server.operator(&account).await;
    let receiver = Receiver::start(Reply::Status(200)).await;
    let list = json!({
        "name": "n", "domains": [QUILL], "monthly_budget": 50, "every_minutes": 1,
        "webhook": { "url": receiver.url(), "events": ["bulk.completed"] },
    });
    let list = account.post("/v1/watch-lists", list).await.ok();
    let path = format!("/v1/watch-lists/{}", list["id"].as_str().unwrap());
    let signal = json!({
        "kind": "funding", "id": "1", "companyDomain": QUILL, "round": "seed", "amount": 1_000_000,
        "currency": "USD", "date": "2026-03-01",
    });
    operator.post("/v1/ingest/signals", json!({ "source": "news", "signals": [signal] })).await.ok();
    server.turn(120).await;
    assert_eq!((receiver.count(), server.balance(&account)), (0, Credits::whole(100)));
    let resting = account.get(&path).await.ok();
    assert!(resting.to_string().contains("webhook_event_not_chosen"), "{resting}");
    let webhooks = account.get("/v1/me/webhooks").await.ok();
    let webhook = format!("/v1/me/webhooks/{}", webhooks["results"][0]["id"].as_str().unwrap());
    account.patch(&webhook, json!({ "events": ["watch_list.matched"] })).await.ok();
    server.turn(120).await;
    receiver.wait_for(1).await;
    assert_eq!(kinds(&receiver), ["watch_list.matched"]);
    as_described(&server, &receiver);
    assert!(server.balance(&account) < Credits::whole(100));
    server.prove_books();
}
