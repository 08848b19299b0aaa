//! What has no receiver is not charged and not counted as answered.

use serde_json::json;
use store::{Credits, Plan};

use crate::support::{Account, QUILL, Receiver, Reply, TestServer};

async fn raised(operator: &Account, round: &str, date: &str) {
    let amount = if round == "seed" { 1_000_000 } else { 5_000_000 };
    let signal = json!({
        "kind": "funding", "id": round, "companyDomain": QUILL, "round": round, "amount": amount,
        "currency": "USD", "date": date,
    });
    operator.post("/v1/ingest/signals", json!({ "source": "news", "signals": [signal] })).await.ok();
}

#[tokio::test]
async fn a_list_whose_webhook_is_gone_rests_and_tells_everything_once_it_has_another() {
    for how in ["delete", "disable", "410"] {
        let server = TestServer::start().await;
        let owner = server.operator(&server.account(Plan::Pro, 100).await).await;
        let receiver = Receiver::start(Reply::Status(200)).await;
        let request = json!({
            "name": "n", "domains": [QUILL], "live": true, "monthly_budget": 50,
            "webhook": { "url": receiver.url() },
        });
        let list = owner.post("/v1/watch-lists", request).await.ok();
        let path = format!("/v1/watch-lists/{}", list["id"].as_str().unwrap());
        let webhook = list["watching"]["webhook"].as_str().unwrap().to_owned();
        let hook_path = format!("/v1/me/webhooks/{webhook}");
        server.turn(2).await;
        match how {
            "delete" => {
                let deleted = owner.delete(&hook_path).await.ok();
                assert_eq!(deleted["watch_lists"], json!([list["id"]]), "the lists that told it are named");
            }
            "disable" => drop(owner.patch(&hook_path, json!({ "enabled": false })).await.ok()),
            _ => {
                receiver.answer(Reply::Status(410));
                owner.post(&format!("{hook_path}/test"), json!({})).await.ok();
                server.turn(1).await;
                receiver.wait_for(1).await;
                server.turn(1).await;
            }
        }
        let before = receiver.count();
        raised(&owner, "seed", "2026-01-20").await;
        raised(&owner, "series_a", "2026-02-20").await;
        for _ in 0..3 {
            server.turn(3_600).await;
        }
        let watching = owner.get(&path).await.ok()["watching"].clone();
        let reason = match how {
            "delete" => "webhook_deleted",
            "disable" => "webhook_disabled",
            _ => "webhook_gone",
        };
        assert_eq!((&watching["state"], &watching["reason"]), (&json!("resting"), &json!(reason)), "{how}");
        assert_eq!((server.balance(&owner), receiver.count()), (Credits::whole(100), before), "{how}");

        let other = Receiver::start(Reply::Status(200)).await;
        owner.patch(&path, json!({ "webhook": { "url": other.url() } })).await.ok();
        server.turn(1).await;
        let told = other.wait_for(1).await.remove(0).json();
        assert_eq!(told["data"]["matches"].as_array().unwrap().len(), 2, "{how}");
        server.turn(3_600).await;
        assert_eq!((other.count(), server.balance(&owner)), (1, Credits::whole(96)), "{how}");
        server.prove_books();
    }
}

#[tokio::test]
async fn a_paid_event_that_was_not_delivered_can_be_read_after_its_webhook_is_deleted() {
    let server = TestServer::start().await;
    let owner = server.operator(&server.account(Plan::Pro, 100).await).await;
    let receiver = Receiver::start(Reply::Status(500)).await;
    let request = json!({
        "name": "n", "domains": [QUILL], "live": true, "monthly_budget": 50, "webhook": { "url": receiver.url() },
    });
    let list = owner.post("/v1/watch-lists", request).await.ok();
    raised(&owner, "seed", "2026-01-20").await;
    server.turn(2).await;
    assert_eq!(server.balance(&owner), Credits::whole(98));
    owner.delete(&format!("/v1/me/webhooks/{}", list["watching"]["webhook"].as_str().unwrap())).await.ok();
    let listed = owner.get("/v1/me/webhooks/deliveries?status=given_up").await.ok();
    let id = listed["results"][0]["id"].as_str().unwrap();
    let read = owner.get(&format!("/v1/me/webhooks/deliveries/{id}")).await.ok();
    assert_eq!(read["event"]["data"]["matches"][0]["entry"], QUILL);
}
