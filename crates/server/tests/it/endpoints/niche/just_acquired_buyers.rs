//! `POST /v1/just-acquired-buyers`

use serde_json::json;

use super::{ClaimBuilder, Takes, company, led, list_rules, person, stage, texts};

const PATH: &str = "/v1/just-acquired-buyers";

fn world() -> Vec<ClaimBuilder> {
    let mut world: Vec<ClaimBuilder> = [
        led(
            company("buyer.example")
                .bought("target.example", "2026-02-20")
                .bought("second.example", "2026-02-25"),
            "buyer.example",
        ),
        led(company("edge.example").bought("tiny.example", "2026-02-02"), "edge.example"),
        led(company("late.example").bought("older.example", "2026-02-01"), "late.example"),
        led(company("next.example").bought("future.example", "2026-03-05"), "next.example"),
        led(company("target.example"), "target.example"),
    ]
    .concat();
    world.push(company("headless.example").bought("prey.example", "2026-02-20"));
    world.push(person("Fina Ledger").at("buyer.example", "CFO", "2022-01"));
    world
}

#[tokio::test]
async fn purchases_within_30_days_come_with_the_decision_maker_at_the_buyer() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({}), 12.0, 3).await;
    let results = &answer["results"];
    assert_eq!(texts(results, "/target/domain"), ["second.example", "target.example", "tiny.example"]);
    assert_eq!(texts(results, "/acquirer/domain"), ["buyer.example", "buyer.example", "edge.example"]);
    assert_eq!(texts(results, "/decision_maker/fullName"), ["Buyer Chief", "Buyer Chief", "Edge Chief"]);
    assert_eq!(texts(results, "/acquired_at"), ["2026-02-25", "2026-02-20", "2026-02-02"]);
    assert_eq!(results[1]["target"]["company"]["name"], "Target", "its own record, where there is one");
    assert_eq!(results[0]["target"].get("company"), None);
}

#[tokio::test]
async fn another_role_and_an_icp_are_of_the_buyer() {
    let stage = stage(world()).await;
    let request = json!({ "role": "CFO", "icp": { "domains": ["buyer.example"] } });
    let answer = stage.ask(PATH, request, 8.0, 2).await;
    assert_eq!(texts(&answer["results"], "/decision_maker/fullName"), ["Fina Ledger", "Fina Ledger"]);
    stage.nothing(PATH, json!({ "icp": { "domains": ["target.example"] } })).await;
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    list_rules(&stage(world()).await, PATH, json!({}), Takes::ICP).await;
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, json!({})).await;
}
