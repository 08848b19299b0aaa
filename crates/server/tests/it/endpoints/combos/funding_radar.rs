//! `POST /v1/funding-radar`

use serde_json::json;

use super::{ClaimBuilder, Takes, company, led, list_rules, person, stage, texts};
use crate::support::faults;

const PATH: &str = "/v1/funding-radar";

fn funded(domain: &str, round: &str, amount: i64, day: &str) -> [ClaimBuilder; 2] {
    led(company(domain).raised(round, amount, day).seen("2026-03-04"), domain)
}

fn world() -> Vec<ClaimBuilder> {
    let twice = company("twice.example").raised("seed", 1_000_000, "2026-01-10").raised(
        "series_a",
        9_000_000,
        "2026-02-15",
    );
    let mut world: Vec<ClaimBuilder> = [
        funded("today.example", "series_a", 5_000_000, "2026-03-04"),
        led(twice, "twice.example"),
        funded("edge.example", "seed", 2_000_000, "2025-12-04"),
        funded("late.example", "seed", 2_000_000, "2025-12-03"),
        funded("next.example", "seed", 2_000_000, "2026-03-05"),
    ]
    .concat();
    world.push(company("headless.example").raised("seed", 3_000_000, "2026-02-01"));
    world.push(person("Ned Clerk").at("headless.example", "Accountant", "2020-01"));
    world
}

#[tokio::test]
async fn each_funded_company_is_listed_once_with_its_newest_round_and_its_leader() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({}), 9.0, 3).await;
    let results = &answer["results"];
    assert_eq!(texts(results, "/company/domain"), ["today.example", "twice.example", "edge.example"]);
    assert_eq!(texts(results, "/funding/round"), ["series_a", "series_a", "seed"]);
    assert_eq!(texts(results, "/decision_maker/fullName"), ["Today Chief", "Twice Chief", "Edge Chief"]);
    assert_eq!(results[0]["funding"]["amount"], json!({ "amount": 5_000_000, "currency": "USD" }));
    assert!(results[0]["decision_maker"].get("email").is_none());
}

#[tokio::test]
async fn rounds_are_narrowed_by_kind_amount_and_time() {
    let stage = stage(world()).await;
    for (request, domains) in [
        (json!({ "rounds": ["seed"] }), vec!["twice.example", "edge.example"]),
        (json!({ "rounds": ["Series A"] }), vec!["today.example", "twice.example"]),
        (json!({ "min_amount": 5_000_001 }), vec!["twice.example"]),
        (json!({ "min_amount": 5_000_000 }), vec!["today.example", "twice.example"]),
        (
            json!({ "within_days": 91, "rounds": ["seed"], "min_amount": 2_000_000 }),
            vec!["edge.example", "late.example"],
        ),
        (json!({ "since": "2026-02-15T00:00:00Z" }), vec!["today.example", "twice.example"]),
    ] {
        let units = domains.len() as u64;
        let answer = stage.ask(PATH, request.clone(), 3.0 * units as f64, units).await;
        assert_eq!(texts(&answer["results"], "/company/domain"), domains, "{request}");
    }
}

#[tokio::test]
async fn another_role_finds_another_person() {
    let mut claims = world();
    claims.push(person("Vera Petit").at("today.example", "VP of Sales", "2022-01"));
    let stage = stage(claims).await;
    let request = json!({ "role": "VP of Sales", "icp": { "domains": ["today.example"] } });
    let answer = stage.ask(PATH, request, 3.0, 1).await;
    assert_eq!(texts(&answer["results"], "/decision_maker/fullName"), ["Vera Petit"]);
}

#[tokio::test]
async fn a_company_without_the_role_is_left_out_and_free_unless_a_fallback_is_wanted() {
    let mut claims = world();
    claims.push(person("Hal Head").at("today.example", "Head of Marketing", "2022-01"));
    let stage = stage(claims).await;
    let answer = stage.ask(PATH, json!({ "role": "Head of Marketing" }), 3.0, 1).await;
    assert_eq!(texts(&answer["results"], "/decision_maker/fullName"), ["Hal Head"]);
    let answer = stage.ask(PATH, json!({ "role": "Head of Marketing", "fallback": true }), 9.0, 3).await;
    let names = texts(&answer["results"], "/decision_maker/fullName");
    assert_eq!(names, ["Hal Head", "Twice Chief", "Edge Chief"]);
    let marks: Vec<&serde_json::Value> =
        (0..3).map(|at| &answer["results"][at]["decision_maker"]["fallback"]).collect();
    assert_eq!(marks, [&json!(null), &json!(true), &json!(true)]);
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    let stage = stage(world()).await;
    list_rules(&stage, PATH, json!({}), Takes::ICP_AND_TIME).await;
    let problem =
        stage.account.post(PATH, json!({ "rounds": ["serie_a"] })).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/rounds/0: not_one_of"]);
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, json!({})).await;
}
