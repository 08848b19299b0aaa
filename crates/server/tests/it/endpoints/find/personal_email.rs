//! `/v1/find-personal-email`: an address at a free provider that still works.

use serde_json::{Value, json};
use store::Plan;

use crate::support::{
    JONAS, KATHERINE, Manner, PostOffice, QUILL, TestServer, person_at, with_private_email,
};

const PATH: &str = "/v1/find-personal-email";
const DAY: i64 = 24 * 3_600;
const ADDRESS: &str = "katherine.brandt@gmail.com";

async fn stage() -> (TestServer, PostOffice) {
    let office = PostOffice::start().await;
    let verifier = office.verifier();
    (TestServer::with(|setup| setup.verifier = Some(verifier)).await, office)
}

fn katherine() -> Value {
    json!({ "networkUrl": KATHERINE })
}

#[tokio::test]
async fn a_private_address_validated_within_thirty_days_is_answered() {
    let (server, office) = stage().await;
    let account = server.account(Plan::Pro, 10).await;
    let answer = account.post(PATH, katherine()).await.ok();
    assert_eq!((&answer["email"], &answer["email_verified"]), (&json!(ADDRESS), &json!(true)));
    assert_eq!((&answer["free_provider"], &answer["source"]), (&json!(true), &json!("records")));
    assert_eq!(answer["status"], "deliverable");
    assert_eq!(answer["cost"], json!({ "credits": 2, "balance_remaining": 8 }));
    assert_eq!(office.asked(), 0);
}

#[tokio::test]
async fn an_older_one_is_validated_first_and_not_answered_when_it_is_gone() {
    let (server, office) = stage().await;
    let account = server.account(Plan::Pro, 10).await;
    server.wait(30 * DAY);
    office.open(ADDRESS);
    let answer = account.post(PATH, katherine()).await.ok();
    assert_eq!(answer["last_validated_at"], json!(server.now()));
    office.close(ADDRESS);
    server.wait(30 * DAY);
    let answer = account.post(PATH, katherine()).await.ok();
    assert_eq!((&answer["found"], &answer["reason"]), (&json!(false), &json!("mailbox_not_found")));
    assert_eq!(answer["cost"]["credits"], 0);
}

#[tokio::test]
async fn a_provider_that_is_down_leaves_the_true_date() {
    let (server, office) = stage().await;
    let account = server.account(Plan::Pro, 10).await;
    office.behave("gmail.com", Manner::Down);
    server.wait(40 * DAY);
    let answer = account.post(PATH, katherine()).await.ok();
    assert_eq!((&answer["email"], &answer["email_verified"]), (&json!(ADDRESS), &json!(false)));
    assert_eq!(answer["last_validated_at"], "2026-02-20T08:00:00Z");
    let proven = json!({ "networkUrl": KATHERINE, "verified_only": true });
    let answer = account.post(PATH, proven).await.ok();
    assert_eq!((&answer["found"], &answer["cost"]["credits"]), (&json!(false), &json!(0)));
}

#[tokio::test]
async fn a_disposable_address_is_no_personal_one() {
    let (server, office) = stage().await;
    let account = server.account(Plan::Pro, 10).await;
    // In the lists of free and of disposable providers.
    let address = "jonas@armyspy.com";
    office.open(address);
    server.store.ingest(vec![with_private_email(JONAS, "Jonas Weber", address)]).await.unwrap();
    let answer = account.post(PATH, json!({ "networkUrl": JONAS })).await.ok();
    assert_eq!(answer["found"], false);
    let verdict = account.post("/v1/verify-email", json!({ "email": address })).await.ok();
    assert_eq!((&verdict["disposable"], &verdict["free_provider"]), (&json!(true), &json!(false)));
}

#[tokio::test]
async fn business_addresses_and_private_domains_are_no_answer() {
    let (server, office) = stage().await;
    let account = server.account(Plan::Pro, 10).await;
    server
        .store
        .ingest(vec![with_private_email(JONAS, "Jonas Weber", "jonas@weber-family.example")])
        .await
        .unwrap();
    for request in [json!({ "networkUrl": JONAS }), json!({ "email": "jonas@quill.example" })] {
        let answer = account.post(PATH, request).await.ok();
        assert_eq!((&answer["found"], &answer["cost"]["credits"]), (&json!(false), &json!(0)));
    }
    let unknown = json!({ "fullName": "No Body", "company_name": "Quill Analytics" });
    assert_eq!(account.post(PATH, unknown).await.ok()["found"], false);
    assert_eq!(office.asked(), 0);
}

#[tokio::test]
async fn a_provider_that_only_the_operator_knows_to_be_free_counts_as_one() {
    let office = PostOffice::start().await;
    let verifier = office.verifier_knowing(&["island-mail.example"]);
    let server = TestServer::with(|setup| setup.verifier = Some(verifier)).await;
    let account = server.account(Plan::Pro, 10).await;
    office.open("nora@island-mail.example");
    // The source does not say that the address is private.
    server.store.ingest(vec![person_at("Nora Lind", "nora@island-mail.example", QUILL)]).await.unwrap();
    let nora = json!({ "fullName": "Nora Lind", "company_domain": QUILL });
    let answer = account.post(PATH, nora).await.ok();
    assert_eq!(
        (&answer["email"], &answer["free_provider"]),
        (&json!("nora@island-mail.example"), &json!(true))
    );
    let business = json!({ "firstName": "Nora", "lastName": "Lind", "domain": QUILL });
    assert_eq!(account.post("/v1/find-email", business).await.ok()["found"], false);
}
