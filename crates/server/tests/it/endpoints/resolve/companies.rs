//! `POST /v1/companies`: a domain, a page or a name in, a company out.

use records::Facts;
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

#[tokio::test]
async fn a_company_is_found_by_the_name_that_people_use() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 100).await;
    let rows = [
        ("Norvex Technologies Inc", "norvex.example"),
        ("Halden Brothers Group Inc /DE/", "halden.example"),
        ("International Tool Makers Corp", "itm-corp.example"),
        ("Quillfeather.com Inc", "quillfeather.example"),
        ("Copper Systems Inc", "copper-systems.example"),
        ("Popular Bancorp Inc", "popular-bank.example"),
        ("Delmar Foods Inc", "delmarfoods.example"),
        ("Delmar Energy Corp", "delmarenergy.example"),
    ];
    server.store.ingest(rows.map(|(name, domain)| company(name, domain)).to_vec()).await.unwrap();
    for (name, domain) in [
        ("Norvex", "norvex.example"),
        ("Halden Brothers Group", "halden.example"),
        ("ITM", "itm-corp.example"),
        ("Quillfeather", "quillfeather.example"),
        ("Copper Systens", "copper-systems.example"),
        ("Copper Sytems", "copper-systems.example"),
    ] {
        let answer = account.post("/v1/companies", json!({ "name": name })).await.ok();
        assert_eq!(answer["company"]["domain"], domain, "{name}: {answer}");
    }
    let answer = account.post("/v1/companies", json!({ "name": "Polar Bancorp" })).await.ok();
    assert_eq!(answer["found"], false, "{answer}");
    let answer = account.post("/v1/companies", json!({ "name": "Delmar" })).await.ok();
    assert_eq!((&answer["found"], &answer["reason"]), (&json!(false), &json!("ambiguous")));
    assert_eq!(answer["alternatives"], json!(["Delmar Energy Corp", "Delmar Foods Inc"]));
    assert_eq!(answer["cost"]["credits"], 0);
}

#[tokio::test]
async fn a_company_is_found_by_its_register_number() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Starter, 100).await;
    let mut claims = Vec::new();
    for (reference, id) in [("1", "GB-COH-05389805"), ("2", "GB-COH-00000017")] {
        let mut claim = company("Norvex Limited", "");
        claim.reference = reference.to_owned();
        if let Facts::Company(facts) = &mut claim.facts {
            facts.domains.clear();
            facts.identifiers = vec![id.parse().unwrap()];
        }
        claims.push(claim);
    }
    server.store.ingest(claims).await.unwrap();
    for identifier in [json!("gb-coh-5389805"), json!({ "scheme": "GB-COH", "value": "05389805" })] {
        let answer = account.post("/v1/companies", json!({ "identifier": identifier })).await.ok();
        assert_eq!(answer["company"]["identifiers"], json!([{ "scheme": "GB-COH", "value": "05389805" }]));
        assert_eq!(answer["matched_on"], json!(["identifier"]));
    }
    let answer = account.post("/v1/companies", json!({ "name": "Norvex Limited" })).await.ok();
    assert_eq!(answer["reason"], "ambiguous", "{answer}");
    let misspelt = json!({ "identifier": "XI-LEI-529900T8BM49AURSDO56" });
    let problem = account.post("/v1/companies", misspelt).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/identifier: invalid_value"]);
}
