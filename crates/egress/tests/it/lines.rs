//! One line serves many requests, and a line that was cut is noticed.

use std::{sync::atomic::Ordering, time::Duration};

use egress::{Request, header};

use crate::lab::{Lab, Say, Scripted, page};

#[tokio::test]
async fn requests_one_after_the_other_share_a_line() {
    let lab = Lab::start().await;
    let server = Scripted::start("127.0.0.2", |_| page("hello")).await;
    let client = lab.client(&["127.0.0.2/32"]);
    for _ in 0..5 {
        client.send(Request::get(server.url("/"))).await.unwrap();
    }
    assert_eq!(server.connections.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_line_that_the_server_hung_up_on_is_made_anew() {
    let lab = Lab::start().await;
    let server = Scripted::start("127.0.0.2", |_| {
        Say::BytesThenEnd(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok".to_vec())
    })
    .await;
    let client = lab.client(&["127.0.0.2/32"]);
    for _ in 0..3 {
        assert_eq!(&*client.send(Request::post(server.url("/"), "x")).await.unwrap().body, b"ok");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(server.asked().len(), 3);
}

#[tokio::test]
async fn a_name_is_told_to_the_server_and_the_port_that_stands_in_is_not() {
    let lab = Lab::start().await;
    let server = Scripted::start("127.0.0.2", |_| page("hello")).await;
    let mut options = lab.options(&["127.0.0.2/32"]);
    options.http_port = server.address.port();
    let client = egress::Client::new(options).unwrap();
    let request = Request::get("http://127-0-0-2.lead.example/a?b=c")
        .header(header::HOST, "elsewhere.example".parse().unwrap())
        .header(header::CONTENT_LENGTH, "99".parse().unwrap());
    client.send(request).await.unwrap();
    let asked = server.asked()[0].to_lowercase();
    assert!(asked.starts_with("get /a?b=c http/1.1\r\n"), "{asked}");
    assert!(asked.contains("\r\nhost: 127-0-0-2.lead.example\r\n"), "{asked}");
    assert!(asked.contains("\r\nuser-agent: brimful/"), "{asked}");
    assert!(!asked.contains("99") && !asked.contains("elsewhere"), "{asked}");
}
