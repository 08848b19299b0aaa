//! A body is read once its sender was let in, and never more of it than there is memory for.

use std::time::{Duration, Instant};

use serde_json::json;
use store::Plan;
use tokio::{io::AsyncWriteExt, net::TcpStream};

use super::{exchange, read_head, resident_bytes};
use crate::support::{KATHERINE, TestServer};

const FOUR_MEGABYTES: usize = 4 << 20;

fn head(path: &str, more: &str) -> String {
    format!("POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{more}\r\n")
}

#[tokio::test]
async fn a_refused_caller_is_answered_before_the_body_is_sent() {
    let server = TestServer::with(|setup| setup.settings.limits.sandbox_calls_per_day = 2).await;
    let account = server.account(Plan::Pro, 10).await;
    let reader = server.key(&account, [store::Scope::Read].into_iter().collect(), None).await;
    let length = "Content-Length: 1000\r\n";
    let bearer = |key: &str| format!("Authorization: Bearer {key}\r\n{length}");
    let cases = [
        (head("/v1/enrich", length), "401"),
        (head("/v1/enrich", &bearer("brimful_live_nonsense")), "401"),
        (head("/v1/enrich", &bearer(&reader.key)), "403"),
        (
            head(
                "/v1/enrich",
                &format!("{}Content-Length: 5000000\r\n", bearer(&account.key).replace(length, "")),
            ),
            "413",
        ),
        (head("/v1/sandbox/enrich", "Content-Length: 100000\r\n"), "413"),
        (head("/v1/signup", "Content-Length: 100000\r\n"), "413"),
        (head("/v1/sandbox/enrich", length).replace("application/json", "text/plain"), "415"),
        (head("/v1/sandbox/enrich", length), "429"),
    ];
    for (head, status) in cases {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let begun = Instant::now();
        stream.write_all(head.as_bytes()).await.unwrap();
        let answer = read_head(&mut stream).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{head} was answered {answer}");
        assert!(begun.elapsed() < Duration::from_secs(2), "{head}");
    }
}

#[tokio::test]
async fn a_caller_that_asks_whether_to_go_on_is_told_to_only_when_it_may() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    let question = json!({ "networkUrl": KATHERINE }).to_string();
    let expecting = |key: &str| {
        let more = format!(
            "Authorization: Bearer {key}\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: {}\r\n",
            question.len()
        );
        head("/v1/enrich", &more)
    };
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(expecting(&account.key).as_bytes()).await.unwrap();
    let go_on = read_head(&mut stream).await;
    assert!(go_on.starts_with("HTTP/1.1 100 "), "{go_on}");
    stream.write_all(question.as_bytes()).await.unwrap();
    let answer = read_head(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");

    let refused = exchange(server.address, expecting("nobody").as_bytes()).await;
    assert!(refused.starts_with("HTTP/1.1 401 "), "{refused}");
    assert!(!refused.contains("HTTP/1.1 100 "), "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_sent_bodies_without_a_key_take_no_memory() {
    let server = TestServer::with(|setup| setup.settings.limits.sandbox_calls_per_day = 10_000).await;
    server.indexed().await;
    let before = resident_bytes();
    let mut streams = Vec::new();
    let half = vec![b' '; FOUR_MEGABYTES / 2];
    for number in 0..150 {
        let path = ["/v1/enrich", "/v1/sandbox/enrich", "/v1/signup"][number % 3];
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let head = head(path, &format!("Content-Length: {FOUR_MEGABYTES}\r\n"));
        stream.write_all(head.as_bytes()).await.unwrap();
        let sending = stream.write_all(&half);
        let _ = tokio::time::timeout(Duration::from_millis(20), sending).await;
        streams.push(stream);
    }
    let grown = resident_bytes().saturating_sub(before);
    assert!(grown < 50 << 20, "{} MiB", grown >> 20);
    assert_eq!(server.anyone().get("/healthz").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_the_memory_for_bodies_is_used_up_the_next_is_told_to_come_back() {
    let server = TestServer::with(|setup| setup.settings.limits.all_bodies_bytes = 1 << 20).await;
    let account = server.account(Plan::Pro, 10).await;
    let mut streams = Vec::new();
    for _ in 0..2 {
        let more = format!("Authorization: Bearer {}\r\nContent-Length: 700000\r\n", account.key);
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(head("/v1/enrich", &more).as_bytes()).await.unwrap();
        stream.write_all(&vec![b' '; 500_000]).await.unwrap();
        streams.push(stream);
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let large = account.post_bytes("/v1/enrich", " ".repeat(300_000)).await;
    large.problem(503, "overloaded");
    assert!(!large.header("retry-after").is_empty());
    account.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await.ok();
    drop(streams);
    tokio::time::sleep(Duration::from_millis(500)).await;
    account.post_bytes("/v1/enrich", " ".repeat(300_000)).await.problem(422, "invalid_request");
}
