//! `POST /v1/bundles/sales-deck`

use serde_json::{Value, json};

use super::{ClaimBuilder, company, person, stage, texts};
use crate::support::faults;

const PATH: &str = "/v1/bundles/sales-deck";

fn software(domain: &str) -> ClaimBuilder {
    company(domain).industry("Software").city("Berlin", "DE").uses("Kafka").uses("Rust")
}

fn world() -> Vec<ClaimBuilder> {
    vec![
        software("acme.example")
            .also_at("acme-group.example")
            .raised("seed", 1_000_000, "2023-01-10")
            .raised("series_a", 9_000_000, "2025-06-01"),
        software("one.example"),
        software("two.example"),
        software("three.example"),
        software("four.example"),
        person("Cleo Boss").at("acme.example", "CEO", "2018-01"),
        person("Vera Petit").at("acme.example", "VP of Sales", "2022-01"),
        person("Hana Sato").at("acme.example", "Sales Director", "2022-01"),
        person("New Hire").at("acme-group.example", "Engineer", "2025-09-05").before(
            "one.example",
            "Engineer",
            "2020-01",
            "2025-09-05",
        ),
        person("Old Hire").at("acme.example", "Engineer", "2025-09-04").before(
            "one.example",
            "Engineer",
            "2020-01",
            "2025-09-04",
        ),
        person("Lea Ver").at("two.example", "Engineer", "2026-01-20").before(
            "acme.example",
            "Analyst",
            "2020-01",
            "2026-01-20",
        ),
        person("Gone Away").before("acme.example", "Designer", "2021-01", "2026-02-24"),
        person("Else Where").at("two.example", "Engineer", "2026-01-20").before(
            "one.example",
            "Analyst",
            "2020-01",
            "2026-01-20",
        ),
    ]
}

#[tokio::test]
async fn an_account_is_told_with_people_money_moves_and_its_like() {
    let stage = stage(world()).await;
    let asked = json!({ "company_domain": "acme.example", "target_role": "VP of Sales" });
    let answer = stage.ask(PATH, asked, 25.0, 1).await;
    assert_eq!(
        (&answer["company"]["name"], &answer["company"]["employeeCount"]),
        (&json!("Acme"), &json!(50))
    );
    assert_eq!(answer["decision_maker"]["fullName"], "Vera Petit");
    assert_eq!(texts(&answer["buying_committee_extras"], "/fullName"), ["Hana Sato", "Cleo Boss"]);
    assert_eq!(answer["recent_funding"]["round"], "series_a");
    let moves = &answer["recent_job_changes_at_account"];
    assert_eq!(texts(moves, "/person/fullName"), ["Gone Away", "Lea Ver", "New Hire"]);
    assert_eq!(texts(moves, "/direction"), ["leaver", "leaver", "hire"]);
    assert_eq!(texts(moves, "/title"), ["Designer", "Analyst", "Engineer"]);
    assert_eq!(texts(moves, "/other_company/domain"), ["", "two.example", "one.example"]);
    let alike = texts(&answer["similar_companies"], "/company/domain");
    assert!(alike.len() == 3 && !alike.contains(&"acme.example"), "{alike:?}");
}

#[tokio::test]
async fn a_role_that_nobody_has_is_null_unless_a_fallback_is_wanted() {
    let stage = stage(world()).await;
    let mut asked = json!({ "company_domain": "acme.example", "target_role": "CFO" });
    let answer = stage.ask(PATH, asked.clone(), 25.0, 1).await;
    assert_eq!(answer["decision_maker"], Value::Null);
    asked["fallback"] = json!(true);
    let answer = stage.ask(PATH, asked, 25.0, 1).await;
    assert_eq!(answer["decision_maker"]["fullName"], "Cleo Boss");
    assert_eq!(answer["decision_maker"]["fallback"], true);
    assert_eq!(texts(&answer["buying_committee_extras"], "/fullName"), ["Vera Petit"]);
}

#[tokio::test]
async fn sections_with_nothing_in_them_are_empty_and_the_company_alone_is_worth_the_price() {
    let stage =
        stage([company("bare.example").raised("seed", 1, "2024-03-03").raised("series_a", 1, "2026-03-05")])
            .await;
    let answer = stage.ask(PATH, json!({ "company_domain": "bare.example" }), 25.0, 1).await;
    for section in ["buying_committee_extras", "recent_job_changes_at_account", "similar_companies"] {
        assert_eq!(answer[section], json!([]), "{section}");
    }
    assert_eq!((&answer["decision_maker"], &answer["recent_funding"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn an_unknown_company_is_free() {
    let stage = stage([]).await;
    let answer =
        stage.ask(PATH, json!({ "company_domain": "acme.example", "target_role": "CEO" }), 0.0, 0).await;
    assert_eq!(answer["company"], Value::Null);
    let problem =
        stage.account.post(PATH, json!({ "target_role": "CEO" })).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/company_domain: required"]);
    let preview = stage.account.post(PATH, json!({ "company_domain": "acme.example", "preview": true }));
    assert_eq!(preview.await.ok()["would_cost"]["max_credits"], 25);
}
