//! `POST /v1/buyer-budget-window`

use serde_json::json;

use super::{ClaimBuilder, Takes, company, job, led, list_rules, stage, texts};
use crate::support::faults;

const PATH: &str = "/v1/buyer-budget-window";

fn hiring(domain: &str, day: &str) -> Vec<ClaimBuilder> {
    let mut claims = led(company(domain).raised("series_a", 5_000_000, day), domain).to_vec();
    claims.push(job(domain, "Account Executive", "2026-02-20"));
    claims
}

fn world() -> Vec<ClaimBuilder> {
    let mut world: Vec<ClaimBuilder> = [
        hiring("young.example", "2025-09-04"),
        hiring("tooyoung.example", "2025-09-05"),
        hiring("old.example", "2024-09-04"),
        hiring("tooold.example", "2024-09-03"),
        led(company("quiet.example").raised("seed", 1_000_000, "2025-03-01"), "quiet.example").to_vec(),
    ]
    .concat();
    world.extend(led(company("closed.example").raised("seed", 1_000_000, "2025-03-01"), "closed.example"));
    world.push(job("closed.example", "Account Executive", "2026-02-20").closed("2026-02-25"));
    world.push(company("headless.example").raised("seed", 1_000_000, "2025-03-01"));
    world.push(job("headless.example", "Account Executive", "2026-02-20"));
    world
}

#[tokio::test]
async fn companies_funded_6_to_18_months_ago_that_hire_are_told_the_last_funded_first() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({}), 12.0, 2).await;
    let results = &answer["results"];
    assert_eq!(texts(results, "/company/domain"), ["young.example", "old.example"]);
    assert_eq!(texts(results, "/funding/announcedAt"), ["2025-09-04", "2024-09-04"]);
    assert_eq!(texts(results, "/decision_maker/fullName"), ["Young Chief", "Old Chief"]);
    assert_eq!(texts(&results[0]["openings"], "/title"), ["Account Executive"]);
}

#[tokio::test]
async fn a_saved_icp_stands_for_the_filters() {
    let stage = stage(world()).await;
    let saved =
        json!({ "name": "old ones", "target": "companies", "filters": { "domains": ["old.example"] } });
    let id = stage.account.post("/v1/saved-icps", saved).await.ok()["id"].clone();
    let answer = stage.ask_again(PATH, json!({ "saved_icp_id": id }), 6.0, 1).await;
    assert_eq!(texts(&answer["results"], "/company/domain"), ["old.example"]);

    let people = json!({ "name": "people", "target": "people", "filters": { "seniorities": ["vp"] } });
    let people = stage.account.post("/v1/saved-icps", people).await.ok()["id"].clone();
    let problem = stage.account.post(PATH, json!({ "saved_icp_id": people })).await;
    assert_eq!(faults(&problem.problem(422, "invalid_request")), ["/saved_icp_id: invalid_value"]);
    let both = json!({ "saved_icp_id": id, "icp": {} });
    let problem = stage.account.post(PATH, both).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/saved_icp_id: contradiction"]);
    let stranger = stage.server.account(store::Plan::Pro, 100).await;
    stranger.post(PATH, json!({ "saved_icp_id": id })).await.problem(404, "not_found");
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    list_rules(&stage(world()).await, PATH, json!({}), Takes::ICP).await;
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, json!({})).await;
}

#[tokio::test]
async fn a_company_that_has_raised_again_since_is_out_of_the_window_of_the_older_round() {
    let mut again = hiring("again.example", "2025-03-01");
    again.push(company("again.example").raised("series_b", 9_000_000, "2026-01-10").by("news"));
    let mut twice = hiring("twice.example", "2024-12-01");
    twice.push(company("twice.example").raised("series_b", 9_000_000, "2025-06-10").by("news"));
    let stage = stage([again, twice].concat()).await;
    let answer = stage.ask(PATH, json!({}), 6.0, 1).await;
    assert_eq!(texts(&answer["results"], "/company/domain"), ["twice.example"]);
    assert_eq!(texts(&answer["results"], "/funding/announcedAt"), ["2025-06-10"], "the newest round counts");
}
