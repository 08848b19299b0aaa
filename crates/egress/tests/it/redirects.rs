//! Redirects are the answer, or followed with the same check at every step.

use egress::{EgressError, Request, header};

use crate::lab::{Canary, Lab, Scripted, page, redirect};

#[tokio::test]
async fn a_redirect_is_the_answer_unless_following_is_asked_for() {
    let (lab, canary) = (Lab::start().await, Canary::start().await);
    let inside = format!("http://127.0.0.1:{}/", canary.port);
    let server = Scripted::start("127.0.0.2", move |_| redirect(&inside)).await;
    let response = lab.client(&["127.0.0.2/32"]).send(Request::get(server.url("/"))).await.unwrap();
    assert_eq!(response.status, 302);
    assert_eq!(canary.hits(), 0);
}

#[tokio::test]
async fn a_redirect_to_the_inside_is_refused_at_that_step() {
    let (lab, canary) = (Lab::start().await, Canary::start().await);
    let port = canary.port;
    for inside in [
        format!("http://127.0.0.1:{port}/"),
        format!("//127.0.0.1:{port}/"),
        format!("http://2130706433:{port}/"),
        format!("http://[::1]:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://127-0-0-1.lead.example:{port}/"),
        "file:///etc/passwd".to_owned(),
        format!("http://a:b@127.0.0.1:{port}/"),
    ] {
        let location = inside.clone();
        let server = Scripted::start("127.0.0.2", move |path| match path {
            "/" => redirect("/second"),
            _ => redirect(&location),
        });
        let server = server.await;
        let asked = lab.client(&["127.0.0.2/32"]).send(Request::get(server.url("/")).follow(5)).await;
        assert!(asked.as_ref().unwrap_err().is_refusal(), "{inside}: {asked:?}");
    }
    assert_eq!(canary.hits(), 0);
}

#[tokio::test]
async fn a_chain_is_followed_to_its_end_and_no_further_than_allowed() {
    let lab = Lab::start().await;
    let client = lab.client(&["127.0.0.2/32"]);
    let server = Scripted::start("127.0.0.2", |path| match path.trim_start_matches('/').parse::<u32>() {
        Ok(0) | Err(_) => page("the end"),
        Ok(left) => redirect(&format!("/{}", left - 1)),
    })
    .await;
    let response = client.send(Request::get(server.url("/5")).follow(5)).await.unwrap();
    assert_eq!((&*response.body, response.url.path()), (&b"the end"[..], "/0"));
    let fault = client.send(Request::get(server.url("/6")).follow(5)).await.unwrap_err();
    assert_eq!(fault, EgressError::Redirects(5));
}

#[tokio::test]
async fn secrets_are_not_told_to_another_host() {
    let lab = Lab::start().await;
    let other = Scripted::start("127.0.0.3", |_| page("other")).await;
    let location = other.url("/");
    let server = Scripted::start("127.0.0.2", move |_| redirect(&location)).await;
    let request = Request::get(server.url("/"))
        .header(header::AUTHORIZATION, "Bearer secret".parse().unwrap())
        .header(header::ACCEPT, "text/html".parse().unwrap())
        .follow(5);
    let response = lab.client(&["127.0.0.0/8"]).send(request).await.unwrap();
    assert_eq!(&*response.body, b"other");
    assert!(server.asked()[0].contains("Bearer secret"));
    let told = &other.asked()[0];
    assert!(!told.contains("secret") && told.contains("text/html"), "{told}");
}

#[tokio::test]
async fn what_brings_something_is_never_sent_on() {
    let lab = Lab::start().await;
    let server = Scripted::start("127.0.0.2", |_| redirect("/elsewhere")).await;
    let request = Request::post(server.url("/"), "{}").follow(5);
    assert_eq!(lab.client(&["127.0.0.2/32"]).send(request).await.unwrap().status, 302);
    assert_eq!(server.asked().len(), 1);
}
