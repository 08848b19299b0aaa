//! `POST /v1/companies`: a domain, a page or a name in, a company out.

use serde_json::json;
use store::Plan;

use crate::support::{HARBOR, QUILL, TestServer, company, faults};

#[tokio::test]
async fn a_company_is_found_by_domain_page_or_name() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 100).await;
    for (request, matched_on) in [
        (json!({ "domain": HARBOR }), "domain"),
        (json!({ "domain": "https://WWW.harbor.example/about?x=1" }), "domain"),
        (json!({ "domain": "mail.harbor.example" }), "domain"),
        (json!({ "domain": "harbor-systems.example" }), "domain"),
        (json!({ "networkUrl": "network.example/company/Harbor-Systems/" }), "networkUrl"),
        (json!({ "name": "Harbor Systems" }), "name"),
        (json!({ "name": "HARBOR SYSTEMS LTD", "country": "United Kingdom" }), "name"),
    ] {
        let answer = account.post("/v1/companies", request.clone()).await.ok();
        assert_eq!(answer["company"]["domain"], HARBOR, "{request}: {answer}");
        assert_eq!(answer["matched_on"][0], matched_on, "{request}");
        assert_eq!(answer["cost"]["credits"], 1, "{request}");
    }
}

#[tokio::test]
async fn a_domain_in_another_script_is_found_in_either_form() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    server.store.ingest(vec![company("Bücher Müller", "xn--bcher-kva.example")]).await.unwrap();
    for domain in
        ["bücher.example", "BÜCHER.example", "https://www.xn--bcher-kva.example", "bu\u{308}cher.example"]
    {
        let answer = account.post("/v1/companies", json!({ "domain": domain })).await.ok();
        assert_eq!(answer["company"]["name"], "Bücher Müller", "{domain}");
    }
}

#[tokio::test]
async fn the_answer_is_the_whole_record() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    let answer = account.post("/v1/companies", json!({ "domain": HARBOR })).await.ok();
    insta::assert_json_snapshot!(answer, { ".company.id" => "com_…" }, @r#"
    {
      "found": true,
      "confidence": 0.99,
      "matched_on": [
        "domain"
      ],
      "company": {
        "id": "com_…",
        "name": "Harbor Systems",
        "legalName": "Harbor Systems Limited",
        "domain": "harbor.example",
        "domains": [
          "harbor.example",
          "harbor-systems.example"
        ],
        "networkUrl": "https://network.example/company/harbor-systems",
        "industry": "logistics software",
        "industries": [
          "logistics software"
        ],
        "employeeCount": 120,
        "sizeBand": "51-200",
        "location": {
          "city": "London",
          "country": "GB"
        },
        "locations": [
          {
            "city": "London",
            "country": "GB"
          }
        ],
        "updatedAt": "2026-01-15T00:00:00Z",
        "sources": [
          {
            "name": "registry",
            "observedAt": "2026-01-15T00:00:00Z"
          }
        ]
      },
      "cost": {
        "credits": 1,
        "balance_remaining": 9
      }
    }
    "#);
}

#[tokio::test]
async fn an_unknown_company_costs_nothing() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    for request in [json!({ "domain": "nowhere.example" }), json!({ "name": "Completely Different" })] {
        let answer = account.post("/v1/companies", request).await.ok();
        assert_eq!(answer, json!({ "found": false, "cost": { "credits": 0, "balance_remaining": 10 } }));
    }
}

#[tokio::test]
async fn identifiers_of_two_companies_are_refused() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    let request = json!({ "domain": QUILL, "networkUrl": "https://network.example/company/harbor-systems" });
    let problem = account.post("/v1/companies", request).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/networkUrl: identifiers_disagree"]);

    let request = json!({ "domain": HARBOR, "networkUrl": "https://network.example/company/harbor-systems" });
    assert_eq!(account.post("/v1/companies", request).await.ok()["found"], true);
}

#[tokio::test]
async fn what_is_no_company_is_refused_with_every_fault() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    for (request, expected) in [
        (json!({}), vec![": missing_identifier"]),
        (json!({ "country": "GB" }), vec![": missing_identifier"]),
        (json!({ "name": "Harbor", "country": "Atlantis" }), vec!["/country: invalid_value"]),
        (
            json!({ "domain": "no domain", "networkUrl": "https://network.example/in/jonas-weber" }),
            vec!["/domain: invalid_value", "/networkUrl: invalid_value"],
        ),
    ] {
        let problem = account.post("/v1/companies", request).await.problem(422, "invalid_request");
        assert_eq!(faults(&problem), expected);
    }
}

#[tokio::test]
async fn an_explanation_adds_up_and_names_the_sources() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 10).await;
    let request = json!({ "name": "Harbor Systems", "country": "GB", "explain": true });
    let explain = account.post("/v1/companies", request).await.ok()["explain"].take();
    let decision = &explain["decision"];
    let features = decision["features"].as_array().unwrap();
    let sum: f64 = features.iter().map(|feature| feature["weight"].as_f64().unwrap()).sum();
    assert_eq!(decision["prior"].as_f64().unwrap() + sum, decision["score"].as_f64().unwrap());
    let values = explain["values"].as_array().unwrap();
    assert!(values.iter().any(|value| value["field"] == "employeeCount" && value["source"] == "registry"));
}
