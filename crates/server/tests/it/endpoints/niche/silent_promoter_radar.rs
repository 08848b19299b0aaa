//! `POST /v1/silent-promoter-radar`

use serde_json::{Value, json};

use super::{ClaimBuilder, Takes, company, list_rules, person, profile, stage, texts};

const PATH: &str = "/v1/silent-promoter-radar";

fn rose(name: &str, day: &str) -> ClaimBuilder {
    person(name).at("acme.example", "Director of Finance", day).before(
        "acme.example",
        "Finance Manager",
        "2020-01",
        day,
    )
}

fn world() -> Vec<ClaimBuilder> {
    vec![
        company("acme.example").also_at("acme-group.example"),
        rose("Edge Inn", "2025-12-04").email("edge@acme-group.example"),
        rose("Edge Out", "2025-12-03"),
        rose("Next Day", "2026-03-05"),
        // The caller's own CRM said one thing in January and another in February, without any dates.
        person("Crm Row")
            .by("crm")
            .seen("2026-01-10")
            .at("acme.example", "Manager", "")
            .email("row@acme.example")
            .email("row2@acme.example"),
        person("Crm Row").by("crm").seen("2026-02-10").at("acme.example", "Director", ""),
        person("Level Same").at("acme.example", "Tax Manager", "2026-02-01").before(
            "acme.example",
            "Finance Manager",
            "2020-01",
            "2026-02-01",
        ),
        person("Step Down").at("acme.example", "Finance Manager", "2026-02-01").before(
            "acme.example",
            "Finance Director",
            "2020-01",
            "2026-02-01",
        ),
        person("Moved On").at("new.example", "CFO", "2026-02-01").before(
            "acme.example",
            "Finance Manager",
            "2020-01",
            "2026-02-01",
        ),
        person("Two Views").by("crm").seen("2026-01-10").at("acme.example", "Manager", ""),
        person("Two Views").by("directory").seen("2026-02-10").at("acme.example", "Director", ""),
    ]
}

const EVERYONE: [&str; 8] =
    ["Edge Inn", "Edge Out", "Next Day", "Crm Row", "Level Same", "Step Down", "Moved On", "Two Views"];

fn contacts(names: &[&str]) -> Value {
    json!({ "contacts": names.iter().map(|name| json!({ "networkUrl": profile(name) })).collect::<Vec<_>>() })
}

#[tokio::test]
async fn contacts_who_rose_at_their_company_within_90_days_are_told_the_newest_first() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, contacts(&EVERYONE), 4.0, 2).await;
    let results = &answer["results"];
    assert_eq!(texts(results, "/person/fullName"), ["Crm Row", "Edge Inn"]);
    assert_eq!(texts(results, "/old_title"), ["Manager", "Finance Manager"]);
    assert_eq!(texts(results, "/new_title"), ["Director", "Director of Finance"]);
    assert_eq!(texts(results, "/promoted_at"), ["2026-02-10", "2025-12-04"]);
    assert_eq!(results[0]["contact"], json!({ "networkUrl": profile("Crm Row") }));
}

#[tokio::test]
async fn a_person_of_two_emails_is_one_person_and_another_company_is_another() {
    let stage = stage(world()).await;
    let twice = json!({ "contacts": [{ "email": "row@acme.example" }, { "email": "row2@acme.example" }] });
    stage.ask(PATH, twice, 2.0, 1).await;
    let by_other_domain = json!({ "contacts": [{ "email": "edge@acme-group.example" }] });
    stage.ask(PATH, by_other_domain, 2.0, 1).await;
    let elsewhere =
        json!({ "contacts": [{ "networkUrl": profile("Edge Inn"), "company_domain": "old.example" }] });
    stage.nothing(PATH, elsewhere).await;
}

#[tokio::test]
async fn what_was_paid_for_is_answered_again_but_not_charged_again() {
    let stage = stage(world()).await;
    let first = stage.ask_again(PATH, contacts(&["Crm Row"]), 2.0, 1).await;
    let again = stage.ask_again(PATH, contacts(&["Crm Row"]), 0.0, 1).await;
    assert_eq!(again["results"], first["results"]);
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    list_rules(&stage(world()).await, PATH, contacts(&EVERYONE), Takes::ICP).await;
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, contacts(&EVERYONE)).await;
}
