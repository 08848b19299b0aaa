//! `POST /v1/reverse-email` and `POST /v1/reverse-phone`: a contact in, the person behind it out.

use serde_json::json;
use store::Plan;

use crate::support::{JONAS, TestServer, faults};

#[tokio::test]
async fn an_email_leads_to_the_person_with_profile_and_company_for_one_credit() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    let answer = account.post("/v1/reverse-email", json!({ "email": "Jonas@Quill.example" })).await.ok();
    assert_eq!(answer["person"]["networkUrl"], JONAS);
    assert_eq!(answer["person"]["company"]["domain"], "quill.example");
    assert_eq!(answer["matched_on"], json!(["email"]));
    assert_eq!(answer["cost"], json!({ "credits": 1, "balance_remaining": 9 }));
}

#[tokio::test]
async fn a_phone_leads_to_the_person_with_profile_and_company_for_two_credits() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    let answer = account.post("/v1/reverse-phone", json!({ "phone": "+1 202 555 0177" })).await.ok();
    assert_eq!(answer["person"]["networkUrl"], JONAS);
    assert_eq!(answer["person"]["company"]["name"], "Quill Analytics");
    assert_eq!(answer["matched_on"], json!(["phone"]));
    assert_eq!(answer["cost"], json!({ "credits": 2, "balance_remaining": 8 }));
}

#[tokio::test]
async fn an_unknown_contact_costs_nothing() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    for (path, request) in [
        ("/v1/reverse-email", json!({ "email": "nobody@quill.example" })),
        ("/v1/reverse-phone", json!({ "phone": "+12025550100" })),
    ] {
        let answer = account.post(path, request).await.ok();
        assert_eq!(answer, json!({ "found": false, "cost": { "credits": 0, "balance_remaining": 10 } }));
    }
}

#[tokio::test]
async fn what_cannot_be_a_contact_is_refused() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    for (path, request, expected) in [
        ("/v1/reverse-email", json!({}), "/email: required"),
        ("/v1/reverse-email", json!({ "email": null }), "/email: required"),
        ("/v1/reverse-email", json!({ "email": "jonas at quill" }), "/email: invalid_value"),
        ("/v1/reverse-phone", json!({ "phone": "12" }), "/phone: invalid_value"),
        ("/v1/reverse-phone", json!({ "phone": "+999 123" }), "/phone: invalid_value"),
        ("/v1/reverse-phone", json!({ "phone": "" }), "/phone: too_short"),
        ("/v1/reverse-phone", json!({ "phone": 12025550177_u64 }), "/phone: wrong_type"),
    ] {
        let problem = account.post(path, request).await.problem(422, "invalid_request");
        assert_eq!(faults(&problem), [expected]);
    }
}
