//! `POST /v1/ingest/people` and `/companies`: the operator's door for rows.

use serde_json::json;
use store::Plan;

use crate::support::TestServer;

#[tokio::test]
async fn rows_are_filed_once_and_rows_without_an_identifier_are_rejected_with_a_reason() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Indie, 10).await;
    let operator = server.operator(&account).await;
    let body = json!({ "source": "crm", "people": [
        { "fullName": "Ines Falk", "emails": [{ "address": "INES@falk.example" }], "companyDomain": "www.falk.example" },
        { "fullName": "Nobody" },
    ] });
    account.post("/v1/ingest/people", body.clone()).await.problem(403, "scope_required");
    let answer = operator.post("/v1/ingest/people", body.clone()).await.ok();
    assert_eq!((&answer["accepted"], &answer["rejected"][0]["pointer"]), (&json!(1), &json!("/people/1")));
    assert_eq!(operator.post("/v1/ingest/people", body).await.ok()["unchanged"], 1);
    let found = account.post("/v1/enrich", json!({ "email": "ines@falk.example" })).await.ok();
    assert_eq!(found["person"]["fullName"], "Ines Falk");
    let body =
        json!({ "source": "crm", "companies": [{ "name": "Falk", "domains": ["https://falk.example/"] }] });
    assert_eq!(operator.post("/v1/ingest/companies", body).await.ok()["accepted"], 1);
    let found = account.post("/v1/companies", json!({ "domain": "falk.example" })).await.ok();
    assert_eq!(found["company"]["name"], "Falk");
}
