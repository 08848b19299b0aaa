//! `POST /v1/find-similar-people`

use serde_json::json;

use super::{ClaimBuilder, Takes, company, list_rules, person, profile, stage, texts};

const PATH: &str = "/v1/find-similar-people";

fn seller(name: &str, domain: &str) -> ClaimBuilder {
    let skills = ["Negotiation", "Salesforce", "Forecasting"];
    person(name).at(domain, "VP of Sales", "2022-01").lives_in("Berlin", "DE").skills(&skills)
}

fn world() -> Vec<ClaimBuilder> {
    let companies = ["acme.example", "quill.example", "harbor.example"];
    let companies = companies.map(|domain| company(domain).industry("Software").city("Berlin", "DE"));
    let people = [
        seller("Vera Petit", "acme.example").before("old.example", "Sales Manager", "2018-01", "2022-01"),
        seller("Colle Ague", "acme.example"),
        seller("Twin Quill", "quill.example"),
        person("Near Harbor")
            .at("harbor.example", "Head of Sales", "2023-01")
            .lives_in("Berlin", "DE")
            .skills(&["Negotiation", "Salesforce"]),
        seller("Old Friend", "quill.example").before("old.example", "Sales Manager", "2017-01", "2022-01"),
        person("Max Code").at("quill.example", "Gardener", "2022-01").lives_in("Lima", "PE"),
    ];
    companies.into_iter().chain(people).collect()
}

#[tokio::test]
async fn people_alike_at_other_companies_are_told_the_most_alike_first() {
    let stage = stage(world()).await;
    let answer = stage.ask(PATH, json!({ "networkUrl": profile("Vera Petit") }), 2.6, 2).await;
    assert_eq!(texts(&answer["results"], "/person/fullName"), ["Twin Quill", "Near Harbor"]);
    let first = &answer["results"][0];
    assert!(first["similarity"].as_f64() >= answer["results"][1]["similarity"].as_f64());
    assert!(first["reasons"].as_array().is_some_and(|reasons| !reasons.is_empty()));
    assert!(first["person"]["networkUrl"].is_string() && first["person"].get("email").is_none());
}

#[tokio::test]
async fn a_shared_employer_of_the_past_counts_only_when_asked_and_the_present_one_never() {
    let stage = stage(world()).await;
    let asked = json!({ "networkUrl": profile("Vera Petit"), "include_shared_employers": true });
    let answer = stage.ask(PATH, asked, 3.4, 3).await;
    let names = texts(&answer["results"], "/person/fullName");
    assert!(names.contains(&"Old Friend") && !names.contains(&"Colle Ague"), "{names:?}");
    let narrowed = json!({ "networkUrl": profile("Vera Petit"), "filters": { "seniorities": ["head"] } });
    let answer = stage.ask(PATH, narrowed, 1.8, 1).await;
    assert_eq!(texts(&answer["results"], "/person/fullName"), ["Near Harbor"]);
}

#[tokio::test]
async fn no_similar_person_is_free_and_so_is_an_unknown_person() {
    let stage = stage(world()).await;
    stage
        .nothing(PATH, json!({ "networkUrl": profile("Vera Petit"), "filters": { "countries": ["JP"] } }))
        .await;
    stage.nothing(PATH, json!({ "networkUrl": profile("No Body") })).await;
    stage.account.post(PATH, json!({})).await.problem(422, "invalid_request");
}

#[tokio::test]
async fn the_rules_of_lists_hold() {
    let stage = stage(world()).await;
    list_rules(&stage, PATH, json!({ "networkUrl": profile("Vera Petit") }), Takes::NOTHING).await;
}

#[tokio::test]
async fn an_empty_world_is_free() {
    stage([]).await.nothing(PATH, json!({ "networkUrl": profile("Vera Petit") })).await;
}
