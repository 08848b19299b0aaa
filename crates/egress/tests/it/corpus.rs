//! No spelling of a private address, no name and no answer of DNS leads to a machine inside.

use egress::{EgressError, Request};

use crate::lab::{Canary, Lab};

/// One address a line; `{port}` is the canary's.
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
async fn what_the_operator_allows_is_allowed_alone() {
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
async fn a_name_that_turns_to_the_inside_after_the_check_is_refused_when_it_is_asked() {
    let (lab, canary) = (Lab::start().await, Canary::start().await);
    let url = format!("http://127-0-0-2--127-0-0-1.turning.example:{}/", canary.port);
    // Each client has its own memory of names, as after a restart or the end of a record's life.
    lab.client(&["127.0.0.2/32"]).check(&url).await.unwrap();
    let fault = lab.client(&["127.0.0.2/32"]).send(Request::get(&url)).await.unwrap_err();
    assert!(matches!(fault, EgressError::Refused { .. }), "{fault}");
    assert_eq!(canary.hits(), 0);
}

#[tokio::test]
async fn a_name_is_asked_for_once_and_the_checked_address_is_the_one_connected_to() {
    let (lab, canary) = (Lab::start().await, Canary::start().await);
    let url = format!("http://127-0-0-2--127-0-0-1.turning.example:{}/", canary.port);
    // Nothing listens on the allowed address: a second look-up would lead to the canary.
    let fault = lab.client(&["127.0.0.2/32"]).send(Request::get(&url)).await.unwrap_err();
    assert!(matches!(fault, EgressError::Connect(_)), "{fault}");
    assert_eq!(lab.zone.asked.load(std::sync::atomic::Ordering::SeqCst), 1);
    assert_eq!(canary.hits(), 0);
}

#[tokio::test]
async fn a_failing_dns_is_told_from_a_host_that_is_not_there() {
    let lab = Lab::start().await;
    let client = lab.client(&[]);
    let fault = |url: &'static str| {
        let client = client.clone();
        async move { client.send(Request::get(url)).await.unwrap_err() }
    };
    assert!(matches!(fault("http://www.failing.example/").await, EgressError::Dns(_)));
    assert!(matches!(fault("http://www.nobody.example/").await, EgressError::NoHost(_)));
}
