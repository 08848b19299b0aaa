//! Webhooks: signed, at least once, again on a schedule, in order, and none waits for another.

use std::time::Duration;

use serde_json::{Value, json};
use standardwebhooks::Webhook;
use store::{Clock, Plan};

use crate::support::{Account, KATHERINE, Receiver, Reply, TestServer, faults};

const HOUR: i64 = 3600;

async fn make_webhook(account: &Account, receiver: &Receiver) -> Value {
    account.post("/v1/me/webhooks", json!({ "url": receiver.url() })).await.ok()
}

async fn send_test(server: &TestServer, account: &Account, webhook: &Value) {
    let path = format!("/v1/me/webhooks/{}/test", webhook["id"].as_str().unwrap());
    account.post(&path, json!({})).await.ok();
    server.run_due().await;
}

/// Files an event for a webhook, whatever its state.
async fn happen(server: &TestServer, account: &Account, webhook: &Value) {
    let webhook = webhook["id"].as_str().unwrap().to_owned();
    let now = server.clock.now();
    let event = store::NewEvent {
        webhook,
        kind: store::EventKind::BulkCompleted,
        subject: now.to_string(),
        data: json!({}),
    };
    server.store.file_event(&account.id, event, now).await.unwrap();
    server.run_due().await;
}

async fn deliveries(account: &Account) -> Vec<Value> {
    account.get("/v1/me/webhooks/deliveries").await.ok()["results"].as_array().unwrap().clone()
}

async fn job(account: &Account, receiver: &Receiver) -> Value {
    let items = json!([{ "networkUrl": KATHERINE }, { "email": "nobody@quill.example" }]);
    account
        .post("/v1/bulk/enrich", json!({ "items": items, "webhook": { "url": receiver.url() } }))
        .await
        .ok()
}

