//! The review list over HTTP: listed, explained, decided.

use records::{Claim, PrivateTraits};
use serde_json::json;
use store::Plan;

use crate::support::{Account, TestServer, person_claim};

/// Two rows of one household, of which one has no given name.
fn nearly_one(number: usize) -> Vec<Claim> {
    let at = |reference: String, first: Option<&str>| {
        let street = format!("{number} Mill Lane");
        let facts = json!({ "firstName": first, "lastName": format!("Ellwood{number}") });
        let mut claim = person_claim(&reference, facts);
        if let records::Facts::Person(person) = &mut claim.facts {
            person.private = Some(PrivateTraits {
                street: Some(street),
                house_number: Some(number.to_string()),
                postcode: Some(format!("TN2{number} 8RZ")),
                ..PrivateTraits::default()
            });
        }
        claim
    };
    vec![at(format!("{number}a"), Some("Marta")), at(format!("{number}b"), None)]
}

async fn desk(pairs: usize) -> (TestServer, Account) {
    let server = TestServer::start().await;
    for number in 1..=pairs {
        server.store.ingest(nearly_one(number)).await.unwrap();
    }
    let operator = server.operator(&server.account(Plan::Scale, 10).await).await;
    (server, operator)
}

#[tokio::test]
async fn a_pair_is_listed_explained_and_merged_and_split_again() {
    let (_server, operator) = desk(1).await;
    let listed = operator.get("/v1/operator/review").await.ok();
    let (one, other) = (&listed["results"][0]["one"]["id"], &listed["results"][0]["other"]["id"]);
    let (one, other) = (one.as_str().unwrap(), other.as_str().unwrap());
    let explain = format!("/v1/operator/review/explain?one={one}&other={other}");
    let pair = operator.get(&explain).await.ok();
    assert_eq!((&pair["joined"], &pair["kept_apart"]), (&json!(false), &json!(false)));
    assert!(pair["bits"].as_f64().unwrap() < pair["enough"].as_f64().unwrap());
    assert!(!pair["parts"].as_array().unwrap().is_empty());
    assert_eq!(pair["one"]["person"]["id"], one);
    assert!(!pair.to_string().contains("Mill Lane") && !pair.to_string().contains("TN21"), "{pair}");
    let both = json!({ "one": one, "other": other });
    assert_eq!(operator.post("/v1/operator/review/merge", both.clone()).await.ok()["id"], one);
    assert_eq!(operator.get("/v1/operator/review").await.ok()["results"], json!([]));
    let joined = operator.get(&explain).await.ok();
    assert_eq!(joined["joined"], true);
    let row = joined["one"]["rows"][1].clone();
    let split = operator.post("/v1/operator/review/split", json!({ "id": one, "rows": [row] })).await.ok();
    assert_eq!(split["id"], other);
    assert_eq!(operator.get(&explain).await.ok()["kept_apart"], true);
    let wrong = json!({ "id": one, "rows": ["nothing:1"] });
    operator.post("/v1/operator/review/split", wrong).await.problem(422, "invalid_request");
}

#[tokio::test]
async fn a_pair_that_is_kept_apart_leaves_the_list_and_customers_decide_nothing() {
    let (server, operator) = desk(1).await;
    let listed = operator.get("/v1/operator/review").await.ok();
    let pair = &listed["results"][0];
    let both = json!({ "one": pair["one"]["id"], "other": pair["other"]["id"] });
    let customer = server.account(Plan::Scale, 10).await;
    customer.get("/v1/operator/review").await.problem(403, "scope_required");
    for what in ["merge", "apart"] {
        let path = format!("/v1/operator/review/{what}");
        customer.post(&path, both.clone()).await.problem(403, "scope_required");
    }
    operator.post("/v1/operator/review/apart", both).await.ok();
    assert_eq!(operator.get("/v1/operator/review").await.ok()["results"], json!([]));
}

#[tokio::test]
async fn the_list_is_read_page_by_page() {
    let (_server, operator) = desk(5).await;
    let whole = operator.get("/v1/operator/review?limit=100").await.ok()["results"].clone();
    let count = whole.as_array().unwrap().len();
    assert!(count >= 5, "{whole}");
    let (mut pairs, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = operator.get(&format!("/v1/operator/review?limit=2{cursor}")).await.ok();
        pairs.extend(page["results"].as_array().unwrap().clone());
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(json!(pairs), whole);
}

#[tokio::test]
async fn accounts_are_listed_with_plan_credits_and_last_use() {
    let (server, operator) = desk(0).await;
    let customer = server.account(Plan::Pro, 7).await;
    customer.get("/v1/me").await.ok();
    server.app.write_key_uses().await.unwrap();
    let listed = operator.get(&format!("/v1/operator/accounts?q={}", customer.id)).await.ok();
    let account = &listed["results"][0];
    assert_eq!((&account["account_id"], &account["plan"]), (&json!(customer.id), &json!("pro")));
    assert_eq!((&account["balance"], &account["keys"]), (&json!(7), &json!(1)));
    assert_eq!(account["last_used_at"], json!(server.now()));
    assert_eq!(listed["results"].as_array().unwrap().len(), 1);
    let page = operator.get("/v1/operator/accounts?limit=1").await.ok();
    let next = page["next_cursor"].as_str().unwrap();
    let second = operator.get(&format!("/v1/operator/accounts?limit=1&cursor={next}")).await.ok();
    assert_ne!(page["results"][0]["account_id"], second["results"][0]["account_id"]);
    customer.get("/v1/operator/accounts").await.problem(403, "scope_required");
}
