//! `POST /v1/funded-and-using-tech`

use serde_json::json;

use super::{ClaimBuilder, Takes, company, led, list_rules, person, stage, texts};
use crate::support::faults;

const PATH: &str = "/v1/funded-and-using-tech";

fn funded(domain: &str, technology: &str, day: &str) -> [ClaimBuilder; 2] {
    led(company(domain).uses(technology).raised("series_b", 20_000_000, day), domain)
}

fn world() -> Vec<ClaimBuilder> {
    let mut world: Vec<ClaimBuilder> = [
        funded("fresh.example", "Kafka", "2026-03-01"),
        funded("edge.example", "kafka", "2025-12-04"),
        funded("late.example", "Kafka", "2025-12-03"),
        funded("next.example", "Kafka", "2026-03-05"),
        funded("other.example", "Salesforce", "2026-03-01"),
        led(company("broke.example").uses("Kafka"), "broke.example"),
    ]
    .concat();
    world.push(company("headless.example").uses("Kafka").raised("seed", 1, "2026-03-01"));
    world.push(person("Tara Core").at("fresh.example", "CTO", "2022-01"));
    world
}

fn kafka() -> serde_json::Value {
    json!({ "technologies": ["Kafka"] })
}

#[tokio::test]
async fn fresh_money_and_the_technology_and_who_decides_on_it_make_an_item() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, kafka(), 14.0, 2).await;
    let results = &answer["results"];
    assert_eq!(texts(results, "/company/domain"), ["fresh.example", "edge.example"]);
    assert_eq!(texts(results, "/decision_maker/fullName"), ["Tara Core", "Edge Chief"]);
    assert_eq!(texts(&results[0]["technologies"], "/name"), ["Kafka"]);
    assert_eq!(results[0]["funding"]["round"], "series_b");
}

#[tokio::test]
async fn time_rounds_and_technologies_narrow_it() {
    let stage = stage(world()).await;
    stage.ask(PATH, json!({ "technologies": ["Kafka"], "within_days": 91 }), 21.0, 3).await;
    stage.ask(PATH, json!({ "technologies": ["Kafka"], "within_days": 3 }), 7.0, 1).await;
    stage.nothing(PATH, json!({ "technologies": ["Kafka"], "rounds": ["seed"] })).await;
    stage.nothing(PATH, json!({ "technologies": ["Kafka"], "min_amount": 20_000_001 })).await;
    stage.nothing(PATH, json!({ "technologies_all": ["Kafka", "Salesforce"] })).await;
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    let stage = stage(world()).await;
    list_rules(&stage, PATH, kafka(), Takes::ICP_AND_TIME).await;
    let problem = stage.account.post(PATH, json!({})).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/technologies: required"]);
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, kafka()).await;
}
