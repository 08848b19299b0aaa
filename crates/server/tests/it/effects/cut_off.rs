//! Calls whose connection is cut: effects happen once, and what was charged can be had again.

use std::time::Duration;

use serde_json::{Value, json};
use server::{Access, CATALOGUE, Method, SignupMode};
use store::{Credits, HistoryFilter, Plan};
use tokio::{io::AsyncWriteExt, net::TcpStream};

use crate::support::{Account, KATHERINE, TestServer, own_example, own_path};

/// Things of each kind that are made while connections are cut.
const MADE: usize = 100;

/// Sends a whole POST and cuts the connection a moment later, without reading an answer.
async fn post_and_cut(
    server: &TestServer,
    account: &Account,
    path: &str,
    key: Option<&str>,
    body: &Value,
    micros: u64,
) {
    let body = body.to_string();
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let key = key.map_or_else(String::new, |key| format!("idempotency-key: {key}\r\n"));
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\n{key}\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        account.key,
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_micros(micros)).await;
    stream.set_zero_linger().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_creates_that_are_cut_and_sent_again_make_a_hundred_things() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Scale, 1_000).await;
    let named = |number: usize| format!("thing {number}");
    let paths = ["/v1/me/keys", "/v1/watch-lists", "/v1/saved-icps", "/v1/bulk/enrich"];
    for (index, path) in paths.into_iter().enumerate() {
        for number in 0..MADE {
            let body = match index {
                0 => json!({ "name": named(number) }),
                1 => json!({ "name": named(number), "domains": ["acme.example"] }),
                2 => {
                    json!({ "name": named(number), "target": "people", "filters": { "departments": ["sales"] } })
                }
                _ => json!({ "items": [{ "email": "nobody@nowhere.example" }] }),
            };
            let key = format!("{index}-{number}");
            post_and_cut(&server, &account, path, Some(&key), &body, (number as u64 * 37) % 1_500).await;
            let again = account.with("idempotency-key", &key).post(path, body.clone()).await;
            let once_more = account.with("idempotency-key", &key).post(path, body).await;
            assert!((200..300).contains(&again.status), "{path}: {}", again.text());
            assert_eq!(once_more.body, again.body, "{path}");
            assert_eq!(once_more.header("idempotent-replayed"), "true");
        }
    }
    let store = &server.store;
    let lists = store.watch_lists(&account.id, None, 1_000).unwrap().len();
    let icps = store.saved_icps(&account.id, None, 1_000).unwrap().len();
    let jobs = store.bulk_jobs(&account.id, None, 1_000).unwrap().len();
    assert_eq!((store.keys(&account.id).unwrap().len(), lists, icps, jobs), (MADE + 1, MADE, MADE, MADE));
    server.prove_books();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_post_is_replayed_under_its_key_after_it_was_cut_off() {
    let (server, sample) = TestServer::of_the_world(|setup| {
        setup.settings.signup.mode = SignupMode::Open;
        setup.settings.signup.per_client_day = 100;
    })
    .await;
    let account = server.operator(&server.account(Plan::Scale, 10_000).await).await;
    let posts = CATALOGUE.iter().filter(|entry| entry.spec.method == Method::Post);
    for entry in posts.filter(|entry| matches!(entry.spec.access, Access::Key(_))) {
        let path = own_path(&account, entry, &sample).await;
        let mut example = own_example(&account, entry, &sample).await;
        if entry.spec.path.contains("{id}") {
            example.as_object_mut().unwrap().shift_remove("id");
        }
        post_and_cut(&server, &account, &path, Some(entry.spec.id), &example, 500).await;
        let caller = account.with("idempotency-key", entry.spec.id);
        let mut again = caller.post(&path, example.clone()).await;
        for _ in 0..50 {
            if again.status != 409 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
            again = caller.post(&path, example.clone()).await;
        }
        assert_eq!(again.status, entry.spec.status, "{}: {}", entry.spec.id, again.text());
        let once_more = caller.post(&path, example).await;
        assert_eq!(once_more.body, again.body, "{}", entry.spec.id);
        assert_eq!(once_more.header("idempotent-replayed"), "true", "{}", entry.spec.id);
    }
    server.prove_books();
}

#[tokio::test]
async fn the_order_of_members_and_explicit_nulls_make_no_other_request() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let caller = account.with("idempotency-key", "one");
    let first = caller
        .post_bytes("/v1/enrich", format!("{{\"networkUrl\":\"{KATHERINE}\",\"min_confidence\":0.5}}"))
        .await;
    first.ok();
    let second = caller
        .post_bytes(
            "/v1/enrich",
            format!("{{\"email\":null,\"min_confidence\":0.5,\"networkUrl\":\"{KATHERINE}\"}}"),
        )
        .await;
    assert_eq!((&second.body, second.header("idempotent-replayed")), (&first.body, "true"));
    assert_eq!(server.balance(&account), Credits::whole(9));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_was_charged_but_not_received_can_be_had_again_for_a_day() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 1_000).await;
    let stranger = server.account(Plan::Pro, 10).await;
    for number in 0..40 {
        let body = json!({ "networkUrl": KATHERINE });
        post_and_cut(&server, &account, "/v1/enrich", None, &body, 100 * number).await;
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let rows = server.store.history(&account.id, &HistoryFilter::default(), (i64::MIN, None), 100).unwrap();
    assert!(!rows.is_empty(), "none of the calls was charged before its connection was cut");
    for row in &rows {
        let path = format!("/v1/me/history/{}/answer", row.request_id);
        let answer = account.get(&path).await.ok();
        assert_eq!(answer["person"]["networkUrl"], KATHERINE);
        assert_eq!(answer["cost"]["credits"], 1);
        stranger.get(&path).await.problem(404, "not_found");
    }
    assert_eq!(
        server.balance(&account),
        Credits::whole(1_000 - rows.len() as i64),
        "having it again is free"
    );
    server.wait(24 * 3_600);
    account.get(&format!("/v1/me/history/{}/answer", rows[0].request_id)).await.problem(404, "not_found");
}
