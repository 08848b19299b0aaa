//! A redirect is returned as the response, or followed with the same check at every step.

use egress::{EgressError, Request, header};

use crate::lab::{Canary, Lab, Scripted, page, redirect};

#[tokio::test]
async fn a_redirect_is_returned_unless_following_is_enabled() {
    let (lab, canary) = (Lab::start().await, Canary::start().await);
    let internal = format!("http://127.0.0.1:{}/", canary.port);
    let server = Scripted::start("127.0.0.2", move |_| redirect(&internal)).await;
    let response = lab.client(&["127.0.0.2/32"]).send(Request::get(server.url("/"))).await.unwrap();
    assert_eq!(response.status, 302);
    assert_eq!(canary.hits(), 0);
}

#[tokio::test]
async fn a_redirect_to_an_internal_address_is_refused_at_that_step() {
    let (lab, canary) = (Lab::start().await, Canary::start().await);
    let port = canary.port;
    for internal in [
        format!("http://127.0.0.1:{port}/"),
        format!("//127.0.0.1:{port}/"),
        format!("http://2130706433:{port}/"),
        format!("http://[::1]:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://127-0-0-1.lead.example:{port}/"),
        "file:///etc/passwd".to_owned(),
        format!("http://a:b@127.0.0.1:{port}/"),
    ] {
        let location = internal.clone();
        let server = Scripted::start("127.0.0.2", move |path| match path {
            "/" => redirect("/second"),
            _ => redirect(&location),
        });
        let server = server.await;
        let result = lab.client(&["127.0.0.2/32"]).send(Request::get(server.url("/")).follow(5)).await;
        assert!(result.as_ref().unwrap_err().is_refusal(), "{internal}: {result:?}");
    }
    assert_eq!(canary.hits(), 0);
}

#[tokio::test]
async fn redirects_are_followed_to_the_end_up_to_the_limit() {
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
async fn secret_headers_are_not_sent_to_another_host() {
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
    assert!(server.received()[0].contains("Bearer secret"));
    let redirected = &other.received()[0];
    assert!(!redirected.contains("secret") && redirected.contains("text/html"), "{redirected}");
}

#[tokio::test]
async fn a_post_is_not_redirected() {
    let lab = Lab::start().await;
    let server = Scripted::start("127.0.0.2", |_| redirect("/elsewhere")).await;
    let request = Request::post(server.url("/"), "{}").follow(5);
    assert_eq!(lab.client(&["127.0.0.2/32"]).send(request).await.unwrap().status, 302);
    assert_eq!(server.received().len(), 1);
}