#[tokio::test]
async fn the_end_of_a_job_is_told_with_a_signature_that_a_public_verifier_accepts() {
    let receiver = Receiver::start(Reply::Status(200)).await;
    // The verifier reads the machine's clock.
    let server = TestServer::with(|setup| setup.clock = Clock::System).await;
    let account = server.account(Plan::Pro, 10).await;
    let job = job(&account, &receiver).await;
    let event = receiver.wait_for(1).await.remove(0);
    let told = event.json();
    assert_eq!(told["type"], "bulk.completed");
    assert!(told["timestamp"].is_string());
    assert_eq!(told["data"]["id"], job["id"]);
    assert_eq!((&told["data"]["total"], &told["data"]["resolved"]), (&json!(2), &json!(1)));
    assert_eq!(told["data"]["credits"], 1);

    let webhook = account.get(&format!("/v1/me/webhooks/{}", job["webhook"].as_str().unwrap())).await.ok();
    let verifier = Webhook::new(webhook["secret"].as_str().unwrap()).unwrap();
    verifier.verify(&event.body, &event.headers).unwrap();
    assert!(verifier.verify(b"{}", &event.headers).is_err());
    assert!(event.header("webhook-id").starts_with("msg_"));
    let other = Webhook::new("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
    assert!(other.verify(&event.body, &event.headers).is_err());
}

#[tokio::test]
async fn a_secret_of_ones_own_is_used_and_after_a_rotation_both_are_for_a_while() {
    let receiver = Receiver::start(Reply::Status(204)).await;
    let server = TestServer::with(|setup| setup.clock = Clock::System).await;
    let account = server.account(Plan::Pro, 10).await;
    let chosen = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    let made = account.post("/v1/me/webhooks", json!({ "url": receiver.url(), "secret": chosen })).await.ok();
    assert_eq!(made["secret"], chosen);
    let path = format!("/v1/me/webhooks/{}", made["id"].as_str().unwrap());
    let rotated = account.post(&format!("{path}/rotate"), json!({ "overlap_seconds": 600 })).await.ok();
    assert_ne!(rotated["secret"], chosen);
    assert!(rotated["old_secret_until"].is_string());
    send_test(&server, &account, &made).await;
    let event = receiver.wait_for(1).await.remove(0);
    for secret in [chosen, rotated["secret"].as_str().unwrap()] {
        Webhook::new(secret).unwrap().verify(&event.body, &event.headers).unwrap();
    }
    account.post(&format!("{path}/rotate"), json!({ "overlap_seconds": 0 })).await.ok();
    send_test(&server, &account, &made).await;
    let event = receiver.wait_for(2).await.remove(1);
    for old in [chosen, rotated["secret"].as_str().unwrap()] {
        assert!(Webhook::new(old).unwrap().verify(&event.body, &event.headers).is_err());
    }
}

#[tokio::test]
async fn below_the_plan_pro_a_webhook_is_refused_before_anything_is_queued() {
    let receiver = Receiver::start(Reply::Status(200)).await;
    let server = TestServer::start().await;
    for plan in [Plan::Free, Plan::Indie, Plan::Starter] {
        let account = server.account(plan, 10).await;
        let request = json!({ "items": [{ "networkUrl": KATHERINE }], "webhook": { "url": receiver.url() } });
        let problem = account.post("/v1/bulk/enrich", request).await.problem(403, "plan_required");
        assert_eq!(problem["required_plan"], "pro");
        account.post("/v1/me/webhooks", json!({ "url": receiver.url() })).await.problem(403, "plan_required");
        assert_eq!(account.get("/v1/bulk").await.ok()["results"], json!([]));
        assert_eq!(account.get("/v1/me/webhooks").await.ok()["results"], json!([]));
    }
    server.run_due().await;
    assert_eq!(receiver.connections(), 0);
}

#[tokio::test]
async fn an_address_that_must_not_be_reached_is_refused_at_submission() {
    let server = TestServer::with(|setup| setup.reachable = Vec::new()).await;
    let account = server.account(Plan::Pro, 10).await;
    let canary = Receiver::start(Reply::Status(200)).await;
    let port = canary.address.port();
    for url in [
        canary.url(),
        format!("http://localhost:{port}/hook"),
        format!("http://2130706433:{port}/hook"),
        format!("http://[::ffff:127.0.0.1]:{port}/hook"),
        "http://169.254.169.254/latest/meta-data".into(),
        "https://10.0.0.8/".into(),
        "ftp://files.example/".into(),
        "not a url".into(),
    ] {
        let request = json!({ "items": [{ "networkUrl": KATHERINE }], "webhook": { "url": url } });
        let problem = account.post("/v1/bulk/enrich", request).await.problem(422, "invalid_request");
        assert!(faults(&problem)[0].starts_with("/webhook/url: "), "{url}: {problem}");
        account.post("/v1/me/webhooks", json!({ "url": url })).await.problem(422, "invalid_request");
    }
    assert_eq!(account.get("/v1/bulk").await.ok()["results"], json!([]));
    assert_eq!(canary.connections(), 0);
}

#[tokio::test]
async fn an_address_is_checked_again_at_every_attempt() {
    let receiver = Receiver::start(Reply::Status(500)).await;
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::manual("2026-03-04T12:00:00Z".parse().unwrap());
    let server = TestServer::in_folder(folder.path(), &clock).await;
    let account = server.account(Plan::Pro, 10).await;
    let webhook = make_webhook(&account, &receiver).await;
    send_test(&server, &account, &webhook).await;
    assert_eq!(receiver.count(), 1);
    let key = account.key.clone();
    server.stop().await;

    // The operator has taken the network back since.
    let server = TestServer::with(|setup| {
        setup.folder = Some(folder.path().to_owned());
        setup.clock = clock.clone();
        setup.reachable = Vec::new();
    })
    .await;
    let connections = receiver.connections();
    server.turn(5).await;
    let client = server.anyone().with_key(&key);
    let delivery = client.get("/v1/me/webhooks/deliveries").await.ok()["results"][0].clone();
    assert_eq!(delivery["attempts"].as_array().unwrap().len(), 2);
    assert!(delivery["attempts"][1]["error"].as_str().unwrap().contains("127.0.0.1"), "{delivery}");
    assert_eq!(receiver.connections(), connections);
}

#[tokio::test]
async fn attempts_follow_the_schedule_with_one_id_and_then_it_is_given_up_and_shown() {
    let receiver = Receiver::start(Reply::Status(500)).await;
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let webhook = make_webhook(&account, &receiver).await;
    send_test(&server, &account, &webhook).await;
    let mut seen = 1;
    assert_eq!(receiver.count(), seen);
    for wait in [5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR] {
        server.turn(wait - 1).await;
        assert_eq!(receiver.count(), seen, "a second before its time nothing is sent");
        server.turn(1).await;
        seen += 1;
        assert_eq!(receiver.count(), seen);
    }
    server.turn(100 * HOUR).await;
    assert_eq!(receiver.count(), 8);
    let received = receiver.received();
    let ids: Vec<&str> = received.iter().map(|event| event.header("webhook-id")).collect();
    assert!(
        ids.iter().all(|id| *id == ids[0]) && received.iter().all(|event| event.body == received[0].body)
    );
    let times: Vec<i64> =
        received.iter().map(|event| event.header("webhook-timestamp").parse().unwrap()).collect();
    assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "each attempt is signed anew");

    let delivery = deliveries(&account).await.remove(0);
    assert_eq!((&delivery["status"], &delivery["id"]), (&json!("given_up"), &json!(ids[0])));
    let attempts = delivery["attempts"].as_array().unwrap();
    assert_eq!(attempts.len(), 8);
    assert_eq!((&attempts[0]["status"], &attempts[0]["answer"]), (&json!(500), &json!("heard")));
    assert!(attempts[0]["request"].as_str().unwrap().contains("webhook.test"));
    assert!(!attempts[0]["request"].as_str().unwrap().contains("whsec_"));
}

