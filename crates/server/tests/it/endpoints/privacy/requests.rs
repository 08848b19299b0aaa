//! `/privacy`: anyone may ask, the answer does not reveal whether there is a record, and the operator decides.

use serde_json::{Value, json};
use store::Plan;

use crate::support::{JONAS, KATHERINE, TestServer, faults};

#[tokio::test]
async fn the_answer_is_the_same_for_known_and_unknown_people() {
    let server = TestServer::start().await;
    let ask = async |who: Value| {
        let answer = server.anyone().post("/v1/privacy/requests", who).await;
        assert_eq!(answer.status, 202, "{}", answer.text());
        let mut answer = answer.ok();
        assert!(answer["id"].as_str().unwrap().starts_with("prq_"));
        answer["id"] = Value::Null;
        answer
    };
    let known = ask(json!({ "profile": KATHERINE })).await;
    for who in [
        json!({ "email": "nobody@nowhere.example" }),
        json!({ "phone": "+12025550143" }),
        json!({ "profile": KATHERINE }),
    ] {
        assert_eq!(ask(who).await, known);
    }
}

#[tokio::test]
async fn a_request_has_exactly_one_identifier() {
    let server = TestServer::start().await;
    let refused = [
        (json!({}), ": missing_identifier"),
        (json!({ "email": "a@b.example", "phone": "+12025550143" }), ": missing_identifier"),
        (json!({ "email": "nobody" }), "/email: invalid_value"),
        (json!({ "domain": "gmail.com" }), "/domain: invalid_value"),
    ];
    for (request, fault) in refused {
        let problem =
            server.anyone().post("/v1/privacy/requests", request).await.problem(422, "invalid_request");
        assert_eq!(faults(&problem), [fault]);
    }
}

#[tokio::test]
async fn one_client_can_ask_only_so_often() {
    let server = TestServer::with(|setup| setup.settings.limits.privacy_requests_per_hour = 2).await;
    let ask = async || server.anyone().post("/v1/privacy/requests", json!({ "email": "a@b.example" })).await;
    for _ in 0..2 {
        ask().await.ok();
    }
    let refused = ask().await;
    refused.problem(429, "rate_limited");
    assert!(refused.header("retry-after").parse::<u64>().unwrap() > 0);
    server.wait(3_600);
    ask().await.ok();
}

#[tokio::test]
async fn an_approved_request_erases_and_keeps_out_and_forgets_who_asked() {
    let server = TestServer::start().await;
    let operator = server.operator(&server.account(Plan::Pro, 10).await).await;
    let asked = server.anyone().post("/v1/privacy/requests", json!({ "profile": KATHERINE })).await.ok();
    let path = format!("/v1/privacy/requests/{}", asked["id"].as_str().unwrap());
    let open = operator.get("/v1/privacy/requests").await.ok();
    assert_eq!((&open["results"][0]["id"], &open["results"][0]["value"]), (&asked["id"], &json!(KATHERINE)));
    let known = operator.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await.ok();
    assert_eq!(known["found"], true, "a request alone changes nothing");

    let approved = operator.post(&format!("{path}/approve"), json!({})).await.ok();
    assert_eq!((&approved["status"], &approved["erased"]["people"]), (&json!("approved"), &json!(1)));
    assert_eq!(approved.get("value"), None);
    let gone = operator.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await.ok();
    assert_eq!((&gone["found"], &gone["cost"]["credits"]), (&json!(false), &json!(0)));
    server.store.ingest(crate::support::cast()).await.unwrap();
    let still = operator.post("/v1/enrich", json!({ "email": "k.brandt@harbor.example" })).await.ok();
    assert_eq!(still["found"], false, "the next import does not bring her back");
    let again = operator.post(&format!("{path}/approve"), json!({})).await.ok();
    assert_eq!((&again["status"], again.get("erased")), (&json!("approved"), None));
}

#[tokio::test]
async fn a_refused_request_changes_nothing_and_forgets_who_asked() {
    let server = TestServer::start().await;
    let operator = server.operator(&server.account(Plan::Pro, 10).await).await;
    let asked = server.anyone().post("/v1/privacy/requests", json!({ "profile": JONAS })).await.ok();
    let path = format!("/v1/privacy/requests/{}/refuse", asked["id"].as_str().unwrap());
    let refused = operator.post(&path, json!({})).await.ok();
    assert_eq!((&refused["status"], refused.get("value")), (&json!("refused"), None));
    assert_eq!(operator.post("/v1/enrich", json!({ "networkUrl": JONAS })).await.ok()["found"], true);
    let refused = operator.get("/v1/privacy/requests?status=refused").await.ok();
    assert_eq!(refused["results"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn only_an_operator_sees_and_decides_requests() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    account.get("/v1/privacy/requests").await.problem(403, "scope_required");
    account.post("/v1/erase", json!({ "email": "a@b.example" })).await.problem(403, "scope_required");
    account.post("/v1/suppressions", json!({ "email": "a@b.example" })).await.problem(403, "scope_required");
}
