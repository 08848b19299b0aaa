//! `POST /v1/low-competition-hires`

use serde_json::json;

use super::{ClaimBuilder, Takes, company, job, list_rules, stage, texts};
use crate::support::faults;

const PATH: &str = "/v1/low-competition-hires";

fn world() -> Vec<ClaimBuilder> {
    vec![
        company("acme.example"),
        job("acme.example", "Software Engineer", "2026-02-20").applicants(24).country("DE"),
        job("acme.example", "Account Executive", "2025-12-04").applicants(0).country("US"),
        job("acme.example", "Data Engineer", "2026-02-20").applicants(25),
        job("acme.example", "Data Analyst", "2026-02-20"),
        job("acme.example", "Data Scientist", "2025-12-03").applicants(3),
        job("acme.example", "QA Engineer", "2026-02-20").applicants(3).closed("2026-02-21"),
        job("acme.example", "DevOps Engineer", "2026-03-05").applicants(3),
    ]
}

#[tokio::test]
async fn open_positions_with_fewer_than_25_applicants_are_told_the_newest_first() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({}), 2.0, 2).await;
    let titles = texts(&answer["results"], "/job/title");
    assert_eq!(titles, ["Software Engineer", "Account Executive"], "how many applied must be known");
    assert_eq!(answer["results"][0]["job"]["applicants"], 24);
    assert_eq!(answer["results"][0]["job"]["company"]["domain"], "acme.example");
}

#[tokio::test]
async fn positions_are_narrowed_by_title_department_country_and_applicants() {
    let stage = stage(world()).await;
    for (request, titles) in [
        (json!({ "titles": ["Software Developer"] }), vec!["Software Engineer"]),
        (json!({ "department": "sales" }), vec!["Account Executive"]),
        (json!({ "country": "Germany" }), vec!["Software Engineer"]),
        (json!({ "max_applicants": 23 }), vec!["Account Executive"]),
        (json!({ "max_applicants": 0 }), vec!["Account Executive"]),
        (json!({ "within_days": 91 }), vec!["Software Engineer", "Account Executive", "Data Scientist"]),
        (json!({ "titles": ["Nurse"] }), vec![]),
    ] {
        let units = titles.len() as u64;
        let answer = stage.ask(PATH, request.clone(), units as f64, units).await;
        assert_eq!(texts(&answer["results"], "/job/title"), titles, "{request}");
    }
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    let stage = stage(world()).await;
    list_rules(&stage, PATH, json!({}), Takes::ICP_AND_TIME).await;
    let problem = stage.account.post(PATH, json!({ "max_applicants": 25, "country": "Atlantis" })).await;
    let mut told = faults(&problem.problem(422, "invalid_request"));
    told.sort();
    assert_eq!(told, ["/country: not_one_of", "/max_applicants: too_large"]);
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, json!({})).await;
}