#[tokio::test]
async fn whatever_is_no_success_within_its_time_is_tried_again() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let huge = format!("HTTP/1.1 500 No\r\ncontent-length: 9000000\r\n\r\n{}", "x".repeat(200_000));
    for (reply, status) in [
        (Reply::Status(404), Some(404)),
        (
            Reply::Bytes(b"HTTP/1.1 302 Found\r\nlocation: /hook\r\ncontent-length: 0\r\n\r\n".to_vec()),
            Some(302),
        ),
        (Reply::Bytes(b"nonsense\r\n\r\n".to_vec()), None),
        (Reply::Bytes(huge.into_bytes()), Some(500)),
        (Reply::HangUp, None),
    ] {
        let receiver = Receiver::start(reply.clone()).await;
        let webhook = make_webhook(&account, &receiver).await;
        send_test(&server, &account, &webhook).await;
        let delivery = deliveries(&account).await.remove(0);
        assert_eq!(delivery["status"], "pending", "{reply:?}");
        assert_eq!(delivery["attempts"][0]["status"].as_u64(), status, "{reply:?}: {delivery}");
        let logged = delivery["attempts"][0]["answer"].as_str().unwrap_or_default();
        assert!(logged.len() < 3_000, "the log keeps a cut");
        receiver.answer(Reply::Status(200));
        server.turn(5).await;
        assert_eq!(deliveries(&account).await[0]["status"], "delivered", "{reply:?}");
        assert_eq!(receiver.count(), 2);
    }
}

#[tokio::test]
async fn a_receiver_that_is_gone_is_told_nothing_more_until_it_is_enabled() {
    let receiver = Receiver::start(Reply::Status(410)).await;
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let webhook = make_webhook(&account, &receiver).await;
    let path = format!("/v1/me/webhooks/{}", webhook["id"].as_str().unwrap());
    send_test(&server, &account, &webhook).await;
    assert_eq!(account.get(&path).await.ok()["status"], "gone");
    happen(&server, &account, &webhook).await;
    server.turn(100 * HOUR).await;
    assert_eq!(receiver.count(), 1);
    let statuses: Vec<Value> =
        deliveries(&account).await.iter().map(|delivery| delivery["status"].clone()).collect();
    assert_eq!(statuses, ["given_up", "given_up"]);

    receiver.answer(Reply::Status(200));
    let enabled = account
        .send(reqwest::Method::PATCH, &path, |request| request.json(&json!({ "enabled": true })))
        .await
        .ok();
    assert_eq!(enabled["status"], "enabled");
    server.run_due().await;
    assert_eq!(receiver.count(), 1, "what was given up stays so unless it is asked for");
    let again = account.post("/v1/me/webhooks/redeliver", json!({ "since": "2026-03-04T00:00:00Z" })).await;
    assert_eq!(again.ok()["redelivered"], 2);
    server.run_due().await;
    assert_eq!(receiver.count(), 3);
    assert!(deliveries(&account).await.iter().all(|delivery| delivery["status"] == "delivered"));
}

