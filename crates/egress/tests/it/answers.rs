//! Whatever a server does, a request ends within its time limit and holds at most its size limit in memory.

use std::{
    io::Write,
    time::{Duration, Instant},
};

use egress::{EgressError, Oversize, Request, RequestLimits};
use flate2::{Compression, write::GzEncoder};

use crate::lab::{Lab, Script, Scripted, page};

const SHORT: RequestLimits = RequestLimits {
    connect: Duration::from_millis(200),
    total: Duration::from_millis(300),
    body_bytes: 10_000,
    oversize: Oversize::Refuse,
};

async fn send(script: Script, limits: RequestLimits) -> Result<egress::Response, EgressError> {
    let lab = Lab::start().await;
    let server = Scripted::start("127.0.0.2", move |_| script.clone()).await;
    let started = Instant::now();
    let answer = lab.client(&["127.0.0.2/32"]).send(Request::get(server.url("/")).limits(limits)).await;
    assert!(started.elapsed() < limits.total + Duration::from_millis(500));
    answer
}

#[tokio::test]
async fn silent_and_trickling_servers_hit_the_time_limit() {
    for script in [Script::Nothing, Script::Trickle] {
        assert!(matches!(send(script, SHORT).await, Err(EgressError::TimedOut(_))));
    }
}

#[tokio::test]
async fn an_endless_body_is_refused_or_truncated_at_the_limit() {
    let fault = send(Script::Endless, SHORT).await.unwrap_err();
    assert_eq!(fault, EgressError::TooLarge { limit_bytes: 10_000 });
    let cut = send(Script::Endless, RequestLimits { oversize: Oversize::Cut, ..SHORT }).await.unwrap();
    assert!(cut.is_cut);
    assert_eq!(cut.body.len(), 10_000);
}

#[tokio::test]
async fn a_gzip_body_is_decompressed_within_the_same_limit() {
    let compressed = |length: usize| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&vec![b'.'; length]).unwrap();
        let body = encoder.finish().unwrap();
        let head =
            format!("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {}\r\n\r\n", body.len());
        Script::Bytes([head.into_bytes(), body].concat())
    };
    assert_eq!(send(compressed(9_000), SHORT).await.unwrap().body.len(), 9_000);
    let fault = send(compressed(5_000_000), SHORT).await.unwrap_err();
    assert_eq!(fault, EgressError::TooLarge { limit_bytes: 10_000 });
}

#[tokio::test]
async fn a_truncated_or_non_http_response_is_broken() {
    let cut_off = b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nonly this".to_vec();
    let greeting = b"220 mail.example ESMTP\r\n".to_vec();
    let long_head = [b"HTTP/1.1 200 OK\r\nx: ".to_vec(), vec![b'x'; 200_000], b"\r\n\r\n".to_vec()].concat();
    let not_gzip = b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 3\r\n\r\nabc".to_vec();
    for bytes in [cut_off, greeting, long_head, not_gzip, Vec::new()] {
        let answer = send(Script::BytesThenEnd(bytes), SHORT).await;
        assert!(matches!(answer, Err(EgressError::Broken(_))), "{answer:?}");
    }
}

#[tokio::test]
async fn a_closed_port_is_a_connect_error() {
    let lab = Lab::start().await;
    let closed = Scripted::start("127.0.0.2", |_| page("")).await.url("/");
    let fault = lab.client(&["127.0.0.2/32"]).send(Request::get(closed).limits(SHORT)).await.unwrap_err();
    assert_eq!(fault, EgressError::Connect("127.0.0.2".into()));
}
