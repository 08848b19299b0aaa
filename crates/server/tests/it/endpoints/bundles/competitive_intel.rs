//! `POST /v1/bundles/competitive-intel`

use serde_json::{Value, json};

use super::{company, person, stage, texts};

const PATH: &str = "/v1/bundles/competitive-intel";

#[tokio::test]
async fn a_competitor_is_told_with_leaders_moves_tools_and_its_like() {
    let software = |domain: &str| company(domain).industry("Software").city("Berlin", "DE").uses("Kafka");
    let stage = stage([
        software("rival.example"),
        software("twin.example"),
        person("Vera Petit").at("rival.example", "VP of Sales", "2022-01"),
        person("Cleo Boss").at("rival.example", "CEO", "2018-01"),
        person("Fina Ledger").at("rival.example", "CFO", "2018-01"),
        person("Adam Core").at("rival.example", "CTO", "2018-01"),
        person("Hal Head").at("rival.example", "Head of Marketing", "2022-01"),
        person("Max Code").at("rival.example", "Software Engineer", "2022-01"),
        person("New Hire").at("rival.example", "Analyst", "2026-02-01").before(
            "twin.example",
            "Analyst",
            "2020-01",
            "2026-02-01",
        ),
        person("Otis Else").at("twin.example", "CEO", "2018-01"),
    ])
    .await;
    let answer = stage.ask(PATH, json!({ "company_domain": "rival.example" }), 25.0, 1).await;
    let mut leaders = texts(&answer["leadership"], "/fullName");
    leaders[1..3].sort_unstable();
    assert_eq!(
        leaders,
        ["Cleo Boss", "Adam Core", "Fina Ledger", "Vera Petit", "Hal Head"],
        "the highest first"
    );
    assert_eq!(texts(&answer["recent_moves"], "/person/fullName"), ["New Hire"]);
    assert_eq!(texts(&answer["technologies"], "/name"), ["Kafka"]);
    assert_eq!(texts(&answer["lookalikes"], "/company/domain"), ["twin.example"]);
}

#[tokio::test]
async fn sections_may_be_empty_and_an_unknown_company_is_free() {
    let stage = stage([company("bare.example")]).await;
    let answer = stage.ask(PATH, json!({ "company_domain": "bare.example" }), 25.0, 1).await;
    for section in ["leadership", "recent_moves", "technologies", "lookalikes"] {
        assert_eq!(answer[section], json!([]), "{section}");
    }
    let answer = stage.ask(PATH, json!({ "company_domain": "nobody.example" }), 0.0, 0).await;
    assert_eq!(answer["company"], Value::Null);
    stage.account.post(PATH, json!({ "company_domain": "x" })).await.problem(422, "invalid_request");
}