#[tokio::test]
async fn what_happens_while_a_webhook_is_disabled_is_told_once_it_is_enabled() {
    let receiver = Receiver::start(Reply::Status(200)).await;
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let webhook = make_webhook(&account, &receiver).await;
    let path = format!("/v1/me/webhooks/{}", webhook["id"].as_str().unwrap());
    let enable = async |enabled: bool| {
        let body = json!({ "enabled": enabled });
        account.send(reqwest::Method::PATCH, &path, |request| request.json(&body)).await.ok()
    };
    enable(false).await;
    happen(&server, &account, &webhook).await;
    server.turn(HOUR).await;
    assert_eq!((receiver.count(), &deliveries(&account).await[0]["status"]), (0, &json!("pending")));
    enable(true).await;
    server.run_due().await;
    assert_eq!(receiver.count(), 1);
}

#[tokio::test]
async fn a_webhook_that_fails_for_days_is_disabled() {
    let receiver = Receiver::start(Reply::Status(500)).await;
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let webhook = make_webhook(&account, &receiver).await;
    let path = format!("/v1/me/webhooks/{}", webhook["id"].as_str().unwrap());
    for _ in 0..5 {
        happen(&server, &account, &webhook).await;
        for wait in [5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR] {
            server.turn(wait).await;
        }
    }
    assert_eq!(account.get(&path).await.ok()["status"], "disabled");
    let before = receiver.count();
    let test = format!("{path}/test");
    let refused = account.post(&test, json!({})).await;
    refused.problem(409, "webhook_not_receiving");
    assert_eq!(refused.json()["reason"], "webhook_disabled");
    let id = deliveries(&account).await[0]["id"].as_str().unwrap().to_owned();
    let redeliver = format!("/v1/me/webhooks/deliveries/{id}/redeliver");
    account.post(&redeliver, json!({})).await.problem(409, "webhook_not_receiving");
    let since = json!({ "since": "2026-01-01T00:00:00Z", "include_delivered": true });
    assert_eq!(account.post("/v1/me/webhooks/redeliver", since).await.ok()["redelivered"], 0);
    server.run_due().await;
    assert_eq!(receiver.count(), before);
}

#[tokio::test]
async fn an_event_can_be_delivered_once_more_under_its_id() {
    let receiver = Receiver::start(Reply::Status(200)).await;
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let webhook = make_webhook(&account, &receiver).await;
    send_test(&server, &account, &webhook).await;
    let id = deliveries(&account).await[0]["id"].as_str().unwrap().to_owned();
    let redeliver = format!("/v1/me/webhooks/deliveries/{id}/redeliver");
    account.post(&redeliver, json!({})).await.ok();
    server.run_due().await;
    let received = receiver.received();
    assert_eq!(received.len(), 2);
    assert_eq!(received[1].header("webhook-id"), id);
    assert_eq!(deliveries(&account).await[0]["attempts"].as_array().unwrap().len(), 2);
    let other = server.account(Plan::Pro, 10).await;
    other.post(&redeliver, json!({})).await.problem(404, "not_found");
    assert!(deliveries(&other).await.is_empty());
}

#[tokio::test]
async fn events_of_one_job_come_in_order_and_those_of_another_do_not_wait() {
    let receiver = Receiver::start(Reply::Status(500)).await;
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let webhook = make_webhook(&account, &receiver).await;
    let file = async |subject: &str, number: u64| {
        let event = store::NewEvent {
            webhook: webhook["id"].as_str().unwrap().into(),
            kind: store::EventKind::BulkCompleted,
            subject: subject.into(),
            data: json!({ "number": number, "subject": subject }),
        };
        server.store.file_event(&account.id, event, server.now()).await.unwrap();
    };
    for number in 1..=3 {
        file("job_a", number).await;
    }
    server.turn(2).await;
    assert_eq!(receiver.count(), 1, "the second waits for the first");
    receiver.answer(Reply::Status(200));
    file("job_b", 1).await;
    server.turn(2).await;
    server.turn(5).await;
    let order: Vec<(String, u64)> = receiver
        .received()
        .iter()
        .map(|event| event.json()["data"].clone())
        .map(|data| (data["subject"].as_str().unwrap().to_owned(), data["number"].as_u64().unwrap()))
        .collect();
    let a: Vec<u64> = order.iter().filter(|(subject, _)| subject == "job_a").map(|(_, n)| *n).collect();
    assert_eq!(a, [1, 1, 2, 3]);
    assert_eq!(order[1], ("job_b".to_owned(), 1));
}

