//! Every list that takes filters on companies says which of them leave nothing.

use serde_json::{Value, json};
use server::CATALOGUE;
use store::Plan;

use crate::support::{TestServer, faults};

/// The request schema of an entry.
fn schema<'d>(document: &'d Value, path: &str) -> &'d Value {
    let body = &document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"];
    match body["$ref"].as_str() {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).unwrap(),
        None => body,
    }
}

#[tokio::test]
async fn a_list_that_filters_leave_empty_says_which_and_refuses_unknown_words() {
    let (server, sample) = TestServer::of_the_world(|_| {}).await;
    let account = server.account(Plan::Scale, 1_000).await;
    let document: Value = serde_json::from_str(server.app.openapi()).unwrap();
    let (mut asked, mut silent) = (0, Vec::new());
    for entry in CATALOGUE.iter().filter(|entry| entry.spec.method.has_body()) {
        let path = entry.spec.path;
        if path.contains('{') || schema(&document, path)["properties"].get("icp").is_none() {
            continue;
        }
        let mut request = (entry.example)(&sample);
        request["icp"] = json!({ "industries": ["Biotechnologie Reserch"], "employee_count": { "min": 1 } });
        let answer = account.post(path, request.clone()).await.ok();
        assert_eq!((&answer["results"], &answer["cost"]["credits"]), (&json!([]), &json!(0)), "{path}");
        let effects = answer["why_not"]["filters"].as_array().cloned().unwrap_or_default();
        let named: Vec<&str> = effects.iter().filter_map(|effect| effect["filter"].as_str()).collect();
        let suggested = &answer["why_not"]["unknown_values"][0]["did_you_mean"];
        let are_named = ["industries", "employee_count"].iter().all(|filter| named.contains(filter));
        if !are_named || !suggested.is_array() {
            silent.push(format!("{path}: {answer}"));
        }
        request["icp"] = json!({ "size_bands": ["51-20"], "hiring_departments": ["salse"] });
        let refused = account.post(path, request).await.problem(422, "invalid_request");
        let told = faults(&refused);
        assert_eq!(
            told,
            ["/icp/size_bands/0: unknown_value", "/icp/hiring_departments/0: unknown_value"],
            "{path}"
        );
        asked += 1;
    }
    assert_eq!(silent, Vec::<String>::new());
    assert!(asked >= 12, "only {asked} lists take filters on companies");
}

#[tokio::test]
async fn filters_that_companies_pass_and_no_candidate_does_are_named() {
    let (server, _) = TestServer::of_the_world(|_| {}).await;
    let account = server.account(Plan::Scale, 1_000).await;
    // Companies of one person exist, and none of them raised money.
    let request = json!({ "within_days": 700, "icp": { "employee_count": { "min": 1, "max": 1 } } });
    let answer = account.post("/v1/funding-radar", request).await.ok();
    if answer["results"] == json!([]) {
        assert_eq!(answer["why_not"]["filters"][0]["filter"], "employee_count", "{answer:#}");
    }
    let request = json!({ "city": "Nowhereville", "industry": "Plumbing" });
    let answer = account.post("/v1/local-business-owners", request).await.ok();
    let named: Vec<&Value> =
        answer["why_not"]["filters"].as_array().unwrap().iter().map(|effect| &effect["filter"]).collect();
    assert!(named.contains(&&json!("city")) && named.contains(&&json!("industry")), "{answer:#}");
}
