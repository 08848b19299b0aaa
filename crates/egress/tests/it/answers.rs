//! Whatever a server does, a request ends within its time and holds no more than its size.

use std::{
    io::Write,
    time::{Duration, Instant},
};

use egress::{EgressError, Limits, Oversize, Request};
use flate2::{Compression, write::GzEncoder};

use crate::lab::{Lab, Say, Scripted, page};

const SHORT: Limits = Limits {
    connect: Duration::from_millis(200),
    total: Duration::from_millis(300),
    body_bytes: 10_000,
    oversize: Oversize::Refuse,
};

async fn ask(say: Say, limits: Limits) -> Result<egress::Response, EgressError> {
    let lab = Lab::start().await;
    let server = Scripted::start("127.0.0.2", move |_| say.clone()).await;
    let started = Instant::now();
    let answer = lab.client(&["127.0.0.2/32"]).send(Request::get(server.url("/")).limits(limits)).await;
    assert!(started.elapsed() < limits.total + Duration::from_millis(500));
    answer
}

#[tokio::test]
async fn servers_that_are_silent_or_trickle_run_into_the_time_limit() {
    for say in [Say::Nothing, Say::Trickle] {
        assert!(matches!(ask(say, SHORT).await, Err(EgressError::TimedOut(_))));
    }
}

#[tokio::test]
async fn a_body_without_end_is_refused_or_cut_at_its_limit() {
    let fault = ask(Say::Endless, SHORT).await.unwrap_err();
    assert_eq!(fault, EgressError::TooLarge { limit_bytes: 10_000 });
    let cut = ask(Say::Endless, Limits { oversize: Oversize::Cut, ..SHORT }).await.unwrap();
    assert!(cut.is_cut);
    assert_eq!(cut.body.len(), 10_000);
}

#[tokio::test]
async fn a_packed_body_is_unpacked_within_the_same_limit() {
    let packed = |length: usize| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&vec![b'.'; length]).unwrap();
        let body = encoder.finish().unwrap();
        let head =
            format!("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {}\r\n\r\n", body.len());
        Say::Bytes([head.into_bytes(), body].concat())
    };
    assert_eq!(ask(packed(9_000), SHORT).await.unwrap().body.len(), 9_000);
    let fault = ask(packed(5_000_000), SHORT).await.unwrap_err();
    assert_eq!(fault, EgressError::TooLarge { limit_bytes: 10_000 });
}

#[tokio::test]
async fn what_breaks_off_or_is_no_http_is_no_answer() {
    let cut_off = b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nonly this".to_vec();
    let greeting = b"220 mail.example ESMTP\r\n".to_vec();
    let long_head = [b"HTTP/1.1 200 OK\r\nx: ".to_vec(), vec![b'x'; 200_000], b"\r\n\r\n".to_vec()].concat();
    let no_gzip = b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 3\r\n\r\nabc".to_vec();
    for bytes in [cut_off, greeting, long_head, no_gzip, Vec::new()] {
        let answer = ask(Say::BytesThenEnd(bytes), SHORT).await;
        assert!(matches!(answer, Err(EgressError::Broken(_))), "{answer:?}");
    }
}

#[tokio::test]
async fn a_port_that_nobody_listens_on_is_told() {
    let lab = Lab::start().await;
    let gone = Scripted::start("127.0.0.2", |_| page("")).await.url("/");
    let fault = lab.client(&["127.0.0.2/32"]).send(Request::get(gone).limits(SHORT)).await.unwrap_err();
    assert_eq!(fault, EgressError::Connect("127.0.0.2".into()));
}
