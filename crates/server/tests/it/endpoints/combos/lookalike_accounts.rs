//! `POST /v1/lookalike-accounts`

use serde_json::json;

use super::{ClaimBuilder, Takes, company, list_rules, stage, texts};
use crate::support::faults;

const PATH: &str = "/v1/lookalike-accounts";

fn software(domain: &str, people: u32) -> ClaimBuilder {
    company(domain).industry("Software").employs(people).city("Berlin", "DE").uses("Kafka").uses("Rust")
}

fn world() -> Vec<ClaimBuilder> {
    vec![
        software("acme.example", 50),
        software("twin.example", 50),
        software("near.example", 60),
        software("large.example", 40_000),
        company("bakery.example").industry("Bakeries").employs(3).city("Lisbon", "PT"),
    ]
}

#[tokio::test]
async fn companies_alike_are_told_the_most_alike_first_with_the_reasons() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({ "domains": ["acme.example"] }), 1.8, 3).await;
    let found = texts(&answer["results"], "/company/domain");
    assert_eq!(
        found,
        ["twin.example", "near.example", "large.example"],
        "never the source, never a stranger"
    );
    let similarity: Vec<f64> =
        answer["results"].as_array().unwrap().iter().map(|one| one["similarity"].as_f64().unwrap()).collect();
    assert!(similarity.is_sorted_by(|one, other| one >= other) && similarity[0] <= 1.0, "{similarity:?}");
    assert!(answer["results"][0]["reasons"].as_array().is_some_and(|reasons| !reasons.is_empty()));
}

#[tokio::test]
async fn several_sources_count_together_and_none_of_them_is_answered() {
    let stage = stage(world()).await;
    let both = json!({ "domains": ["acme.example", "https://twin.example"] });
    let answer = stage.ask(PATH, both, 1.2, 2).await;
    assert_eq!(texts(&answer["results"], "/company/domain"), ["near.example", "large.example"]);
    let small = json!({ "domains": ["acme.example"], "icp": { "employee_count": { "max": 55 } } });
    let answer = stage.ask(PATH, small, 0.6, 1).await;
    assert_eq!(texts(&answer["results"], "/company/domain"), ["twin.example"]);
}

#[tokio::test]
async fn one_to_five_sources_are_taken() {
    let stage = stage(world()).await;
    for count in [0, 6] {
        let domains: Vec<String> = (0..count).map(|number| format!("company{number}.example")).collect();
        let answer = stage.account.post(PATH, json!({ "domains": domains })).await;
        let told = faults(&answer.problem(422, "invalid_request"));
        assert!(told.len() == 1 && told[0].starts_with("/domains: "), "{told:?}");
    }
    stage.nothing(PATH, json!({ "domains": ["nobody.example"] })).await;
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    list_rules(&stage(world()).await, PATH, json!({ "domains": ["acme.example"] }), Takes::ICP).await;
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, json!({ "domains": ["acme.example"] })).await;
}