#[tokio::test]
async fn one_dead_receiver_delays_no_other() {
    let (dead, fast) = (Receiver::start(Reply::Silence).await, Receiver::start(Reply::Status(200)).await);
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let (dead_hook, fast_hook) = (make_webhook(&account, &dead).await, make_webhook(&account, &fast).await);
    for number in 0..300 {
        for webhook in [&dead_hook, &fast_hook] {
            let event = store::NewEvent {
                webhook: webhook["id"].as_str().unwrap().into(),
                kind: store::EventKind::WebhookTest,
                subject: format!("subject {number}"),
                data: json!({}),
            };
            server.store.file_event(&account.id, event, server.now()).await.unwrap();
        }
    }
    let path = format!("/v1/me/webhooks/{}/test", fast_hook["id"].as_str().unwrap());
    account.post(&path, json!({})).await.ok();
    tokio::time::timeout(Duration::from_secs(8), fast.wait_for(301)).await.unwrap();
    assert!(dead.connections() <= 16);
}

#[tokio::test]
async fn events_survive_a_restart() {
    let receiver = Receiver::start(Reply::Status(503)).await;
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::manual("2026-03-04T12:00:00Z".parse().unwrap());
    let server = TestServer::in_folder(folder.path(), &clock).await;
    let account = server.account(Plan::Pro, 10).await;
    job(&account, &receiver).await;
    server.run_due().await;
    receiver.wait_for(1).await;
    server.stop().await;
    receiver.answer(Reply::Status(200));
    let server = TestServer::in_folder(folder.path(), &clock).await;
    server.turn(5).await;
    let received = receiver.wait_for(2).await;
    assert_eq!(received[0].header("webhook-id"), received[1].header("webhook-id"));
    server.turn(100 * HOUR).await;
    assert_eq!(receiver.count(), 2);
}

#[tokio::test]
async fn a_resumed_job_tells_its_end_again_under_another_id() {
    let receiver = Receiver::start(Reply::Status(200)).await;
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 1).await;
    let items = json!([{ "networkUrl": KATHERINE }, { "email": "jonas@quill.example" }]);
    let request = json!({ "items": items, "webhook": { "url": receiver.url() } });
    let job = account.post("/v1/bulk/enrich", request).await.ok();
    server.run_due().await;
    assert_eq!(receiver.wait_for(1).await[0].json()["data"]["insufficient_credits"], 1);
    server.store.grant(&account.id, store::Credits::whole(5), "top-up", server.now()).await.unwrap();
    account.post(&format!("/v1/bulk/{}/resume", job["id"].as_str().unwrap()), json!({})).await.ok();
    server.run_due().await;
    let received = receiver.wait_for(2).await;
    assert_eq!(received[1].json()["data"]["resolved"], 2);
    assert_ne!(received[0].header("webhook-id"), received[1].header("webhook-id"));
}

#[tokio::test]
async fn webhooks_belong_to_their_account() {
    let receiver = Receiver::start(Reply::Status(200)).await;
    let server = TestServer::start().await;
    let (owner, other) = (server.account(Plan::Pro, 10).await, server.account(Plan::Pro, 10).await);
    let webhook = make_webhook(&owner, &receiver).await;
    let path = format!("/v1/me/webhooks/{}", webhook["id"].as_str().unwrap());
    other.get(&path).await.problem(404, "not_found");
    other.delete(&path).await.problem(404, "not_found");
    for action in ["rotate", "test"] {
        other.post(&format!("{path}/{action}"), json!({})).await.problem(404, "not_found");
    }
    let since = json!({ "since": "2026-03-04T00:00:00Z", "webhook": webhook["id"] });
    other.post("/v1/me/webhooks/redeliver", since).await.problem(404, "not_found");
    assert_eq!(owner.delete(&path).await.ok()["id"], webhook["id"]);
    owner.get(&path).await.problem(404, "not_found");
}
