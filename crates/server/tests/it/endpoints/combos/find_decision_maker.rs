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
    let answer = stage.ask(PATH, json!({ "company_domain": "acme.example", "role": "sales" }), 12.0, 3).await;
    assert_eq!(texts(&answer["results"], "/fullName"), ["Vera Petit", "Hana Sato", "Dora Lind"]);
    let first = &answer["results"][0];
    assert_eq!(
        (&first["title"], &first["company"]["domain"]),
        (&json!("VP of Sales"), &json!("acme.example"))
    );
    assert_eq!((&first["seniority"], &first["department"]), (&json!("vp"), &json!("sales")));
    assert!(first["networkUrl"].is_string() && first.get("email").is_none());
    assert!(!first["reasons"].as_array().unwrap().is_empty() && first.get("fallback").is_none());
    let scores: Vec<f64> = [0, 1, 2].map(|n| answer["results"][n]["score"].as_f64().unwrap()).to_vec();
    assert!(scores.is_sorted_by(|one, other| one >= other) && scores[0] <= 1.0, "{scores:?}");

    let by_other_domain = json!({ "company_domain": "https://www.acme-group.example/", "role": "sales" });
    let again = stage.ask(PATH, by_other_domain, 12.0, 3).await;
    assert_eq!(again["results"], answer["results"]);
}

#[tokio::test]
async fn the_rank_asked_for_comes_before_the_nearest_above_and_nobody_below_unless_the_score_is_lowered() {
    let stage = stage(acme()).await;
    let asked = |role: &str| json!({ "company_domain": "acme.example", "role": role });
    for (role, names) in [
        ("VP of Sales", vec!["Vera Petit"]),
        ("Head of Sales", vec!["Hana Sato", "Vera Petit"]),
        ("Sales Director", vec!["Dora Lind", "Hana Sato", "Vera Petit"]),
        ("Sales Manager", vec!["Milo Kern", "Dora Lind", "Vera Petit"]),
        ("Marketing Director", vec!["Mara Voss"]),
        ("Chief Revenue Officer", vec![]),
        ("CEO", vec!["Cleo Boss"]),
    ] {
        let units = names.len() as u64;
        let answer = stage.ask(PATH, asked(role), 4.0 * units as f64, units).await;
        assert_eq!(texts(&answer["results"], "/fullName"), names, "{role}");
    }
    let mut lower = asked("VP of Sales");
    lower["min_score"] = json!(0.4);
    let answer = stage.ask(PATH, lower, 12.0, 3).await;
    assert_eq!(texts(&answer["results"], "/fullName"), ["Vera Petit", "Hana Sato", "Dora Lind"]);
    assert!(answer["results"][1]["score"].as_f64().unwrap() < 0.5);
    let mut higher = asked("Marketing Director");
    higher["min_score"] = json!(0.95);
    stage.ask(PATH, higher, 0.0, 0).await;
}

#[tokio::test]
async fn a_question_finds_the_owner_of_the_budget_and_a_fallback_only_where_it_is_wanted() {
    let stage = stage(acme()).await;
    let bought = json!({ "company_domain": "acme.example", "role": "who buys marketing automation" });
    let answer = stage.ask(PATH, bought, 4.0, 1).await;
    assert_eq!(texts(&answer["results"], "/fullName"), ["Mara Voss"]);
    let mut vacant = json!({ "company_domain": "acme.example", "role": "General Counsel" });
    let answer = stage.ask(PATH, vacant.clone(), 0.0, 0).await;
    assert_eq!(answer["results"], json!([]));
    vacant["fallback"] = json!(true);
    let answer = stage.ask(PATH, vacant, 4.0, 1).await;
    assert_eq!(texts(&answer["results"], "/fullName"), ["Cleo Boss"]);
    assert_eq!(answer["results"][0]["fallback"], true);
    assert!(answer["results"][0]["score"].as_f64().unwrap() < 0.5);
}

#[tokio::test]
async fn no_junior_answers_for_the_leader_of_a_function() {
    let hire = |(name, title): (&str, &str)| person(name).at("ward.example", title, "2022-01");
    let staff = [
        ("Pia People", "Chief People Officer"),
        ("Gia Gen", "HR Generalist"),
        ("Cora Ord", "HR Coordinator"),
        ("Proc Urer", "Chief Procurement Officer"),
        ("Ines Tern", "Procurement Intern"),
        ("Jun Ior", "Junior Controller"),
    ];
    let claims: Vec<ClaimBuilder> =
        std::iter::once(company("ward.example").employs(500)).chain(staff.map(hire)).collect();
    let stage = stage(claims).await;
    for (role, names) in [
        ("HR Director", vec!["Pia People"]),
        ("Director of HR", vec!["Pia People"]),
        ("procurement", vec!["Proc Urer"]),
        ("Finance Director", vec![]),
    ] {
        let units = names.len() as u64;
        let asked = json!({ "company_domain": "ward.example", "role": role });
        let answer = stage.ask(PATH, asked, 4.0 * units as f64, units).await;
        assert_eq!(texts(&answer["results"], "/fullName"), names, "{role}");
    }
}

#[tokio::test]
async fn a_role_that_cannot_be_read_is_refused_with_suggestions_wherever_a_role_is_taken() {
    let stage = stage(acme()).await;
    for (path, body, pointer) in [
        (PATH, json!({ "company_domain": "acme.example", "role": "asdf qwer" }), "/role"),
        (
            "/v1/bundles/sales-deck",
            json!({ "company_domain": "acme.example", "target_role": "asdf qwer" }),
            "/target_role",
        ),
        ("/v1/funding-radar", json!({ "role": "asdf qwer" }), "/role"),
        ("/v1/funded-and-hiring", json!({ "role": "asdf qwer" }), "/role"),
        ("/v1/hiring-intent", json!({ "role": "asdf qwer" }), "/role"),
        ("/v1/hiring-velocity", json!({ "role": "asdf qwer" }), "/role"),
        ("/v1/just-acquired-buyers", json!({ "role": "asdf qwer" }), "/role"),
        ("/v1/buyer-budget-window", json!({ "role": "asdf qwer" }), "/role"),
        ("/v1/tech-stack-targets", json!({ "technologies": ["Kafka"], "role": "asdf qwer" }), "/role"),
        ("/v1/funded-and-using-tech", json!({ "technologies": ["Kafka"], "role": "asdf qwer" }), "/role"),
    ] {
        let problem = stage.account.post(path, body.clone()).await.problem(422, "invalid_request");
        assert_eq!(faults(&problem), [format!("{pointer}: invalid_value")], "{path}");
        assert!(problem.to_string().contains("Did you mean"), "{problem}");
        let mut bounds = body;
        bounds[&pointer[1..]] = json!("CEO");
        bounds["min_score"] = json!(1.5);
        bounds["fallback"] = json!("yes");
        let problem = stage.account.post(path, bounds).await.problem(422, "invalid_request");
        let mut told = faults(&problem);
        told.sort();
        assert_eq!(told, ["/fallback: wrong_type", "/min_score: too_large"], "{path}");
    }
    let misspelt = json!({ "company_domain": "acme.example", "role": "Head of Markting" });
    let problem = stage.account.post(PATH, misspelt).await.problem(422, "invalid_request");
    assert!(problem.to_string().contains("head of marketing"), "{problem}");
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
