//! `POST /v1/find-decision-maker`

use serde_json::json;

use super::{ClaimBuilder, company, person, stage, texts};
use crate::support::faults;

const PATH: &str = "/v1/find-decision-maker";

fn acme() -> Vec<ClaimBuilder> {
    vec![
        company("acme.example").also_at("acme-group.example"),
        company("other.example"),
        person("Vera Petit").at("acme.example", "VP of Sales", "2022-01"),
        person("Hana Sato").at("acme-group.example", "Head of Sales", "2022-01"),
        person("Dora Lind").at("acme.example", "Sales Director", "2022-01"),
        person("Milo Kern").at("acme.example", "Sales Manager", "2022-01"),
        person("Cleo Boss").at("acme.example", "CEO", "2018-01"),
        person("Mara Voss").at("acme.example", "VP of Marketing", "2022-01"),
        person("Otis Else").at("other.example", "VP of Sales", "2022-01"),
        person("Gone Long").at("other.example", "Sales Lead", "2025-01").before(
            "acme.example",
            "VP of Sales",
            "2019-01",
            "2025-01",
        ),
    ]
}

#[tokio::test]
async fn the_three_best_fitting_are_named_the_best_first_under_any_domain_of_the_company() {
    let stage = stage(acme()).await;
    let answer =
        stage.ask(PATH, json!({ "company_domain": "acme.example", "role": "VP of Sales" }), 12.0, 3).await;
    assert_eq!(texts(&answer["results"], "/fullName"), ["Vera Petit", "Hana Sato", "Dora Lind"]);
    let first = &answer["results"][0];
    assert_eq!(
        (&first["title"], &first["company"]["domain"]),
        (&json!("VP of Sales"), &json!("acme.example"))
    );
    assert_eq!((&first["seniority"], &first["department"]), (&json!("vp"), &json!("sales")));
    assert!(first["networkUrl"].is_string() && first.get("email").is_none());
    let scores: Vec<f64> = [0, 1, 2].map(|n| answer["results"][n]["score"].as_f64().unwrap()).to_vec();
    assert!(scores.is_sorted_by(|one, other| one >= other) && scores[0] <= 1.0, "{scores:?}");

    let by_other_domain =
        json!({ "company_domain": "https://www.acme-group.example/", "role": "VP of Sales" });
    let again = stage.ask(PATH, by_other_domain, 12.0, 3).await;
    assert_eq!(again["results"], answer["results"]);
}

#[tokio::test]
async fn a_question_finds_the_owner_of_the_budget_or_else_the_leader() {
    let stage = stage(acme()).await;
    let bought = json!({ "company_domain": "acme.example", "role": "who buys marketing automation" });
    let answer = stage.ask(PATH, bought, 4.0, 1).await;
    assert_eq!(texts(&answer["results"], "/fullName"), ["Mara Voss"]);
    let vacant_role = json!({ "company_domain": "acme.example", "role": "General Counsel" });
    let answer = stage.ask(PATH, vacant_role, 4.0, 1).await;
    assert_eq!(texts(&answer["results"], "/fullName"), ["Cleo Boss"]);
}

#[tokio::test]
async fn the_only_employee_decides_and_one_of_many_does_not() {
    let stage = stage([
        company("solo.example").employs(1),
        person("Sol Rider").at("solo.example", "Graphic Designer", "2020-01"),
        company("many.example").employs(80),
        person("Ned Brown").at("many.example", "Graphic Designer", "2020-01"),
    ])
    .await;
    let asked = |domain: &str| json!({ "company_domain": domain, "role": "CEO" });
    let answer = stage.ask(PATH, asked("solo.example"), 4.0, 1).await;
    assert_eq!(texts(&answer["results"], "/fullName"), ["Sol Rider"]);
    let answer = stage.ask(PATH, asked("many.example"), 0.0, 0).await;
    assert_eq!(answer["results"], json!([]));
}

#[tokio::test]
async fn an_unknown_company_is_free_and_an_invalid_request_is_refused() {
    let stage = stage([]).await;
    let answer = stage.ask(PATH, json!({ "company_domain": "acme.example", "role": "CEO" }), 0.0, 0).await;
    assert_eq!(answer["results"], json!([]));
    let problem = stage.account.post(PATH, json!({ "company_domain": "acme", "rol": "CEO" })).await;
    let mut told = faults(&problem.problem(422, "invalid_request"));
    told.sort();
    assert_eq!(told, ["/company_domain: invalid_value", "/rol: unknown_field", "/role: required"]);
}
