//! A connection is reused for many requests, and one that the server closed is replaced.

use std::{sync::atomic::Ordering, time::Duration};

use egress::{Request, header};

use crate::lab::{Lab, Script, Scripted, page};

#[tokio::test]
async fn sequential_requests_share_a_connection() {
    let lab = Lab::start().await;
    let server = Scripted::start("127.0.0.2", |_| page("hello")).await;
    let client = lab.client(&["127.0.0.2/32"]);
    for _ in 0..5 {
        client.send(Request::get(server.url("/"))).await.unwrap();
    }
    assert_eq!(server.connections.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_connection_closed_by_the_server_is_replaced() {
    let lab = Lab::start().await;
    let server = Scripted::start("127.0.0.2", |_| {
        Script::BytesThenEnd(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok".to_vec())
    })
    .await;
    let client = lab.client(&["127.0.0.2/32"]);
    for _ in 0..3 {
        assert_eq!(&*client.send(Request::post(server.url("/"), "x")).await.unwrap().body, b"ok");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(server.received().len(), 3);
}

#[tokio::test]
async fn the_host_header_has_the_name_without_the_configured_port() {
    let lab = Lab::start().await;
    let server = Scripted::start("127.0.0.2", |_| page("hello")).await;
    let mut options = lab.options(&["127.0.0.2/32"]);
    options.http_port = server.address.port();
    let client = egress::Client::new(options).unwrap();
    let request = Request::get("http://127-0-0-2.lead.example/a?b=c")
        .header(header::HOST, "elsewhere.example".parse().unwrap())
        .header(header::CONTENT_LENGTH, "99".parse().unwrap());
    client.send(request).await.unwrap();
    let received = server.received()[0].to_lowercase();
    assert!(received.starts_with("get /a?b=c http/1.1\r\n"), "{received}");
    assert!(received.contains("\r\nhost: 127-0-0-2.lead.example\r\n"), "{received}");
    assert!(received.contains("\r\nuser-agent: brimful/"), "{received}");
    assert!(!received.contains("99") && !received.contains("elsewhere"), "{received}");
}
