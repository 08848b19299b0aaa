//! `POST /v1/bundles/recruiter-pack`

use serde_json::{Value, json};

use super::{ClaimBuilder, company, person, profile, stage, texts};

const PATH: &str = "/v1/bundles/recruiter-pack";

fn engineer(name: &str, domain: &str) -> ClaimBuilder {
    let skills = ["Rust", "Kafka", "PostgreSQL"];
    person(name).at(domain, "Software Engineer", "2021-01").lives_in("Berlin", "DE").skills(&skills)
}

#[tokio::test]
async fn a_candidate_comes_with_eight_others_at_other_companies() {
    let names = ["Ana", "Ben", "Cem", "Dan", "Eva", "Fay", "Gus", "Hal", "Ian", "Jim"];
    let others = names.map(|first| engineer(&format!("{first} Other"), "quill.example"));
    let base = [
        company("acme.example").industry("Software"),
        company("quill.example").industry("Software"),
        engineer("Can Didate", "acme.example").email("can@acme.example"),
        engineer("Colle Ague", "acme.example"),
        person("Far Gardener").at("quill.example", "Gardener", "2021-01").lives_in("Lima", "PE"),
    ];
    let stage = stage(base.into_iter().chain(others)).await;
    let answer = stage.ask(PATH, json!({ "networkUrl": profile("Can Didate") }), 30.0, 1).await;
    assert_eq!(answer["candidate"]["fullName"], "Can Didate");
    assert_eq!(answer["candidate"].get("email"), None, "a candidate comes without contact values");
    let found = texts(&answer["similar_candidates"], "/person/fullName");
    assert_eq!(found.len(), 8);
    assert!(found.iter().all(|name| name.ends_with(" Other")), "{found:?}");
    assert!(answer["similar_candidates"][0]["reasons"].as_array().is_some_and(|reasons| !reasons.is_empty()));
}

#[tokio::test]
async fn no_similar_person_leaves_the_section_empty_and_an_unknown_person_is_free() {
    let stage = stage([person("Can Didate")]).await;
    let answer = stage.ask(PATH, json!({ "networkUrl": profile("Can Didate") }), 30.0, 1).await;
    assert_eq!(answer["similar_candidates"], json!([]));
    let answer = stage.ask(PATH, json!({ "networkUrl": profile("No Body") }), 0.0, 0).await;
    assert_eq!((&answer["candidate"], &answer["similar_candidates"]), (&Value::Null, &json!([])));
    stage.account.post(PATH, json!({ "fullName": "Can Didate" })).await.problem(422, "invalid_request");
}
