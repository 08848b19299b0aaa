//! `POST /v1/signup`: a new account with its trial and its first key.

use serde_json::{Value, json};
use server::SignupMode;

use crate::support::{KATHERINE, TestServer, faults};

async fn server_with(mode: SignupMode) -> TestServer {
    TestServer::with(|setup| {
        setup.settings.signup.mode = mode;
        setup.settings.signup.invite_codes = vec!["welcome-2026".into()];
    })
    .await
}

fn ada() -> Value {
    json!({ "email": "ada@client.example", "password": "correct horse" })
}

#[tokio::test]
async fn open_sign_up_answers_a_trial_with_credits_and_a_key_that_works() {
    let server = server_with(SignupMode::Open).await;
    let answer = server.anyone().post("/v1/signup", ada()).await;
    assert_eq!(answer.status, 201);
    let account = answer.ok();
    assert_eq!(account["plan"], "indie");
    assert_eq!(account["balance"], 100);
    assert_eq!(account["trial_ends_at"], "2026-03-11T12:00:00Z");

    let client = server.anyone().with_key(account["key"].as_str().unwrap());
    client.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await.ok();
    let me = client.get("/v1/me").await.ok();
    assert_eq!((&me["email"], &me["balance"]), (&json!("ada@client.example"), &json!(99)));
    client.get("/v1/me/keys").await.ok();
}

#[tokio::test]
async fn when_the_trial_is_over_spending_ends_and_looking_back_does_not() {
    let server = server_with(SignupMode::Open).await;
    let account = server.anyone().post("/v1/signup", ada()).await.ok();
    let client = server.anyone().with_key(account["key"].as_str().unwrap());
    let enrich = async || client.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await;

    server.wait(7 * 24 * 3_600 - 1);
    enrich().await.ok();
    server.wait(1);
    enrich().await.problem(403, "trial_expired");
    assert_eq!(client.get("/v1/me").await.ok()["plan"], "free");
    assert_eq!(client.get("/v1/me/history?charged=true").await.ok()["summary"]["requests"], 1);

    let id = account["account_id"].as_str().unwrap();
    server.store.set_plan(&id.into(), store::Plan::Starter).await.unwrap();
    enrich().await.ok();
}

#[tokio::test]
async fn by_invitation_a_code_is_needed() {
    let server = server_with(SignupMode::Invite).await;
    let anyone = server.anyone();
    anyone.post("/v1/signup", ada()).await.problem(403, "signup_closed");
    let with_code = |code: &str| {
        let mut request = ada();
        request["invite_code"] = code.into();
        request
    };
    anyone.post("/v1/signup", with_code("guess")).await.problem(403, "signup_closed");
    assert_eq!(anyone.post("/v1/signup", with_code("welcome-2026")).await.status, 201);
}

#[tokio::test]
async fn closed_is_closed_even_with_a_code() {
    let server = server_with(SignupMode::Closed).await;
    let mut request = ada();
    request["invite_code"] = "welcome-2026".into();
    server.anyone().post("/v1/signup", request).await.problem(403, "signup_closed");
    assert_eq!(server.store.accounts().unwrap(), []);
}

#[tokio::test]
async fn an_email_opens_one_account_in_any_spelling() {
    let server = server_with(SignupMode::Open).await;
    server.anyone().post("/v1/signup", ada()).await.ok();
    for email in ["ada@client.example", "ADA@Client.Example", " ada@client.example "] {
        let request = json!({ "email": email, "password": "another password" });
        server.anyone().post("/v1/signup", request).await.problem(401, "invalid_credentials");
    }
    assert_eq!(server.store.accounts().unwrap().len(), 1);
}

#[tokio::test]
async fn a_weak_password_and_a_bad_email_are_refused_together() {
    let server = server_with(SignupMode::Open).await;
    let request = json!({ "email": "ada", "password": "short" });
    let problem = server.anyone().post("/v1/signup", request).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/email: invalid_value", "/password: too_short"]);
    assert!(!problem.to_string().contains("short\\\""), "a password is never sent back");
    assert_eq!(server.store.accounts().unwrap(), []);
}

#[tokio::test]
async fn a_sign_up_with_the_address_of_an_account_is_answered_as_a_sign_in_is() {
    let server = server_with(SignupMode::Open).await;
    let (anyone, without) = (server.anyone(), server.account(store::Plan::Free, 0).await);
    let first = anyone.post("/v1/signup", ada()).await.ok();
    let other = json!({ "email": "ada@client.example", "password": "another password" });
    let unknown = json!({ "email": "nobody@client.example", "password": "another password" });
    let mut refused = Vec::new();
    for (path, request) in [("/v1/signup", &other), ("/v1/login", &other), ("/v1/login", &unknown)] {
        let mut problem = anyone.post(path, request.clone()).await.problem(401, "invalid_credentials");
        problem.as_object_mut().unwrap().remove("request_id");
        refused.push(problem);
    }
    assert!(refused.iter().all(|problem| *problem == refused[0]), "{refused:?}");
    let email = without.get("/v1/me").await.ok()["email"].as_str().unwrap().to_owned();
    let request = json!({ "email": email, "password": "another password" });
    let problem = anyone.post("/v1/signup", request).await.problem(401, "invalid_credentials");
    assert_eq!(problem["detail"], refused[0]["detail"], "an account without a password");

    let again = anyone.post("/v1/signup", ada()).await;
    assert_eq!(again.status, 201, "{}", again.text());
    let again = again.ok();
    assert_eq!(again["account_id"], first["account_id"]);
    let client = server.anyone().with_key(again["key"].as_str().unwrap());
    assert_eq!(client.get("/v1/me").await.ok()["balance"], 100, "no second trial");
    assert_eq!(server.store.accounts().unwrap().len(), 2);
}

#[tokio::test]
async fn passwords_are_guessed_by_sign_up_no_faster_than_by_sign_in() {
    let server = server_with(SignupMode::Open).await;
    server.anyone().post("/v1/signup", ada()).await.ok();
    server.wait(60);
    let mut answered = Vec::new();
    for number in 0..8 {
        let path = if number % 2 == 0 { "/v1/signup" } else { "/v1/login" };
        let request = json!({ "email": "ada@client.example", "password": format!("guess number {number}") });
        answered.push(server.anyone().post(path, request).await.status);
    }
    assert_eq!(answered.iter().filter(|status| **status == 401).count(), 5, "{answered:?}");
    assert_eq!(answered.iter().filter(|status| **status == 429).count(), 3, "{answered:?}");
}
