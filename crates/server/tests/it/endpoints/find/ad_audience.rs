//! `POST /v1/ad-audience`: emails in, hashes for ad platforms out.

use serde_json::{Value, json};
use store::{Credits, Plan};

use crate::support::{TestServer, faults};

/// SHA-256 of `jonas@quill.example`.
const JONAS_HASH: &str = "dc73a5b9e63c3d7858420f446f1ec3e9a0c5921dc2166983c825161369cf25a3";

fn audience(emails: &[&str]) -> Value {
    json!({ "emails": emails })
}

#[tokio::test]
async fn each_distinct_valid_email_is_hashed_and_charged_once() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    let emails = audience(&[
        "jonas@quill.example",
        " JONAS@quill.example ",
        "stranger@client.example",
        "not an email",
        "",
        "k.brandt@harbor.example",
    ]);
    let answer = account.post("/v1/ad-audience", emails).await.ok();
    assert_eq!(answer["hashes"].as_array().unwrap().len(), 3);
    assert_eq!(answer["hashes"][0], JONAS_HASH);
    assert_eq!(
        answer["stats"],
        json!({
            "submitted": 6, "valid": 3, "invalid": 2, "duplicates": 1, "matched": 2, "match_rate": 0.667,
        })
    );
    assert_eq!(answer["cost"], json!({ "credits": 0.3, "balance_remaining": 9.7 }));
}

#[tokio::test]
async fn google_takes_gmail_without_dots_and_tags_and_others_do_not() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    let hashes = async |platform: &str| {
        let emails = ["a.b+c@gmail.com", "ab@gmail.com"];
        let request = json!({ "emails": emails, "platform": platform });
        account.post("/v1/ad-audience", request).await.ok()["hashes"].as_array().unwrap().len()
    };
    assert_eq!(hashes("google").await, 1);
    for platform in ["plain", "meta", "linkedin-style"] {
        assert_eq!(hashes(platform).await, 2, "{platform}");
    }
}

#[tokio::test]
async fn a_list_without_a_valid_email_costs_nothing() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    let answer = account.post("/v1/ad-audience", audience(&["nobody", "@"])).await.ok();
    assert_eq!(answer["hashes"], json!([]));
    assert_eq!(answer["stats"]["match_rate"], 0.0);
    assert_eq!(answer["cost"]["credits"], 0);
}

#[tokio::test]
async fn ten_thousand_emails_are_taken_and_one_more_is_refused() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 1_000).await;
    let mut emails: Vec<String> = (0..10_001).map(|number| format!("p{number}@client.example")).collect();
    let problem = account.post("/v1/ad-audience", json!({ "emails": emails })).await;
    assert_eq!(faults(&problem.problem(422, "invalid_request")), ["/emails: too_many"]);
    assert_eq!(server.balance(&account), Credits::whole(1_000));

    emails.pop();
    let answer = account.post("/v1/ad-audience", json!({ "emails": emails })).await.ok();
    assert_eq!(answer["stats"]["valid"], 10_000);
    assert_eq!(answer["cost"], json!({ "credits": 1_000, "balance_remaining": 0 }));
}

#[tokio::test]
async fn an_audience_beyond_the_balance_is_refused_with_how_many_it_would_pay_for() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 1).await;
    let emails: Vec<String> = (0..12).map(|number| format!("p{number}@client.example")).collect();
    let answer = account.post("/v1/ad-audience", json!({ "emails": emails })).await;
    let problem = answer.problem(402, "insufficient_credits");
    assert_eq!(problem["required"], 1.2);
    assert_eq!(problem["balance"], 1);
    assert_eq!(problem["affordable_items"], 10);
}

#[tokio::test]
async fn an_empty_list_and_an_unknown_platform_are_refused_together() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 1).await;
    let request = json!({ "emails": [], "platform": "gogle" });
    let problem = account.post("/v1/ad-audience", request).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/emails: too_few", "/platform: not_one_of"]);
    assert!(problem["errors"][1]["message"].as_str().unwrap().contains("Did you mean \"google\"?"));
}

#[tokio::test]
async fn control_characters_in_a_list_are_named_one_by_one() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 1).await;
    let emails = audience(&["jonas@quill.example", "a\u{0}@quill.example", "\u{7f}"]);
    let problem = account.post("/v1/ad-audience", emails).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/emails/1: control_character", "/emails/2: control_character"]);
}
