//! `POST /v1/funded-and-hiring`

use serde_json::json;

use super::{ClaimBuilder, Takes, company, job, led, list_rules, person, stage, texts};

const PATH: &str = "/v1/funded-and-hiring";

fn funded(domain: &str, day: &str) -> [ClaimBuilder; 2] {
    led(company(domain).raised("series_a", 5_000_000, day), domain)
}

fn world() -> Vec<ClaimBuilder> {
    let mut world: Vec<ClaimBuilder> = [
        funded("acme.example", "2026-02-15"),
        funded("edge.example", "2025-12-04"),
        funded("late.example", "2025-12-03"),
        funded("next.example", "2026-03-05"),
        funded("quiet.example", "2026-02-15"),
        funded("closed.example", "2026-02-15"),
        funded("soon.example", "2026-02-15"),
        led(company("broke.example"), "broke.example"),
    ]
    .concat();
    world.extend([
        company("headless.example").raised("seed", 1_000_000, "2026-02-15"),
        job("headless.example", "Account Executive", "2026-02-20"),
        job("acme.example", "Account Executive", "2026-02-20"),
        job("acme.example", "Software Engineer", "2026-02-25"),
        job("acme.example", "Data Analyst", "2026-02-25").closed("2026-03-01"),
        job("edge.example", "Account Executive", "2024-02-20"),
        job("late.example", "Account Executive", "2026-02-20"),
        job("next.example", "Account Executive", "2026-02-20"),
        job("closed.example", "Account Executive", "2026-02-20").closed("2026-02-27"),
        job("soon.example", "Account Executive", "2026-03-05"),
        job("broke.example", "Account Executive", "2026-02-20"),
        person("Vera Petit").at("acme.example", "VP of Sales", "2022-01"),
    ]);
    world
}

#[tokio::test]
async fn fresh_money_an_open_position_and_a_decision_maker_make_an_item() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({}), 20.0, 2).await;
    let results = &answer["results"];
    assert_eq!(texts(results, "/company/domain"), ["acme.example", "edge.example"]);
    assert_eq!(texts(&results[0]["openings"], "/title"), ["Software Engineer", "Account Executive"]);
    assert_eq!(texts(results, "/funding/announcedAt"), ["2026-02-15", "2025-12-04"]);
    assert_eq!(texts(results, "/decision_maker/fullName"), ["Acme Chief", "Edge Chief"]);
}

#[tokio::test]
async fn the_department_hired_for_narrows_openings_and_names_who_leads_it() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({ "department": "sales" }), 20.0, 2).await;
    assert_eq!(texts(&answer["results"][0]["openings"], "/title"), ["Account Executive"]);
    assert_eq!(texts(&answer["results"], "/decision_maker/fullName"), ["Vera Petit", "Edge Chief"]);
    let answer = stage.ask(PATH, json!({ "min_openings": 2 }), 10.0, 1).await;
    assert_eq!(texts(&answer["results"], "/company/domain"), ["acme.example"]);
    stage.nothing(PATH, json!({ "min_openings": 3 })).await;
    stage.nothing(PATH, json!({ "department": "legal" })).await;
}

#[tokio::test]
async fn positions_under_another_domain_of_the_company_are_its_own() {
    let mut claims = led(
        company("acme.example").also_at("acme-group.example").raised("seed", 1, "2026-02-15"),
        "acme.example",
    )
    .to_vec();
    claims.push(job("acme-group.example", "Account Executive", "2026-02-20"));
    let answer = stage(claims).await.ask(PATH, json!({}), 10.0, 1).await;
    assert_eq!(texts(&answer["results"], "/company/domain"), ["acme.example"]);
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    list_rules(&stage(world()).await, PATH, json!({}), Takes::ICP_AND_TIME).await;
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, json!({})).await;
}
