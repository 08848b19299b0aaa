//! Bounds of the web server, and its end.

use std::time::Duration;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use world::net::VENDORS;

use crate::client::Served;

async fn raw(served: &Served, request: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", served.net.http_port())).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = vec![0; 512];
    let length = stream.read(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer[..length]).into_owned()
}

#[tokio::test]
async fn large_heads_and_bodies_are_refused() {
    let served = Served::start().await;
    let long = "x".repeat(20_000);
    let answer = raw(&served, &format!("GET /{long} HTTP/1.1\r\nhost: a.example\r\n\r\n")).await;
    assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
    let headers: String = (0..100).map(|number| format!("x-{number}: 1\r\n")).collect();
    let answer = raw(&served, &format!("GET / HTTP/1.1\r\nhost: a.example\r\n{headers}\r\n")).await;
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
    let answer = raw(&served, "GET / HTTP/1.1\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    let host = VENDORS[0].host;
    let head = format!("POST /match/person HTTP/1.1\r\nhost: {host}\r\ncontent-length: 100000\r\n\r\n");
    let answer = raw(&served, &head).await;
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
}

#[tokio::test]
async fn the_server_and_its_connections_end_with_the_world_s_servers() {
    let served = Served::start().await;
    let (http, https) = (served.net.http_port(), served.net.https_port().unwrap());
    assert!(TcpStream::connect(("127.0.0.1", https)).await.is_err(), "the world has no TLS");
    let mut open = TcpStream::connect(("127.0.0.1", http)).await.unwrap();
    open.write_all(b"GET / HTTP/1.1\r\nhost: a.example\r\n\r\n").await.unwrap();
    let mut answer = [0; 12];
    open.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 404");
    drop(served);
    let mut rest = Vec::new();
    timeout(Duration::from_secs(5), open.read_to_end(&mut rest)).await.unwrap().unwrap();
    assert!(TcpStream::connect(("127.0.0.1", http)).await.is_err());
}
