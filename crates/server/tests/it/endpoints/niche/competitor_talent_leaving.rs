//! `POST /v1/competitor-talent-leaving`

use serde_json::json;

use super::{ClaimBuilder, Takes, company, list_rules, person, stage, texts};

const PATH: &str = "/v1/competitor-talent-leaving";

fn left(name: &str, day: &str) -> ClaimBuilder {
    person(name).at("new.example", "Engineer", day).before(
        "rival.example",
        "Software Engineer",
        "2020-01",
        day,
    )
}

fn reachable(name: &str, day: &str, number: u32) -> ClaimBuilder {
    left(name, day).checked_mobile(&format!("+1202555{number:04}"))
}

fn world() -> Vec<ClaimBuilder> {
    vec![
        company("rival.example").also_at("rival-labs.example"),
        company("new.example"),
        reachable("Edge Inn", "2026-02-02", 101),
        reachable("Edge Out", "2026-02-01", 102),
        reachable("Next Day", "2026-03-05", 103),
        left("No Contact", "2026-02-20"),
        left("Old Mail", "2026-02-20").email("old.mail@rival.example"),
        left("Un Checked", "2026-02-20").mobile("+12025550104"),
        person("Still There").at("rival.example", "Engineer", "2020-01").checked_mobile("+12025550105"),
        // Her next company is unknown.
        person("Gone Away")
            .before("rival-labs.example", "Data Scientist", "2021-01", "2026-02-24")
            .email("gone.away@gmail.com"),
        // Two positions there; the second ended when he moved.
        person("Two Roles")
            .by("crm")
            .seen("2026-01-10")
            .at("rival.example", "Staff Engineer", "")
            .before("rival.example", "Software Engineer", "2018-01", "2021-01")
            .checked_mobile("+12025550106"),
        person("Two Roles")
            .by("crm")
            .seen("2026-02-22")
            .at("new.example", "CTO", "")
            .email("two@new.example"),
        person("Else Where")
            .at("new.example", "Engineer", "2026-02-20")
            .before("other.example", "Engineer", "2020-01", "2026-02-20")
            .checked_mobile("+12025550107"),
    ]
}

fn asked() -> serde_json::Value {
    json!({ "competitor_domain": "rival.example" })
}

#[tokio::test]
async fn those_who_left_within_30_days_come_with_a_checked_way_to_reach_them() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, asked(), 9.0, 3).await;
    let results = &answer["results"];
    assert_eq!(texts(results, "/person/fullName"), ["Gone Away", "Two Roles", "Edge Inn"]);
    assert_eq!(texts(results, "/left_at"), ["2026-02-24", "2026-02-22", "2026-02-02"]);
    assert_eq!(texts(results, "/previous/title"), ["Data Scientist", "Staff Engineer", "Software Engineer"]);
    assert_eq!(results[0]["contact"]["email"], "gone.away@gmail.com");
    assert_eq!(results[0]["person"].get("company"), None, "an unknown company is left out");
    assert_eq!(results[1]["contact"]["email"], "two@new.example");
    assert_eq!(results[2]["contact"]["mobile"], "+12025550101");
}

#[tokio::test]
async fn an_address_at_the_company_left_does_not_count_as_a_contact() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, asked(), 9.0, 3).await;
    assert!(!answer.to_string().contains("@rival"), "{answer:#}");
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    let stage = stage(world()).await;
    list_rules(&stage, PATH, asked(), Takes::NOTHING).await;
    stage.nothing(PATH, json!({ "competitor_domain": "nobody.example" })).await;
    let icp = json!({ "competitor_domain": "rival.example", "icp": { "domains": ["new.example"] } });
    let answer = stage.ask(PATH, icp, 6.0, 2).await;
    assert_eq!(texts(&answer["results"], "/person/fullName"), ["Two Roles", "Edge Inn"], "who is there now");
    stage.account.post(PATH, json!({})).await.problem(422, "invalid_request");
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, asked()).await;
}
