//! Sign-up and sign-in under an idempotency key: the account and its only key are not lost with a lost answer.

use serde_json::{Value, json};
use server::SignupMode;

use crate::support::TestServer;

async fn open_server() -> TestServer {
    TestServer::with(|setup| setup.settings.signup.mode = SignupMode::Open).await
}

fn ada(password: &str) -> Value {
    json!({ "email": "ada@client.example", "password": password })
}

#[tokio::test]
async fn a_sign_up_that_is_sent_again_answers_the_same_key() {
    let server = open_server().await;
    let caller = server.anyone().with("idempotency-key", "sign-up-1");
    let first = caller.post("/v1/signup", ada("correct horse battery")).await;
    assert_eq!(first.status, 201, "{}", first.text());
    let again = caller.post("/v1/signup", ada("correct horse battery")).await;
    assert_eq!((again.status, &again.body), (201, &first.body));
    assert_eq!(again.header("idempotent-replayed"), "true");
    assert_eq!(server.store.accounts().unwrap().len(), 1);
    server.anyone().with_key(first.json()["key"].as_str().unwrap()).get("/v1/me").await.ok();
    let other = caller.post("/v1/signup", ada("another horse battery")).await;
    other.problem(422, "idempotency_mismatch");
    let without = server.anyone().post("/v1/signup", ada("correct horse battery")).await.ok();
    assert_eq!(without["account_id"], first.json()["account_id"], "the account that has this password");
    assert_ne!(without["key"], first.json()["key"]);
}

#[tokio::test]
async fn what_is_kept_of_a_sign_up_tells_neither_the_key_nor_the_password() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::with(|setup| {
        setup.settings.signup.mode = SignupMode::Open;
        setup.folder = Some(folder.path().to_owned());
    })
    .await;
    let caller = server.anyone().with("idempotency-key", "sign-up-1");
    let made = caller.post("/v1/signup", ada("correct horse battery")).await.ok();
    server.store.flush().await.unwrap();
    let secret = &made["key"].as_str().unwrap()["brimful_live_".len()..];
    for file in ["brimful.db", "brimful.db-wal", "records.db", "records.db-wal"] {
        let bytes = std::fs::read(folder.path().join(file)).unwrap();
        for text in [secret, "correct horse"] {
            assert!(!bytes.windows(text.len()).any(|part| part == text.as_bytes()), "{file} tells {text}");
        }
    }
}

#[tokio::test]
async fn a_privacy_request_that_is_sent_again_is_filed_once() {
    let server = open_server().await;
    let ask = json!({ "email": "jane@nowhere.example" });
    let caller = server.anyone().with("idempotency-key", "erase-me");
    let first = caller.post("/v1/privacy/requests", ask.clone()).await;
    let again = caller.post("/v1/privacy/requests", ask.clone()).await;
    assert_eq!((first.status, &again.body), (202, &first.body));
    let without = server.anyone().post("/v1/privacy/requests", ask).await.ok();
    assert_eq!(without["id"], first.json()["id"], "one that waits is it already");
}
