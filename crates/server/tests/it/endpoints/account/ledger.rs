//! `GET /v1/me/ledger`: every movement of credits, in pages, with the balance after each.

use serde_json::{Value, json};
use store::{Credits, Plan};

use crate::support::{KATHERINE, TestServer};

#[tokio::test]
async fn every_movement_is_listed_once_with_the_balance_after_it() {
    let server = TestServer::start().await;
    let (account, other) = (server.account(Plan::Pro, 100).await, server.account(Plan::Pro, 5).await);
    let mut charged = None;
    for _ in 0..5 {
        let answer = account.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await;
        charged = Some(answer.header("x-request-id").to_owned());
        other.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await.ok();
    }
    let now = server.now();
    server.store.grant(&account.id, Credits::from_thousandths(7_500), "top-up", now).await.unwrap();
    server.store.grant(&account.id, Credits::whole(-2), "correction", now).await.unwrap();
    let refund = store::Refund {
        request_id: charged.clone().unwrap(),
        credits: None,
        reason: "wrong person".into(),
        reference: None,
        account: None,
    };
    server.store.refund(refund, now).await.unwrap();
    let (mut rows, mut cursor): (Vec<Value>, _) = (Vec::new(), String::new());
    loop {
        let page = account.get(&format!("/v1/me/ledger?limit=2{cursor}")).await.ok();
        rows.extend(page["results"].as_array().unwrap().iter().cloned());
        // A charge between two pages shifts nothing.
        account.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await.ok();
        let Some(next) = page["next_cursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    let told: Vec<_> = rows
        .iter()
        .map(|row| {
            (
                row["kind"].as_str().unwrap(),
                row["credits"].as_f64().unwrap(),
                row["balance_after"].as_f64().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("refund", 1.0, 101.5),
        ("withdrawal", -2.0, 100.5),
        ("grant", 7.5, 102.5),
        ("charge", -1.0, 95.0),
        ("charge", -1.0, 96.0),
        ("charge", -1.0, 97.0),
        ("charge", -1.0, 98.0),
        ("charge", -1.0, 99.0),
        ("grant", 100.0, 100.0),
    ];
    assert_eq!(told, expected);
    assert_eq!(rows[0]["refunds"].as_str(), charged.as_deref());
    assert_eq!((&rows[3]["request_id"], &rows[3]["reason"]), (&json!(charged), &json!("enrich")));
    let page = account.get("/v1/me/ledger?limit=1").await.ok();
    let cursor = page["next_cursor"].as_str().unwrap();
    other.get(&format!("/v1/me/ledger?limit=1&cursor={cursor}")).await.problem(422, "invalid_request");
}

#[tokio::test]
async fn operators_read_the_ledger_of_any_account_in_the_same_pages() {
    let server = TestServer::start().await;
    let (account, other) = (server.account(Plan::Pro, 100).await, server.account(Plan::Pro, 5).await);
    let operator = server.operator(&other).await;
    for _ in 0..3 {
        account.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await.ok();
    }
    let own = account.get("/v1/me/ledger?limit=10").await.ok()["results"].clone();
    let path = format!("/v1/operator/accounts/{}/ledger", account.id);
    let first = operator.get(&format!("{path}?limit=3")).await.ok();
    let cursor = first["next_cursor"].as_str().unwrap();
    let second = operator.get(&format!("{path}?limit=3&cursor={cursor}")).await.ok();
    let rows = [&first, &second].map(|page| page["results"].as_array().unwrap().clone()).concat();
    assert_eq!((json!(rows), &second["next_cursor"]), (own, &Value::Null));
    let elsewhere = format!("/v1/operator/accounts/{}/ledger?limit=3&cursor={cursor}", other.id);
    operator.get(&elsewhere).await.problem(422, "invalid_request");
    operator.get("/v1/operator/accounts/acc_none/ledger").await.problem(404, "not_found");
    account.get(&path).await.problem(403, "scope_required");
}
