//! `POST /v1/job-change-radar`

use serde_json::json;

use super::{ClaimBuilder, Takes, company, list_rules, person, stage, texts};
use crate::support::faults;

const PATH: &str = "/v1/job-change-radar";

fn moved(name: &str, title: &str, from: &str, to: &str, day: &str) -> ClaimBuilder {
    person(name).at(to, title, day).before(from, "Account Executive", "2020-01", day)
}

fn world() -> Vec<ClaimBuilder> {
    vec![
        company("acme.example"),
        company("quill.example").employs(900),
        moved("Edge Inn", "VP of Sales", "old.example", "acme.example", "2026-02-02"),
        moved("Edge Out", "VP of Sales", "old.example", "acme.example", "2026-02-01"),
        moved("Next Day", "VP of Sales", "old.example", "acme.example", "2026-03-05"),
        moved("Eve Code", "Engineering Manager", "acme.example", "quill.example", "2026-02-20")
            .posted("New job!", "2026-02-21"),
        person("Rose Upp").at("acme.example", "VP of Sales", "2026-02-20").before(
            "acme.example",
            "Sales Manager",
            "2021-01",
            "2026-02-20",
        ),
        person("Two Jobs").at("acme.example", "Advisor", "2026-02-20").before(
            "old.example",
            "Board Member",
            "2020-01",
            "",
        ),
        person("First Job").at("acme.example", "Sales Representative", "2026-02-20"),
        // Without a date: known from two claims of one source.
        person("Una Dated").by("crm").seen("2026-01-05").at("old.example", "Sales Manager", ""),
        person("Una Dated").by("crm").seen("2026-02-15").at("quill.example", "Sales Manager", ""),
    ]
}

#[tokio::test]
async fn moves_between_companies_are_told_by_name_the_newest_first() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({}), 6.0, 3).await;
    assert_eq!(texts(&answer["results"], "/person_unmasked/fullName"), ["Eve Code", "Una Dated", "Edge Inn"]);
    assert_eq!(texts(&answer["results"], "/changed_at"), ["2026-02-20", "2026-02-15", "2026-02-02"]);
    let first = &answer["results"][0];
    assert_eq!(first["previous"]["title"], "Account Executive");
    assert_eq!(
        (&first["previous"]["company"]["domain"], &first["company"]["domain"]),
        (&json!("acme.example"), &json!("quill.example"))
    );
    assert_eq!(first["new_role"], "Engineering Manager");
    assert_eq!(first["source_url"], "https://network.example/posts/2026-02-21");
    assert!(first["person_unmasked"]["networkUrl"].is_string());
}

#[tokio::test]
async fn moves_are_narrowed_by_role_and_by_company() {
    let stage = stage(world()).await;
    for (request, names) in [
        (json!({ "departments": ["engineering"] }), vec!["Eve Code"]),
        (json!({ "departments": ["legal"] }), vec![]),
        (json!({ "seniorities": ["vp", "c_suite"] }), vec!["Edge Inn"]),
        (json!({ "to_domains": ["www.acme.example"] }), vec!["Edge Inn"]),
        (json!({ "from_domains": ["acme.example"] }), vec!["Eve Code"]),
        (json!({ "from_domains": ["old.example"], "to_domains": ["quill.example"] }), vec!["Una Dated"]),
        (json!({ "icp": { "employee_count": { "min": 500 } } }), vec!["Eve Code", "Una Dated"]),
    ] {
        let units = names.len() as u64;
        let answer = stage.ask(PATH, request.clone(), 2.0 * units as f64, units).await;
        assert_eq!(texts(&answer["results"], "/person_unmasked/fullName"), names, "{request}");
    }
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    let stage = stage(world()).await;
    list_rules(&stage, PATH, json!({}), Takes::ICP_AND_TIME).await;
    let problem =
        stage.account.post(PATH, json!({ "departments": ["sails"], "seniorities": ["boss"] })).await;
    let told = faults(&problem.problem(422, "invalid_request"));
    assert_eq!(told, ["/departments/0: not_one_of", "/seniorities/0: not_one_of"]);
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, json!({})).await;
}
