//! `POST /v1/local-business-owners`

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{ClaimBuilder, Takes, company, list_rules, person, stage, texts};
use crate::support::faults;

const PATH: &str = "/v1/local-business-owners";

fn plumber(domain: &str, people: u32, city: &str) -> ClaimBuilder {
    company(domain).industry("Plumbing").employs(people).city(city, "US")
}

fn world() -> Vec<ClaimBuilder> {
    vec![
        plumber("pipes.example", 8, "Austin"),
        person("Pat Pipes")
            .at("pipes.example", "Owner", "2015-01")
            .email("pat@pipes.example")
            .checked_mobile("+12025550101"),
        person("Rob Wrench").at("pipes.example", "Plumber", "2019-01").email("rob@pipes.example"),
        plumber("drains.example", 250, "Dallas"),
        person("Dee Drains").at("drains.example", "Founder & CEO", "2015-01").email("dee.drains@gmail.com"),
        plumber("large.example", 251, "Austin"),
        person("Lou Large").at("large.example", "CEO", "2015-01").email("lou@large.example"),
        plumber("mute.example", 9, "Austin"),
        person("Mo Mute").at("mute.example", "Owner", "2015-01"),
        plumber("stale.example", 9, "Austin"),
        person("Sy Stale")
            .at("stale.example", "Owner", "2015-01")
            .email_checked("sy@stale.example", "2026-01-20"),
        plumber("nobody.example", 9, "Austin"),
        person("Ned Clerk").at("nobody.example", "Clerk", "2015-01").email("ned@nobody.example"),
        company("cafe.example").industry("Restaurants").employs(5).city("Austin", "US"),
        person("Cora Cup").at("cafe.example", "Owner", "2018-01").checked_mobile("+12025550102"),
    ]
}

fn domains(answer: &Value) -> BTreeSet<&str> {
    texts(&answer["results"], "/business/domain").into_iter().collect()
}

#[tokio::test]
async fn a_business_comes_with_its_owner_and_a_way_to_reach_them() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({ "industry": "Plumbing" }), 6.0, 2).await;
    assert_eq!(domains(&answer), ["drains.example", "pipes.example"].into());
    for item in answer["results"].as_array().unwrap() {
        let (owner, email, mobile) = (&item["owner"]["fullName"], &item["email"], item.get("mobile"));
        if item["business"]["domain"] == "pipes.example" {
            assert_eq!(
                (owner, email, mobile),
                (&json!("Pat Pipes"), &json!("pat@pipes.example"), Some(&json!("+12025550101")))
            );
        } else {
            assert_eq!((owner, email, mobile), (&json!("Dee Drains"), &json!("dee.drains@gmail.com"), None));
        }
        assert!(item["email_last_validated_at"].is_string());
    }
}

#[tokio::test]
async fn businesses_are_narrowed_by_place_trade_and_size() {
    let stage = stage(world()).await;
    for (request, expected) in [
        (json!({ "city": "Austin" }), vec!["cafe.example", "pipes.example"]),
        (json!({ "city": "Austin", "industry": "Plumbing" }), vec!["pipes.example"]),
        (json!({ "industry": "Plumbing", "country": "US", "size": "1-10" }), vec!["pipes.example"]),
        (json!({ "size": { "min": 6, "max": 8 } }), vec!["pipes.example"]),
        (json!({ "size": { "min": 250 } }), vec!["drains.example"]),
        (json!({ "country": "Canada" }), vec![]),
    ] {
        let units = expected.len() as u64;
        let answer = stage.ask(PATH, request.clone(), 3.0 * units as f64, units).await;
        assert_eq!(domains(&answer), expected.into_iter().collect(), "{request}");
    }
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    let stage = stage(world()).await;
    list_rules(&stage, PATH, json!({ "industry": "Plumbing" }), Takes::ICP).await;
    let problem = stage.account.post(PATH, json!({ "size": "1-9", "country": "Atlantis" })).await;
    let told = faults(&problem.problem(422, "invalid_request"));
    assert!(told.iter().any(|fault| fault.starts_with("/size")), "{told:?}");
    let problem = stage.account.post(PATH, json!({ "country": "Atlantis" })).await;
    assert_eq!(faults(&problem.problem(422, "invalid_request")), ["/country: invalid_value"]);
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, json!({ "city": "Austin" })).await;
}
