//! `POST /v1/hiring-intent`

use serde_json::json;

use super::{ClaimBuilder, Takes, company, job, led, list_rules, person, stage, texts};
use crate::support::faults;

const PATH: &str = "/v1/hiring-intent";

fn world() -> Vec<ClaimBuilder> {
    let mut world: Vec<ClaimBuilder> =
        ["acme.example", "edge.example", "late.example", "closed.example", "soon.example"]
            .map(|domain| led(company(domain), domain))
            .concat();
    world.extend([
        person("Vera Petit").at("acme.example", "VP of Sales", "2022-01"),
        person("Elias Build").at("acme.example", "VP of Engineering", "2022-01"),
        job("acme.example", "Account Executive", "2026-02-20"),
        job("acme.example", "Software Engineer", "2026-01-05"),
        job("edge.example", "Sales Manager", "2025-12-04"),
        job("late.example", "Account Executive", "2025-12-03"),
        job("closed.example", "Account Executive", "2026-02-20").closed("2026-02-25"),
        job("soon.example", "Account Executive", "2026-03-05"),
        company("headless.example"),
        job("headless.example", "Account Executive", "2026-02-20"),
        job("unknown.example", "Account Executive", "2026-02-20"),
    ]);
    world
}

#[tokio::test]
async fn each_company_that_hires_is_told_once_with_the_owner_of_the_newest_hire_s_budget() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({}), 16.0, 2).await;
    assert_eq!(texts(&answer["results"], "/company/domain"), ["acme.example", "edge.example"]);
    assert_eq!(
        texts(&answer["results"][0]["openings"], "/title"),
        ["Account Executive", "Software Engineer"]
    );
    assert_eq!(texts(&answer["results"], "/buyer/fullName"), ["Vera Petit", "Edge Chief"]);
}

#[tokio::test]
async fn what_is_hired_for_decides_who_buys() {
    let stage = stage(world()).await;
    for (request, companies, buyers) in [
        (json!({ "department": "engineering" }), vec!["acme.example"], vec!["Elias Build"]),
        (json!({ "titles": ["Software Developer"] }), vec!["acme.example"], vec!["Elias Build"]),
        (json!({ "titles": ["Sales Manager"] }), vec!["edge.example"], vec!["Edge Chief"]),
        (
            json!({ "department": "sales", "role": "CEO" }),
            vec!["acme.example", "edge.example"],
            vec!["Acme Chief", "Edge Chief"],
        ),
        (
            json!({ "department": "sales", "within_days": 91 }),
            vec!["acme.example", "edge.example", "late.example"],
            vec!["Vera Petit", "Edge Chief", "Late Chief"],
        ),
        (json!({ "department": "legal" }), vec![], vec![]),
    ] {
        let units = companies.len() as u64;
        let answer = stage.ask(PATH, request.clone(), 8.0 * units as f64, units).await;
        assert_eq!(texts(&answer["results"], "/company/domain"), companies, "{request}");
        assert_eq!(texts(&answer["results"], "/buyer/fullName"), buyers, "{request}");
    }
}

#[tokio::test]
async fn a_company_that_hires_under_two_domains_is_one_company() {
    let mut claims = led(company("acme.example").also_at("acme-group.example"), "acme.example").to_vec();
    claims.push(job("acme-group.example", "Account Executive", "2026-02-20"));
    claims.push(job("acme.example", "Sales Manager", "2026-02-21"));
    let answer = stage(claims).await.ask(PATH, json!({}), 8.0, 1).await;
    assert_eq!(texts(&answer["results"][0]["openings"], "/title"), ["Sales Manager", "Account Executive"]);
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    let stage = stage(world()).await;
    list_rules(&stage, PATH, json!({}), Takes::ICP_AND_TIME).await;
    let problem =
        stage.account.post(PATH, json!({ "department": "sails" })).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/department: not_one_of"]);
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, json!({})).await;
}
