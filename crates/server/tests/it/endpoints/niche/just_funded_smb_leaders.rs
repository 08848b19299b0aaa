//! `POST /v1/just-funded-smb-leaders`

use serde_json::json;

use super::{ClaimBuilder, Takes, company, list_rules, person, stage, texts};

const PATH: &str = "/v1/just-funded-smb-leaders";

fn funded(domain: &str, people: u32, day: &str) -> ClaimBuilder {
    company(domain).industry("Bakeries").employs(people).city("Austin", "US").raised("grant", 50_000, day)
}

fn owner(domain: &str, name: &str) -> ClaimBuilder {
    person(name).at(domain, "Owner", "2015-01").email(&format!("owner@{domain}"))
}

fn world() -> Vec<ClaimBuilder> {
    vec![
        funded("fresh.example", 250, "2026-03-01"),
        owner("fresh.example", "Fay Fresh"),
        funded("edge.example", 5, "2026-02-02"),
        owner("edge.example", "Ed Edge"),
        funded("late.example", 5, "2026-02-01"),
        owner("late.example", "Lu Late"),
        funded("next.example", 5, "2026-03-05"),
        owner("next.example", "Ned Next"),
        funded("large.example", 251, "2026-03-01"),
        owner("large.example", "Lou Large"),
        funded("mute.example", 5, "2026-03-01"),
        person("Mo Mute").at("mute.example", "Owner", "2015-01"),
        funded("nobody.example", 5, "2026-03-01"),
    ]
}

#[tokio::test]
async fn small_businesses_funded_within_30_days_come_with_the_round_and_the_owner() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({}), 12.0, 2).await;
    assert_eq!(texts(&answer["results"], "/business/domain"), ["fresh.example", "edge.example"]);
    assert_eq!(texts(&answer["results"], "/owner/fullName"), ["Fay Fresh", "Ed Edge"]);
    assert_eq!(texts(&answer["results"], "/email"), ["owner@fresh.example", "owner@edge.example"]);
    assert_eq!(answer["results"][0]["funding"]["round"], "grant");
}

#[tokio::test]
async fn place_and_trade_narrow_them() {
    let stage = stage(world()).await;
    stage.ask(PATH, json!({ "city": "Austin", "industry": "Bakeries", "country": "US" }), 12.0, 2).await;
    stage.nothing(PATH, json!({ "city": "Dallas" })).await;
    stage.nothing(PATH, json!({ "industry": "Plumbing" })).await;
    let answer = stage.ask(PATH, json!({ "icp": { "employee_count": { "max": 10 } } }), 6.0, 1).await;
    assert_eq!(texts(&answer["results"], "/business/domain"), ["edge.example"]);
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    list_rules(&stage(world()).await, PATH, json!({}), Takes::ICP).await;
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, json!({})).await;
}
