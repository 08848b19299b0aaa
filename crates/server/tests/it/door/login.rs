//! `POST /v1/login`: a password is worth a new key, and says nothing about who has an account.

use serde_json::{Value, json};
use server::SignupMode;
use store::{NewAccount, Plan};

use crate::support::TestServer;

const EMAIL: &str = "ada@client.example";
const PASSWORD: &str = "correct horse";

async fn server_with_ada() -> TestServer {
    let server = TestServer::with(|setup| setup.settings.signup.mode = SignupMode::Open).await;
    server.anyone().post("/v1/signup", json!({ "email": EMAIL, "password": PASSWORD })).await.ok();
    server
}

fn login(email: &str, password: &str) -> Value {
    json!({ "email": email, "password": password, "key": { "name": "laptop" } })
}

#[tokio::test]
async fn email_and_password_are_worth_a_key_of_the_account() {
    let server = server_with_ada().await;
    let answer = server.anyone().post("/v1/login", login(" ADA@Client.Example ", PASSWORD)).await.ok();
    let client = server.anyone().with_key(answer["key"].as_str().unwrap());
    let me = client.get("/v1/me").await.ok();
    assert_eq!((&me["email"], &me["account_id"]), (&json!(EMAIL), &answer["account_id"]));
    assert_eq!(answer["details"]["name"], "laptop");
    assert_eq!(answer["details"]["scopes"], json!(["read", "spend", "manage"]));

    let without = json!({ "email": EMAIL, "password": PASSWORD });
    let answer = server.anyone().post("/v1/login", without).await.ok();
    assert!(answer.get("key").is_none() && answer.get("details").is_none());
}

#[tokio::test]
async fn answers_do_not_reveal_which_accounts_exist() {
    let server = server_with_ada().await;
    let operators = NewAccount {
        id: "acc_operators".into(),
        email: "made@client.example".into(),
        password_hash: None,
        plan: Plan::Pro,
        trial_ends_at: None,
        credits: store::Credits::ZERO,
    };
    server.store.create_account(operators, None, server.now()).await.unwrap();
    let mut told = Vec::new();
    for (email, password) in [
        (EMAIL, "wrong horse"),
        ("nobody@client.example", PASSWORD),
        ("made@client.example", ""),
        (EMAIL, " "),
    ] {
        let password = if password.is_empty() { "x" } else { password };
        let answer = server.anyone().post("/v1/login", login(email, password)).await;
        if answer.status == 422 {
            continue;
        }
        let mut problem = answer.problem(401, "invalid_credentials");
        problem["request_id"] = Value::Null;
        told.push(problem);
    }
    assert!(told.len() >= 3 && told.iter().all(|problem| *problem == told[0]), "{told:?}");
}

#[tokio::test]
async fn attempts_are_limited_for_each_account_known_or_not_and_for_each_address() {
    let server = server_with_ada().await;
    for email in [EMAIL, "nobody@client.example"] {
        for _ in 0..5 {
            server
                .anyone()
                .post("/v1/login", login(email, "wrong horse"))
                .await
                .problem(401, "invalid_credentials");
        }
        let refused = server.anyone().post("/v1/login", login(email, PASSWORD)).await;
        refused.problem(429, "rate_limited");
        assert!(!refused.header("retry-after").is_empty());
    }
    for number in 0..3 {
        let email = format!("b{number}@client.example");
        server
            .anyone()
            .post("/v1/login", login(&email, "wrong horse"))
            .await
            .problem(401, "invalid_credentials");
    }
    server
        .anyone()
        .post("/v1/login", login("c@client.example", "wrong horse"))
        .await
        .problem(429, "rate_limited");
    server.wait(60);
    server.anyone().post("/v1/login", login(EMAIL, PASSWORD)).await.ok();
}

#[tokio::test]
async fn wrong_passwords_from_one_network_keep_no_owner_out() {
    let server = TestServer::with(|setup| {
        setup.settings.signup.mode = SignupMode::Open;
        setup.settings.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    server.anyone().post("/v1/signup", json!({ "email": EMAIL, "password": PASSWORD })).await.ok();
    let attempt = async |from: &str, password: &str| {
        server.anyone().with("x-forwarded-for", from).post("/v1/login", login(EMAIL, password)).await
    };
    for _ in 0..5 {
        attempt("203.0.113.9", "wrong horse").await.problem(401, "invalid_credentials");
    }
    attempt("203.0.113.9", PASSWORD).await.problem(429, "rate_limited");
    attempt("198.51.100.7", PASSWORD).await.ok();
    // Guesses from many networks end, too: six were made, 50 are allowed.
    for number in 0..44 {
        attempt(&format!("192.0.{number}.1"), "wrong horse").await.problem(401, "invalid_credentials");
    }
    attempt("192.0.200.1", "wrong horse").await.problem(429, "rate_limited");
}
