//! Work that runs by itself stops before its next charge once its key, plan or trial has ended, and says so.

use jiff::SignedDuration;
use serde_json::{Value, json};
use store::{AccountId, Credits, NewAccount, NewBulkItem, NewBulkJob, Plan, Scopes};

use crate::support::{Account, QUILL, Receiver, Reply, TestServer};

/// How the right to go on ends.
#[derive(Debug, Clone, Copy, PartialEq)]
enum End {
    Revoked,
    Expired,
    PlanLowered,
    Closed,
}

const ENDS: [(End, &str); 4] = [
    (End::Closed, "account_closed"),
    (End::Revoked, "revoked_key"),
    (End::Expired, "expired_key"),
    (End::PlanLowered, "plan_required"),
];

async fn end(server: &TestServer, key: &Account, end: End) {
    match end {
        End::Revoked => drop(server.store.revoke_key(&key.id, &key.key_id, server.now()).await.unwrap()),
        End::Expired => server.wait(2 * 3_600),
        End::PlanLowered => drop(server.store.set_plan(&key.id, Plan::Free).await.unwrap()),
        End::Closed => drop(server.store.close_account(&key.id, true, server.now()).await.unwrap()),
    }
}

async fn raised(operator: &Account, round: &str, date: &str) {
    let signal = json!({
        "kind": "funding", "id": round, "companyDomain": QUILL, "round": round, "amount": 1_000_000,
        "currency": "USD", "date": date,
    });
    operator.post("/v1/ingest/signals", json!({ "source": "news", "signals": [signal] })).await.ok();
}

#[tokio::test]
async fn a_list_whose_key_or_plan_has_ended_rests_and_charges_nothing() {
    for (how, reason) in ENDS {
        for live in [true, false] {
            let server = TestServer::start().await;
            let owner = server.operator(&server.account(Plan::Pro, 100).await).await;
            let operator = server.operator(&server.account(Plan::Pro, 0).await).await;
            let expires = server.now() + SignedDuration::from_hours(2);
            let key = server.key(&owner, Scopes::CUSTOMER, Some(expires)).await;
            let receiver = Receiver::start(Reply::Status(200)).await;
            let mut request = json!({
                "name": "n", "domains": [QUILL], "monthly_budget": 50, "webhook": { "url": receiver.url() },
            });
            request[if live { "live" } else { "every_minutes" }] = if live { true.into() } else { 1.into() };
            let made = key.post("/v1/watch-lists", request).await.ok();
            server.turn(2).await;
            end(&server, &key, how).await;
            raised(&operator, "seed", "2026-02-20").await;
            server.turn(120).await;
            server.turn(3_600).await;
            let name = format!("{how:?}, live {live}");
            assert_eq!(server.balance(&owner), Credits::whole(100), "{name}");
            if how == End::Closed {
                assert_eq!(receiver.count(), 0, "{name}: nothing is sent for a closed account");
                server.store.close_account(&owner.id, false, server.now()).await.unwrap();
            }
            let path = format!("/v1/watch-lists/{}", made["id"].as_str().unwrap());
            let watching = owner.get(&path).await.ok()["watching"].clone();
            assert_eq!(
                (&watching["state"], &watching["reason"]),
                (&json!("resting"), &json!(reason)),
                "{name}"
            );
            if how == End::PlanLowered {
                assert_eq!(receiver.count(), 0, "{name}: the plan includes no events");
                server.store.set_plan(&owner.id, Plan::Pro).await.unwrap();
            } else if how != End::Closed {
                let told = receiver.wait_for(1).await.remove(0).json();
                assert_eq!(
                    (&told["type"], &told["data"]["reason"]),
                    (&json!("watch_list.resting"), &json!(reason))
                );
            }
            let rested = receiver.count();
            let resumed = owner.patch(&path, json!({ "monthly_budget": 50 })).await.ok();
            assert_eq!(resumed["watching"]["state"], "watching", "{name}");
            server.turn(1).await;
            let told = receiver.wait_for(rested + 1).await.remove(rested).json();
            assert_eq!(told["type"], "watch_list.matched", "{name}");
            assert_eq!(server.balance(&owner), Credits::whole(98), "{name}: what was missed is told once");
            server.prove_books();
        }
    }
}

