//! `POST /v1/prospect-package`

use serde_json::{Value, json};

use super::{ClaimBuilder, company, person, profile, stage, texts};
use crate::support::faults;

const PATH: &str = "/v1/prospect-package";

fn acme() -> Vec<ClaimBuilder> {
    vec![
        company("acme.example").raised("series_a", 12_000_000, "2026-01-15").uses("Kafka").city("Oslo", "NO"),
        person("Vera Petit")
            .at("acme.example", "VP of Sales", "2022-05")
            .before("old.example", "Sales Director", "2017-01", "2022-05")
            .email("vera@acme.example")
            .checked_mobile("+12025550101"),
        person("Hana Sato").at("acme.example", "Sales Director", "2022-01"),
        person("Dora Lind").at("acme.example", "Head of Sales", "2022-01"),
        person("Milo Kern").at("acme.example", "Sales Manager", "2022-01"),
        person("Max Code").at("acme.example", "Software Engineer", "2022-01"),
        person("Otis Else").at("other.example", "VP of Sales", "2022-01"),
    ]
}

#[tokio::test]
async fn a_person_comes_with_email_phone_three_peers_and_four_hooks() {
    let stage = stage(acme()).await;
    let answer = stage.ask(PATH, json!({ "networkUrl": profile("Vera Petit") }), 12.0, 1).await;
    let person = &answer["person"];
    assert_eq!((&person["fullName"], &person["title"]), (&json!("Vera Petit"), &json!("VP of Sales")));
    assert_eq!((&person["email"], &person["emailVerified"]), (&json!("vera@acme.example"), &json!(true)));
    assert_eq!((&person["company"]["name"], &answer["phone"]), (&json!("Acme"), &json!("+12025550101")));
    let peers = texts(&answer["peers_at_company"], "/fullName");
    assert_eq!(peers.len(), 3);
    assert!(!peers.contains(&"Vera Petit") && !peers.contains(&"Max Code") && !peers.contains(&"Otis Else"));
    assert!(answer["peers_at_company"][0].get("email").is_none(), "peers come without contact values");
    assert_eq!(answer["personalization_hooks"].as_array().unwrap().len(), 4);
    assert_eq!(answer.get("explain"), None);
}

#[tokio::test]
async fn each_hook_names_its_fact_and_no_two_share_one() {
    let stage = stage(acme()).await;
    let answer =
        stage.ask(PATH, json!({ "networkUrl": profile("Vera Petit"), "explain": true }), 12.0, 1).await;
    let explained = answer["explain"].as_array().unwrap();
    let hooks: Vec<&Value> = explained.iter().map(|hook| &hook["text"]).collect();
    assert_eq!(hooks, answer["personalization_hooks"].as_array().unwrap().iter().collect::<Vec<_>>());
    let mut facts: Vec<&str> = explained.iter().map(|hook| hook["fact"].as_str().unwrap()).collect();
    facts.sort_unstable();
    facts.dedup();
    assert_eq!(facts.len(), 4, "{explained:#?}");
}

#[tokio::test]
async fn a_bare_record_has_no_hooks_made_up_and_still_costs_the_flat_price() {
    let stage = stage([person("Nora Bare")]).await;
    let answer = stage.ask(PATH, json!({ "networkUrl": profile("Nora Bare") }), 12.0, 1).await;
    assert_eq!((&answer["peers_at_company"], &answer["personalization_hooks"]), (&json!([]), &json!([])));
    assert_eq!((&answer["phone"], answer["person"].get("email")), (&Value::Null, None));
}

#[tokio::test]
async fn an_old_or_unproven_address_is_not_passed_off_as_proven() {
    let stage = stage([
        company("acme.example"),
        person("Vera Petit")
            .at("acme.example", "VP of Sales", "2022-05")
            .email_checked("vera@acme.example", "2026-01-02"),
    ])
    .await;
    let answer = stage.ask(PATH, json!({ "networkUrl": profile("Vera Petit") }), 12.0, 1).await;
    assert_eq!(answer["person"]["email"], "vera@acme.example");
    assert_eq!(
        answer["person"]["emailVerified"], false,
        "checked 61 days ago, and no mail server can be asked"
    );
}

#[tokio::test]
async fn an_unknown_profile_is_free() {
    let stage = stage([]).await;
    let answer = stage.ask(PATH, json!({ "networkUrl": profile("Vera Petit") }), 0.0, 0).await;
    assert_eq!(answer["person"], Value::Null);
    let problem =
        stage.account.post(PATH, json!({ "networkUrl": "vera" })).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/networkUrl: invalid_value"]);
    let preview = stage.account.post(PATH, json!({ "networkUrl": profile("Vera Petit"), "preview": true }));
    assert_eq!(preview.await.ok()["would_cost"]["max_credits"], 12);
}

#[tokio::test]
async fn a_person_who_came_back_is_told_so_in_the_language_asked_for() {
    let back = person("Nora Falk")
        .at("acme.example", "VP of Legal", "2025-11-02")
        .before("birch.example", "Head of Legal", "2021-03", "2025-10")
        .before("acme.example", "Legal Counsel", "2001-05", "2004-12");
    let stage = stage([company("acme.example"), back]).await;
    let request = json!({ "networkUrl": profile("Nora Falk"), "language": "de" });
    let answer = stage.ask(PATH, request, 12.0, 1).await;
    let lines = answer["personalization_hooks"].to_string();
    assert!(lines.contains("zur Rückkehr zu Acme als VP of Legal im November 2025"), "{lines}");
    assert!(!lines.contains("Jahren bei Acme"), "{lines}");
}
