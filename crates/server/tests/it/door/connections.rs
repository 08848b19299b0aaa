//! Connections: how long each may stand, how many there may be, and who has to go when there are too many.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use server::Network;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::{exchange, read_head, read_to_end};
use crate::support::TestServer;

const HALF_A_HEAD: &[u8] = b"POST /v1/enrich HTTP/1.1\r\nHost: x\r\nX-A: ";
const HEALTH: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

async fn half_open(address: SocketAddr, count: usize) -> Vec<TcpStream> {
    let mut streams = Vec::new();
    for _ in 0..count {
        let mut stream = TcpStream::connect(address).await.unwrap();
        // One that was closed to make room for others takes nothing more.
        let _ = stream.write_all(HALF_A_HEAD).await;
        streams.push(stream);
    }
    streams
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_sent_heads_are_closed_within_30_seconds_and_block_no_other_client() {
    let server = TestServer::start().await;
    let begun = Instant::now();
    let mut streams = half_open(server.address, 300).await;
    for _ in 0..20 {
        assert_eq!(server.anyone().get("/healthz").await.status, 200);
    }
    // One byte now and then does not make a head: it has to come whole.
    let drip = tokio::spawn(async move {
        while begun.elapsed() < Duration::from_secs(25) {
            for stream in &mut streams[..10] {
                let _ = stream.write_all(b"a").await;
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        streams
    });
    for mut stream in drip.await.unwrap() {
        read_to_end(&mut stream).await;
    }
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn beyond_the_cap_the_connections_that_wait_longest_make_room() {
    let server = TestServer::with(|setup| setup.settings.limits.connections = 50).await;
    let _streams = half_open(server.address, 500).await;
    let begun = Instant::now();
    for _ in 0..50 {
        let answer =
            exchange(server.address, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        assert!(answer.await.starts_with("HTTP/1.1 200 "));
    }
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_client_takes_its_share_of_the_connections_and_a_trusted_proxy_all() {
    let open_of_60 = async |proxies: Vec<Network>| {
        let server = TestServer::with(|setup| {
            setup.settings.limits.connections = 100;
            setup.settings.limits.connections_per_client = 20;
            setup.settings.trusted_proxies = proxies;
        })
        .await;
        let mut streams = Vec::new();
        for _ in 0..60 {
            let mut stream = TcpStream::connect(server.address).await.unwrap();
            let _ = stream.write_all(HEALTH).await;
            read_head(&mut stream).await;
            streams.push(stream);
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
        let is_open = |stream: &TcpStream| {
            let mut rest = [0; 64];
            loop {
                match stream.try_read(&mut rest) {
                    Ok(0) => return false,
                    Ok(_) => {}
                    Err(error) => return error.kind() == std::io::ErrorKind::WouldBlock,
                }
            }
        };
        streams.iter().filter(|stream| is_open(stream)).count()
    };
    let alone = open_of_60(Vec::new()).await;
    assert!((10..=20).contains(&alone), "{alone}");
    assert_eq!(open_of_60(vec!["127.0.0.0/8".parse().unwrap()]).await, 60);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_every_connection_has_a_call_a_further_one_is_told_503() {
    let server = TestServer::with(|setup| setup.settings.limits.connections = 16).await;
    // A body that is awaited is a call that runs.
    let head = "POST /v1/signup HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{";
    let mut busy = Vec::new();
    for _ in 0..16 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        busy.push(stream);
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    let answer = exchange(server.address, HEALTH).await;
    assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
    assert!(answer.to_lowercase().contains("retry-after:"), "{answer}");
    drop(busy);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(server.anyone().get("/healthz").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receiver_that_takes_nothing_of_a_large_answer_is_closed() {
    let server = TestServer::start().await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    // The document is large, and asked for often enough that no socket holds all of it.
    let ask = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(40);
    stream.write_all(&ask).await.unwrap();
    tokio::time::sleep(Duration::from_secs(37)).await;
    let mut taken = 0;
    let mut buffer = vec![0; 1 << 20];
    let ended = loop {
        match tokio::time::timeout(Duration::from_secs(5), stream.read(&mut buffer)).await {
            Ok(Ok(0)) | Ok(Err(_)) => break true,
            Ok(Ok(read)) => taken += read,
            Err(_) => break false,
        }
    };
    assert!(ended, "the connection is still open");
    assert!(taken < 40 * server.app.openapi().len(), "everything was sent: {taken}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_closes_idle_and_half_open_connections_at_once() {
    let server = TestServer::start().await;
    let mut idle = half_open(server.address, 200).await;
    for _ in 0..200 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(HEALTH).await.unwrap();
        read_head(&mut stream).await;
        idle.push(stream);
    }
    let begun = Instant::now();
    server.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
}
