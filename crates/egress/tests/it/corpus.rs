//! No spelling of a private address, no host name and no DNS answer gets a request into the internal network.

use egress::{EgressError, Request};

use crate::lab::{Canary, Lab};

/// One URL per line; `{port}` stands for the canary's port.
const HOSTILE: &str = include_str!("hostile.txt");

#[tokio::test]
async fn no_hostile_address_reaches_the_canary() {
    let (lab, canary) = (Lab::start().await, Canary::start().await);
    let client = lab.client(&[]);
    let mut count = 0;
    for line in HOSTILE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let url = line.replace("{port}", &canary.port.to_string());
        let fault = client.send(Request::get(&url)).await.expect_err(&url);
        assert!(fault.is_refusal() || matches!(fault, EgressError::NoHost(_)), "{url}: {fault}");
        assert!(client.check(&url).await.is_err(), "{url}");
        count += 1;
    }
    assert!(count >= 150, "only {count} addresses");
    assert_eq!(canary.hits(), 0);
}

#[tokio::test]
async fn allowing_one_address_allows_no_other() {
    let (lab, canary) = (Lab::start().await, Canary::start().await);
    let client = lab.client(&["127.0.0.2/32"]);
    for host in ["127.0.0.1", "127-0-0-1.lead.example", "127-0-0-2--127-0-0-1.lead.example", "[::1]"] {
        let url = format!("http://{host}:{}/", canary.port);
        let fault = client.send(Request::get(&url)).await.expect_err(&url);
        assert!(matches!(fault, EgressError::Refused { .. }), "{url}: {fault}");
    }
    assert_eq!(canary.hits(), 0);
}

#[tokio::test]
async fn a_name_that_resolves_to_an_internal_address_after_the_check_is_refused_on_request() {
    let (lab, canary) = (Lab::start().await, Canary::start().await);
    let url = format!("http://127-0-0-2--127-0-0-1.turning.example:{}/", canary.port);
    // Each client has its own DNS cache, as after a restart or an expired TTL.
    lab.client(&["127.0.0.2/32"]).check(&url).await.unwrap();
    let fault = lab.client(&["127.0.0.2/32"]).send(Request::get(&url)).await.unwrap_err();
    assert!(matches!(fault, EgressError::Refused { .. }), "{fault}");
    assert_eq!(canary.hits(), 0);
}

#[tokio::test]
async fn a_name_is_resolved_once_and_the_checked_address_is_the_one_connected_to() {
    let (lab, canary) = (Lab::start().await, Canary::start().await);
    let url = format!("http://127-0-0-2--127-0-0-1.turning.example:{}/", canary.port);
    // Nothing listens on the allowed address: a second lookup would return the canary's.
    let fault = lab.client(&["127.0.0.2/32"]).send(Request::get(&url)).await.unwrap_err();
    assert!(matches!(fault, EgressError::Connect(_)), "{fault}");
    assert_eq!(lab.zone.queries.load(std::sync::atomic::Ordering::SeqCst), 1);
    assert_eq!(canary.hits(), 0);
}

#[tokio::test]
async fn a_dns_failure_is_distinguished_from_a_host_that_does_not_exist() {
    let lab = Lab::start().await;
    let client = lab.client(&[]);
    let fault = |url: &'static str| {
        let client = client.clone();
        async move { client.send(Request::get(url)).await.unwrap_err() }
    };
    assert!(matches!(fault("http://www.failing.example/").await, EgressError::Dns(_)));
    assert!(matches!(fault("http://www.nobody.example/").await, EgressError::NoHost(_)));
}
