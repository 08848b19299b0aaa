//! `POST /v1/bundles/founder-research`

use serde_json::{Value, json};

use super::{company, person, stage, texts};

const PATH: &str = "/v1/bundles/founder-research";

#[tokio::test]
async fn a_company_comes_with_its_founders_its_rounds_and_its_tools() {
    let stage = stage([
        company("acme.example")
            .also_at("acme-group.example")
            .uses("Kafka")
            .raised("seed", 1_000_000, "2022-05-01")
            .raised("series_a", 9_000_000, "2025-06-01"),
        person("Fay Under").at("acme.example", "Co-Founder & CEO", "2018-01"),
        person("Tom Under").at("acme-group.example", "Founder and CTO", "2018-01"),
        person("Cleo Hired").at("acme.example", "COO", "2022-01"),
        person("Lef Already").at("new.example", "CEO", "2024-01").before(
            "acme.example",
            "Co-Founder",
            "2018-01",
            "2023-12",
        ),
        person("Otis Else").at("other.example", "Founder", "2018-01"),
    ])
    .await;
    let answer = stage.ask(PATH, json!({ "company_domain": "acme.example" }), 20.0, 1).await;
    assert_eq!(answer["company"]["domain"], "acme.example");
    let mut founders = texts(&answer["founders"], "/fullName");
    founders.sort_unstable();
    assert_eq!(founders, ["Fay Under", "Tom Under"], "those who are still there");
    assert_eq!(texts(&answer["funding_history"], "/round"), ["series_a", "seed"], "the newest first");
    assert_eq!(texts(&answer["tech_stack"], "/name"), ["Kafka"]);
}

#[tokio::test]
async fn sections_may_be_empty_and_an_unknown_company_is_free() {
    let stage = stage([company("bare.example")]).await;
    let answer = stage.ask(PATH, json!({ "company_domain": "bare.example" }), 20.0, 1).await;
    for section in ["founders", "funding_history", "tech_stack"] {
        assert_eq!(answer[section], json!([]), "{section}");
    }
    let answer = stage.ask(PATH, json!({ "company_domain": "nobody.example" }), 0.0, 0).await;
    assert_eq!(answer["company"], Value::Null);
    stage.account.post(PATH, json!({})).await.problem(422, "invalid_request");
}
