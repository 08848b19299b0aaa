//! `POST /v1/hiring-velocity`

use serde_json::json;

use super::{ClaimBuilder, Takes, company, job, led, list_rules, person, stage, texts};
use crate::support::faults;

const PATH: &str = "/v1/hiring-velocity";

/// Positions of one department, all posted on a day.
fn sellers(domain: &str, count: usize, day: &str) -> Vec<ClaimBuilder> {
    let regions = ["North", "South", "East", "West", "Nordics", "Iberia", "Benelux"];
    regions[..count].iter().map(|region| job(domain, &format!("Account Executive {region}"), day)).collect()
}

fn world() -> Vec<ClaimBuilder> {
    let domains = [
        "six.example",
        "five.example",
        "four.example",
        "mixed.example",
        "spring.example",
        "autumn.example",
        "closed.example",
    ];
    let mut world: Vec<ClaimBuilder> = domains.map(|domain| led(company(domain), domain)).concat();
    world.extend(sellers("six.example", 6, "2026-02-01"));
    world.push(person("Vera Petit").at("six.example", "VP of Sales", "2022-01"));
    world.extend(sellers("five.example", 5, "2026-01-01"));
    world.extend(sellers("four.example", 4, "2026-02-01"));
    world.push(job("four.example", "Account Executive Late", "2025-12-31"));
    world.extend(sellers("mixed.example", 4, "2026-02-01"));
    world.push(job("mixed.example", "Software Engineer", "2026-02-01"));
    world.extend(sellers("spring.example", 6, "2026-04-01"));
    world.extend(sellers("autumn.example", 6, "2025-12-31"));
    world.extend(sellers("closed.example", 6, "2026-02-01").into_iter().map(|job| job.closed("2026-02-20")));
    world.push(company("headless.example"));
    world.extend(sellers("headless.example", 7, "2026-02-01"));
    world
}

#[tokio::test]
async fn five_positions_in_one_department_this_quarter_make_an_item_the_most_first() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({}), 10.0, 2).await;
    let results = &answer["results"];
    assert_eq!(texts(results, "/company/domain"), ["six.example", "five.example"]);
    assert_eq!(texts(results, "/buyer/fullName"), ["Vera Petit", "Five Chief"]);
    assert_eq!(texts(results, "/department"), ["sales", "sales"]);
    assert_eq!(results[0]["openings"].as_array().unwrap().len(), 6);
    // 62 and a half days of the quarter are gone: six positions are 2.9 a month.
    assert_eq!(results[0]["velocity"], 2.9);
}

#[tokio::test]
async fn the_department_and_the_number_can_be_asked_for() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({ "department": "sales", "min_openings": 6 }), 5.0, 1).await;
    assert_eq!(texts(&answer["results"], "/company/domain"), ["six.example"]);
    stage.nothing(PATH, json!({ "department": "engineering" })).await;
    stage
        .nothing(PATH, json!({ "min_openings": 7, "icp": { "exclude_domains": ["headless.example"] } }))
        .await;
    let problem =
        stage.account.post(PATH, json!({ "min_openings": 4 })).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/min_openings: too_small"]);
}

#[tokio::test]
async fn positions_under_two_domains_of_one_company_count_together() {
    let mut claims = led(company("acme.example").also_at("acme-group.example"), "acme.example").to_vec();
    claims.extend(sellers("acme.example", 3, "2026-02-01"));
    claims.extend(
        ["Data", "Cloud"]
            .map(|what| job("acme-group.example", &format!("{what} Account Executive"), "2026-02-02")),
    );
    let answer = stage(claims).await.ask(PATH, json!({}), 5.0, 1).await;
    assert_eq!(texts(&answer["results"], "/company/domain"), ["acme.example"]);
    assert_eq!(answer["results"][0]["openings"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    list_rules(&stage(world()).await, PATH, json!({}), Takes::ICP).await;
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, json!({})).await;
}
