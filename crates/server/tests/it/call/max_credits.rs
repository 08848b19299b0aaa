//! `Max-Credits`: no call costs more than its caller has said, and one that might is refused before it costs anything.

use serde_json::{Value, json};
use server::CATALOGUE;
use store::{Credits, Plan};

use crate::support::{KATHERINE, TestServer, call, own_path};

fn credits(value: &Value) -> Credits {
    value.to_string().parse().unwrap()
}

#[tokio::test]
async fn every_charging_call_keeps_within_its_bound_or_is_refused_free() {
    let (server, sample) = TestServer::of_the_world(|_| {}).await;
    let account = server.account(Plan::Pro, 1_000).await;
    for entry in CATALOGUE.iter().filter(|entry| entry.spec.price.charges()) {
        let path = own_path(&account, entry, &sample).await;
        let example = (entry.example)(&sample);
        let mut question = example.clone();
        question["preview"] = true.into();
        // A preview costs nothing, whatever is allowed.
        let preview = call(&account.with("max-credits", "0"), entry, &path, question).await.ok();
        let most = credits(&preview["would_cost"]["max_credits"]);
        let less = most.checked_sub(Credits::from_thousandths(1)).unwrap();
        let before = server.balance(&account);
        let refused =
            call(&account.with("max-credits", &less.to_string()), entry, &path, example.clone()).await;
        let problem = refused.problem(402, "max_credits_exceeded");
        assert_eq!((credits(&problem["required"]), credits(&problem["max_credits"])), (most, less));
        assert_eq!(server.balance(&account), before, "{}", entry.spec.id);
        if entry.spec.items_of.is_some() {
            continue;
        }
        let answer = call(&account.with("max-credits", &most.to_string()), entry, &path, example).await.ok();
        assert!(credits(&answer["cost"]["credits"]) <= most, "{}", entry.spec.id);
        assert_eq!(
            server.balance(&account),
            before.checked_sub(credits(&answer["cost"]["credits"])).unwrap()
        );
    }
    server.prove_books();
}

#[tokio::test]
async fn a_bound_that_cannot_be_read_refuses_the_call() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    for bound in ["", "-1", "lots", "1e3", "0.0001", "NaN", "1,5", "99999999999999999999999"] {
        let refused =
            account.with("max-credits", bound).post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await;
        refused.problem(422, "invalid_request");
    }
    assert_eq!(server.balance(&account), Credits::whole(10));
}

#[tokio::test]
async fn a_replay_costs_nothing_and_so_needs_no_room_within_the_bound() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let caller = account.with("idempotency-key", "once");
    let question = json!({ "networkUrl": KATHERINE });
    let first = caller.post("/v1/enrich", question.clone()).await;
    let again = caller.with("max-credits", "0").post("/v1/enrich", question).await;
    assert_eq!((again.status, &again.body), (200, &first.body));
    assert_eq!(server.balance(&account), Credits::whole(9));
}

#[tokio::test]
async fn the_limit_that_would_fit_is_named() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 100).await;
    let bounded = account.with("max-credits", "5");
    let refused = bounded.post("/v1/search/people", json!({ "limit": 20 })).await.json();
    assert_eq!(refused["largest_affordable_limit"], 4, "{refused}");
    let sandbox = server.anyone().with("max-credits", "5");
    let refused = sandbox.post("/v1/sandbox/search/people", json!({ "limit": 20 })).await;
    refused.problem(402, "max_credits_exceeded");
}