fn job(count: usize) -> NewBulkJob {
    let item = |no: usize| NewBulkItem {
        reference: None,
        row: None,
        request: format!("{{\"email\":\"person{no}@quill.example\"}}").into_bytes(),
        about: Default::default(),
        faults: None,
    };
    NewBulkJob {
        id: "job_1".into(),
        endpoint: "bulk_enrich",
        webhook: None,
        items: (0..count).map(item).collect(),
    }
}

#[tokio::test]
async fn a_job_whose_key_has_ended_pauses_and_goes_on_under_another() {
    for (how, reason) in ENDS.into_iter().filter(|(how, _)| *how != End::PlanLowered) {
        let server = TestServer::start().await;
        let owner = server.account(Plan::Pro, 100).await;
        let expires = server.now() + SignedDuration::from_hours(2);
        let key = server.key(&owner, Scopes::CUSTOMER, Some(expires)).await;
        // Filed once the key has ended, because a job is taken as soon as it is there.
        end(&server, &key, how).await;
        server.store.submit_bulk_job(&owner.id, &key.key_id, job(3), server.now()).await.unwrap();
        server.turn(10).await;
        if how == End::Closed {
            owner.get("/v1/bulk/job_1").await.problem(403, "account_closed");
            server.store.close_account(&owner.id, false, server.now()).await.unwrap();
        }
        let paused = owner.get("/v1/bulk/job_1").await.ok();
        assert_eq!((&paused["status"], &paused["paused_reason"]), (&json!("paused"), &json!(reason)));
        assert_eq!((&paused["processed"], server.balance(&owner)), (&json!(0), Credits::whole(100)));
        owner.post("/v1/bulk/job_1/resume", json!({})).await.ok();
        server.turn(10).await;
        assert_eq!(owner.get("/v1/bulk/job_1").await.ok()["processed"], 3, "{how:?}");
        server.prove_books();
    }
}

#[tokio::test]
async fn a_job_of_a_trial_that_is_over_pauses() {
    let server = TestServer::start().await;
    let (key, stored) =
        server::generate_key("first", Scopes::CUSTOMER, None, &server.clock, &server.app.entropy);
    let trial = NewAccount {
        id: AccountId::generate(&server.clock, &server.app.entropy),
        email: "trial@client.example".into(),
        password_hash: None,
        plan: Plan::Free,
        trial_ends_at: Some(server.now() + SignedDuration::from_hours(1)),
        credits: Credits::whole(10),
    };
    let account = server.store.create_account(trial, Some(stored.clone()), server.now()).await.unwrap();
    server.wait(3_601);
    server.store.submit_bulk_job(&account.id, &stored.id, job(2), server.now()).await.unwrap();
    server.turn(10).await;
    let paused = server.anyone().with_key(&key).get("/v1/bulk/job_1").await.ok();
    assert_eq!((&paused["status"], &paused["paused_reason"]), (&json!("paused"), &json!("trial_expired")));
    assert_eq!(server.store.balance(&account.id).unwrap(), Credits::whole(10));
}

#[tokio::test]
async fn events_of_an_account_whose_plan_includes_no_webhooks_are_kept_and_not_sent() {
    let server = TestServer::start().await;
    let owner = server.account(Plan::Pro, 10).await;
    let receiver = Receiver::start(Reply::Status(200)).await;
    let webhook = owner.post("/v1/me/webhooks", json!({ "url": receiver.url() })).await.ok();
    server.store.set_plan(&owner.id, Plan::Free).await.unwrap();
    let event = store::NewEvent {
        webhook: webhook["id"].as_str().unwrap().into(),
        kind: store::EventKind::BulkCompleted,
        subject: "job_1".into(),
        data: json!({ "id": "job_1" }),
    };
    server.store.file_event(&owner.id, event, server.now()).await.unwrap();
    server.turn(10).await;
    assert_eq!(receiver.connections(), 0);
    let listed: Value = owner.get("/v1/me/webhooks/deliveries").await.ok();
    let delivery = &listed["results"][0];
    assert!(delivery["attempts"][0]["error"].as_str().unwrap().contains("plan"), "{listed}");
    let path = format!("/v1/me/webhooks/deliveries/{}", delivery["id"].as_str().unwrap());
    assert_eq!(owner.get(&path).await.ok()["event"]["data"]["id"], "job_1");
    server.store.set_plan(&owner.id, Plan::Pro).await.unwrap();
    server.turn(300).await;
    receiver.wait_for(1).await;
}
