//! `POST /v1/local-service-by-revenue`

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{ClaimBuilder, Takes, company, list_rules, person, stage, texts};

const PATH: &str = "/v1/local-service-by-revenue";

fn business(domain: &str, owner: &str, number: u32) -> [ClaimBuilder; 2] {
    [
        company(domain).industry("Roofing").employs(12).city("Austin", "US"),
        person(owner).at(domain, "Owner", "2015-01").checked_mobile(&format!("+1202555{number:04}")),
    ]
}

fn with_revenue([business, owner]: [ClaimBuilder; 2], min: i64, max: i64) -> [ClaimBuilder; 2] {
    [business.turns_over(min, max), owner]
}

fn world() -> Vec<ClaimBuilder> {
    [
        with_revenue(business("small.example", "Sam Small", 101), 100_000, 500_000),
        with_revenue(business("middle.example", "Mia Middle", 102), 1_000_000, 5_000_000),
        business("secret.example", "Sid Secret", 103),
        with_revenue(
            [
                company("mute.example").industry("Roofing").employs(9),
                person("Mo Mute").at("mute.example", "Owner", "2015-01"),
            ],
            1_000_000,
            2_000_000,
        ),
    ]
    .concat()
}

fn domains(answer: &Value) -> BTreeSet<&str> {
    texts(&answer["results"], "/business/domain").into_iter().collect()
}

#[tokio::test]
async fn businesses_whose_revenue_is_known_come_with_it_and_with_their_owner() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({ "industry": "Roofing" }), 8.0, 2).await;
    assert_eq!(domains(&answer), ["middle.example", "small.example"].into());
    let small =
        answer["results"].as_array().unwrap().iter().find(|one| one["business"]["domain"] == "small.example");
    let small = small.unwrap();
    assert_eq!(small["revenue"], json!({ "min": 100_000, "max": 500_000, "currency": "USD" }));
    assert_eq!(
        (&small["owner"]["fullName"], &small["mobile"]),
        (&json!("Sam Small"), &json!("+12025550101"))
    );
}

#[tokio::test]
async fn a_band_passes_when_it_overlaps_the_range() {
    let stage = stage(world()).await;
    for (revenue, expected) in [
        (json!({ "min": 499_999, "max": 999_999 }), vec!["small.example"]),
        (json!({ "min": 500_000, "max": 999_999 }), vec![]),
        (json!({ "min": 500_000, "max": 1_000_000 }), vec![]),
        (json!({ "min": 100_000, "max": 500_000 }), vec!["small.example"]),
        (json!({ "min": 1_000_000, "max": 5_000_000 }), vec!["middle.example"]),
        (json!({ "max": 100_001 }), vec!["small.example"]),
        (json!({ "max": 100_000 }), vec![]),
        (json!({ "min": 4_999_999 }), vec!["middle.example"]),
        (json!({ "min": 5_000_000 }), vec![]),
    ] {
        let units = expected.len() as u64;
        let answer = stage.ask(PATH, json!({ "revenue": revenue }), 4.0 * units as f64, units).await;
        assert_eq!(domains(&answer), expected.into_iter().collect(), "{revenue}");
    }
}

#[tokio::test]
async fn a_band_that_only_overlaps_is_told_as_such_and_left_out_on_request() {
    let stage = stage(world()).await;
    for (revenue, overlaps) in [
        (json!({ "min": 1_000_000, "max": 5_000_000 }), false),
        (json!({ "min": 4_000_000, "max": 100_000_000 }), true),
    ] {
        let answer = stage.ask(PATH, json!({ "revenue": revenue }), 4.0, 1).await;
        assert_eq!(answer["results"][0]["overlaps"], overlaps, "{revenue}");
    }
    let whole = json!({ "revenue": { "min": 4_000_000, "max": 100_000_000 }, "whole_bands": true });
    assert_eq!(stage.ask(PATH, whole, 0.0, 0).await["results"], json!([]));
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    let stage = stage(world()).await;
    list_rules(&stage, PATH, json!({ "city": "Austin" }), Takes::ICP).await;
    let backwards = json!({ "revenue": { "min": 5, "max": 1 } });
    stage.account.post(PATH, backwards).await.problem(422, "invalid_request");
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, json!({ "revenue": { "min": 1 } })).await;
}
