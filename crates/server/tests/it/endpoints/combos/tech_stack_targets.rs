//! `POST /v1/tech-stack-targets`

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{ClaimBuilder, Takes, company, led, list_rules, person, stage, texts};
use crate::support::faults;

const PATH: &str = "/v1/tech-stack-targets";

fn world() -> Vec<ClaimBuilder> {
    let mut world: Vec<ClaimBuilder> = [
        led(company("acme.example").uses("Kafka").uses("Salesforce"), "acme.example"),
        led(company("quill.example").uses("kafka").employs(900), "quill.example"),
        led(company("other.example").uses("Salesforce"), "other.example"),
        led(company("none.example"), "none.example"),
    ]
    .concat();
    world.push(person("Tara Core").at("acme.example", "CTO", "2022-01"));
    world.push(company("headless.example").uses("Kafka"));
    world
}

fn domains(answer: &Value) -> BTreeSet<&str> {
    texts(&answer["results"], "/company/domain").into_iter().collect()
}

#[tokio::test]
async fn companies_that_use_it_come_with_who_decides_on_technology() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({ "technologies": ["Kafka"] }), 8.0, 2).await;
    assert_eq!(domains(&answer), ["acme.example", "quill.example"].into());
    for item in answer["results"].as_array().unwrap() {
        let chief = if item["company"]["domain"] == "acme.example" { "Tara Core" } else { "Quill Chief" };
        assert_eq!(item["decision_maker"]["fullName"], chief, "the CTO, else the leader");
        assert_eq!(item["technologies"].as_array().unwrap().len(), 1, "only what was asked for");
    }
}

#[tokio::test]
async fn any_all_and_none_of_some_technologies_can_be_asked_for() {
    let stage = stage(world()).await;
    for (request, expected) in [
        (
            json!({ "technologies": ["Kafka", "Salesforce"] }),
            vec!["acme.example", "other.example", "quill.example"],
        ),
        (json!({ "technologies_all": ["Kafka", "Salesforce"] }), vec!["acme.example"]),
        (json!({ "technologies": ["Kafka"], "exclude_technologies": ["Salesforce"] }), vec!["quill.example"]),
        (
            json!({ "technologies": ["Kafka"], "icp": { "technologies": ["Salesforce"] } }),
            vec!["acme.example"],
        ),
        (
            json!({ "technologies": ["Kafka"], "icp": { "employee_count": { "min": 500 } } }),
            vec!["quill.example"],
        ),
        (json!({ "technologies": ["Fortran"] }), vec![]),
    ] {
        let units = expected.len() as u64;
        let answer = stage.ask(PATH, request.clone(), 4.0 * units as f64, units).await;
        assert_eq!(domains(&answer), expected.into_iter().collect(), "{request}");
    }
}

#[tokio::test]
async fn a_preview_counts_the_companies_that_use_it() {
    let stage = stage(world()).await;
    let preview = stage.account.post(PATH, json!({ "technologies": ["Kafka"], "preview": true })).await.ok();
    assert_eq!((&preview["total"], &preview["would_cost"]["max_credits"]), (&json!(3), &json!(40)));
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    let stage = stage(world()).await;
    list_rules(&stage, PATH, json!({ "technologies": ["Kafka", "Salesforce"] }), Takes::ICP).await;
    let problem = stage.account.post(PATH, json!({ "exclude_technologies": ["Kafka"] })).await;
    assert_eq!(faults(&problem.problem(422, "invalid_request")), ["/technologies: required"]);
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, json!({ "technologies": ["Kafka"] })).await;
}
