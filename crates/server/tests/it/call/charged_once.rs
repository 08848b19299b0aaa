//! An item is charged once per account and endpoint, at every endpoint that charges by item.

use serde_json::{Value, json};
use server::{CATALOGUE, Entry, Price};
use store::{Credits, Plan};

use crate::support::{Account, TestServer, call, own_path};

/// Endpoints that charge by item in the call itself. The items of a bulk job are calls of their own, charged as the single
/// call is.
fn charging_by_item() -> impl Iterator<Item = &'static Entry> {
    let by_item = |entry: &&Entry| {
        matches!(entry.spec.price, Price::PerUnit(_) | Price::BasePlus(..) | Price::FoundPlus(..))
    };
    CATALOGUE.iter().filter(by_item).filter(|entry| entry.spec.items_of.is_none())
}

async fn estimated(account: &Account, entry: &Entry, path: &str, request: &Value) -> f64 {
    let mut request = request.clone();
    request["preview"] = true.into();
    let quote = call(account, entry, path, request).await.ok();
    quote["would_cost"]["estimated_credits"].as_f64().unwrap()
}

fn cost(answer: &Value) -> f64 {
    answer["cost"]["credits"].as_f64().unwrap()
}

#[tokio::test]
async fn the_same_call_a_second_time_costs_nothing_at_every_endpoint_that_charges_by_item() {
    let (server, sample) = TestServer::of_the_world(|_| {}).await;
    let mut tried = 0;
    for entry in charging_by_item() {
        let id = entry.spec.id;
        let account = server.account(Plan::Scale, 1_000).await;
        let path = own_path(&account, entry, &sample).await;
        let mut request = (entry.example)(&sample);
        // A list goes on with its next matches; with all of them answered, nothing is left to charge.
        if id == "run_watch_list" {
            request["limit"] = 100.into();
        }
        let before = estimated(&account, entry, &path, &request).await;
        let first = call(&account, entry, &path, request.clone()).await.ok();
        assert!(before >= cost(&first), "{id}: {before} were estimated, {} charged", cost(&first));
        let left = server.balance(&account);
        let again = call(&account, entry, &path, request.clone()).await.ok();
        assert_eq!(cost(&again), 0.0, "{id}");
        assert_eq!(server.balance(&account), left, "{id}");
        // A watch list does not answer a match twice; the others answer again what is paid for.
        if id != "run_watch_list" {
            assert_eq!(again.get("results"), first.get("results"), "{id}");
            assert!(cost(&first) > 0.0, "{id} resolves nothing");
        }
        assert!(estimated(&account, entry, &path, &request).await <= before, "{id}");
        // An answer that cost nothing because its items are paid for is replayed as any other.
        let keyed = account.with("idempotency-key", "again");
        let free = call(&keyed, entry, &path, request.clone()).await;
        assert_eq!(cost(&free.ok()), 0.0, "{id}");
        let replayed = call(&keyed, entry, &path, request.clone()).await;
        assert_eq!((replayed.text(), replayed.header("idempotent-replayed")), (free.text(), "true"), "{id}");
        let stranger = server.account(Plan::Scale, 1_000).await;
        let path = own_path(&stranger, entry, &sample).await;
        let other = call(&stranger, entry, &path, request).await.ok();
        assert_eq!(cost(&other), cost(&first), "{id}: another account pays for itself");
        tried += 1;
    }
    assert!(tried >= 25, "{tried}");
    server.prove_books();
}

#[tokio::test]
async fn an_estimate_knows_what_is_paid_for() {
    let (server, _) = TestServer::of_the_world(|_| {}).await;
    let account = server.account(Plan::Scale, 1_000).await;
    let radar = |extra: Value| {
        let mut request = json!({ "within_days": 365, "limit": 2 });
        request.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        request
    };
    let quote = async |path: &str, request: Value| {
        let mut request = request;
        request["preview"] = true.into();
        account.post(path, request).await.ok()["would_cost"]["estimated_credits"].as_f64().unwrap()
    };
    assert_eq!(quote("/v1/job-change-radar", radar(json!({}))).await, 4.0);
    account.post("/v1/job-change-radar", radar(json!({}))).await.ok();
    assert_eq!(quote("/v1/job-change-radar", radar(json!({}))).await, 0.0);
    assert_eq!(quote("/v1/job-change-radar", radar(json!({ "new_only": true }))).await, 4.0);
    // A search of which one of three rows is new costs its base and that row.
    let search = |limit: u32| json!({ "filters": { "departments": ["sales"] }, "limit": limit });
    let paid = account.post("/v1/search/people", search(2)).await.ok();
    assert_eq!(cost(&paid), 3.0);
    assert_eq!(quote("/v1/search/people", search(2)).await, 0.0);
    assert_eq!(quote("/v1/search/people", search(3)).await, 2.0);
    let more = account.post("/v1/search/people", search(3)).await.ok();
    assert_eq!(cost(&more), 2.0);
    // The query is the product of a search that finds nothing, each time.
    let nothing = json!({ "filters": { "company_domains": ["nowhere.example"] } });
    for _ in 0..2 {
        assert_eq!(cost(&account.post("/v1/search/people", nothing.clone()).await.ok()), 1.0);
    }
    server.prove_books();
}

#[tokio::test]
async fn of_equal_calls_side_by_side_one_pays() {
    let (server, _) = TestServer::of_the_world(|_| {}).await;
    let account = server.account(Plan::Scale, 1_000).await;
    let search = || account.post("/v1/search/people", json!({ "filters": {}, "limit": 5 }));
    let answers = futures_util::future::join_all((0..8).map(|_| search())).await;
    let costs: f64 = answers.iter().map(|answer| cost(&answer.ok())).sum();
    assert_eq!(costs, 6.0);
    assert_eq!(server.balance(&account), Credits::whole(994));
    server.prove_books();
}

#[tokio::test]
async fn the_same_call_a_second_time_costs_the_same_at_every_endpoint_with_a_flat_price() {
    let (server, sample) = TestServer::of_the_world(|_| {}).await;
    let flat = CATALOGUE.iter().filter(|entry| matches!(entry.spec.price, Price::Flat(_)));
    let mut tried = 0;
    for entry in flat {
        let id = entry.spec.id;
        let account = server.account(Plan::Scale, 1_000).await;
        let path = own_path(&account, entry, &sample).await;
        let request = (entry.example)(&sample);
        let first = call(&account, entry, &path, request.clone()).await.ok();
        let again = call(&account, entry, &path, request).await.ok();
        assert_eq!(cost(&again), cost(&first), "{id}");
        tried += usize::from(cost(&first) > 0.0);
    }
    assert!(tried >= 8, "{tried} flat calls resolve anything");
    server.prove_books();
}
