//! What no record answers is asked outside, filed, and known from then on.

use serde_json::json;
use sources::vendor::Fact;
use store::{Credits, Plan};

use crate::support::{TestServer, TestVendor, failure, json_answer, miss, vendors};

/// A server with a vendor that knows one company and fails for another.
async fn server() -> (TestServer, [TestVendor; 1]) {
    let script = |path: &str| match path.split_once("domain=") {
        Some((_, "new.example")) => json_answer(&json!({ "name": "Newcomer" })),
        Some((_, "down.example")) => failure(),
        _ => miss(),
    };
    let asked = [TestVendor::start("catalogue", Fact::Company, script).await];
    (TestServer::with(|setup| setup.external = vendors(&asked)).await, asked)
}

#[tokio::test]
async fn a_company_from_outside_is_found_charged_and_known_from_then_on() {
    let (server, stranger) = server().await;
    let account = server.account(Plan::Starter, 10).await;
    for _ in 0..2 {
        let answer = account.post("/v1/companies", json!({ "domain": "new.example" })).await.ok();
        assert_eq!((&answer["company"]["name"], &answer["cost"]["credits"]), (&json!("Newcomer"), &json!(1)));
    }
    assert_eq!(stranger[0].requests(), 1);
}

#[tokio::test]
async fn an_unknown_company_is_free_and_not_asked_for_again_at_once() {
    let (server, stranger) = server().await;
    let account = server.account(Plan::Starter, 10).await;
    for _ in 0..3 {
        let answer = account.post("/v1/companies", json!({ "domain": "nobody.example" })).await.ok();
        assert_eq!((&answer["found"], &answer["cost"]["credits"]), (&json!(false), &json!(0)));
    }
    assert_eq!(stranger[0].requests(), 1);
    server.wait(7 * 3_600);
    account.post("/v1/companies", json!({ "domain": "nobody.example" })).await.ok();
    assert_eq!(stranger[0].requests(), 2);
}

#[tokio::test]
async fn when_every_source_fails_the_answer_says_so_and_nothing_is_charged() {
    let (server, _) = server().await;
    let account = server.account(Plan::Starter, 10).await;
    let answer = account.post("/v1/companies", json!({ "domain": "down.example" })).await;
    answer.problem(503, "sources_unavailable");
    assert_eq!(server.balance(&account), Credits::whole(10));
}

#[tokio::test]
async fn a_name_without_a_domain_is_not_asked_for_outside() {
    let (server, stranger) = server().await;
    let account = server.account(Plan::Starter, 10).await;
    account.post("/v1/companies", json!({ "name": "Nobody At All" })).await.ok();
    assert_eq!(stranger[0].requests(), 0);
}

#[tokio::test]
async fn a_company_that_is_known_but_not_surely_enough_is_not_asked_for_outside() {
    let (server, stranger) = server().await;
    let account = server.account(Plan::Starter, 10).await;
    account.post("/v1/companies", json!({ "domain": "new.example" })).await.ok();
    let request = json!({ "domain": "new.example", "min_confidence": 1.0 });
    let answer = account.post("/v1/companies", request).await.ok();
    assert_eq!(answer["found"], false, "{answer}");
    assert_eq!(stranger[0].requests(), 1);
}
