//! Companies without a domain take part in every composite, and a company is named by domain, id or name everywhere.

use serde_json::{Value, json};
use server::CATALOGUE;
use store::Plan;

use crate::{
    recipe::{ClaimBuilder, company, job, person, stage, texts},
    support::{TestServer, faults},
};

/// Files a plumber and her owner, neither with a domain, over HTTP.
async fn plumber() -> (TestServer, crate::support::Account) {
    let server = TestServer::start().await;
    let operator = server.operator(&server.account(Plan::Scale, 1_000).await).await;
    let companies = json!({ "source": "register", "companies": [{
        "name": "Ruiz Plumbing", "locations": [{ "city": "Austin", "region": "Texas", "country": "US" }],
        "industries": ["Plumbing"], "employeeCount": 6,
    }] });
    operator.post("/v1/ingest/companies", companies).await.ok();
    let people = json!({ "source": "crm", "people": [{
        "fullName": "Dana Ruiz", "title": "Owner", "companyName": "Ruiz Plumbing",
        "phones": [{ "number": "+15125550143", "lineType": "mobile", "status": "deliverable",
                     "lastValidatedAt": "2026-02-20T08:00:00Z" }],
    }] });
    operator.post("/v1/ingest/people", people).await.ok();
    server.indexed().await;
    (server, operator)
}

#[tokio::test]
async fn a_plumber_without_a_domain_is_answered_with_her_owner() {
    let (server, account) = plumber().await;
    let found = account.post("/v1/local-business-owners", json!({ "city": "Austin" })).await.ok();
    let result = &found["results"][0];
    assert_eq!(result["business"]["name"], "Ruiz Plumbing", "{found:#}");
    assert_eq!(
        (&result["owner"]["fullName"], &result["mobile"]),
        (&json!("Dana Ruiz"), &json!("+15125550143"))
    );
    let id = result["business"]["id"].as_str().unwrap();
    assert_eq!(result["owner"]["company"]["id"], id, "the person is linked to the record");
    for company in [
        json!({ "company_name": "Ruiz Plumbing" }),
        json!({ "company_name": "RUIZ PLUMBING LLC" }),
        json!({ "company_name": "Ruiz Plumbing", "company_city": "Austin", "company_country": "US" }),
        json!({ "company_id": id }),
    ] {
        let mut request = company.clone();
        request["role"] = json!("owner");
        let found = account.post("/v1/find-decision-maker", request).await.ok();
        assert_eq!(found["results"][0]["fullName"], "Dana Ruiz", "{company}: {found:#}");
    }
    let elsewhere = json!({ "company_name": "Ruiz Plumbing", "company_city": "Boston", "role": "owner" });
    let found = account.post("/v1/find-decision-maker", elsewhere).await.ok();
    assert_eq!((&found["results"], &found["cost"]["credits"]), (&json!([]), &json!(0)));
    let people = json!({ "filters": { "company_names": ["ruiz"], "company_countries": ["US"] } });
    let found = account.post("/v1/search/people", people).await.ok();
    assert_eq!(found["results"][0]["fullName"], "Dana Ruiz");
    server.prove_books();
}

#[tokio::test]
async fn signals_and_moves_of_a_company_without_a_domain_are_found_by_its_id_and_name() {
    let (_server, account) = plumber().await;
    let id =
        account.post("/v1/companies", json!({ "name": "Ruiz Plumbing" })).await.ok()["company"]["id"].clone();
    let id = id.as_str().unwrap();
    let signals = json!([
        { "kind": "funding", "id": "r1", "companyName": "Ruiz Plumbing", "round": "seed", "date": "2026-02-20" },
        { "kind": "job-change", "id": "m1", "fullName": "Kim Lee", "networkUrl": "https://network.example/in/kim-lee",
          "title": "Plumber", "companyName": "Ruiz Plumbing", "oldCompanyDomain": "old.example", "date": "2026-02-25" },
    ]);
    account.post("/v1/ingest/signals", json!({ "source": "news", "signals": signals })).await.ok();
    for company in [format!("company_id={id}"), "company_name=Ruiz%20Plumbing".to_owned()] {
        for kind in ["funding", "job-change"] {
            let found = account.get(&format!("/v1/signals?kind={kind}&{company}")).await.ok();
            assert_eq!(found["results"].as_array().unwrap().len(), 1, "{kind} {company}: {found:#}");
        }
    }
    let none = account.get("/v1/signals?kind=funding&company_id=com_none").await.ok();
    assert_eq!(none["results"], json!([]), "a company without a record has no signals");
    let two = account.get("/v1/signals?kind=funding&domain=a.example&company_name=A").await;
    two.problem(422, "invalid_request");
    let moves = |request: Value| account.post("/v1/job-change-radar", request);
    let found = moves(json!({ "to_company_ids": [id] })).await.ok();
    assert_eq!(found["results"][0]["person_unmasked"]["fullName"], "Kim Lee", "{found:#}");
    assert_eq!(moves(json!({ "to_company_ids": ["com_none"] })).await.ok()["results"], json!([]));
    assert_eq!(moves(json!({ "from_company_ids": [id] })).await.ok()["results"], json!([]));
}

#[tokio::test]
async fn a_name_that_two_companies_have_is_refused_with_both_and_free() {
    let server = TestServer::start().await;
    let account = server.operator(&server.account(Plan::Scale, 1_000).await).await;
    let plumber = |domain: &str, city: &str| {
        json!({ "name": "Ruiz Plumbing", "domains": [domain], "industries": ["Plumbing"], "employeeCount": 4,
                "locations": [{ "city": city, "country": "US" }] })
    };
    let companies = [plumber("ruiz-one.example", "Austin"), plumber("ruiz-two.example", "Boston")];
    account.post("/v1/ingest/companies", json!({ "source": "register", "companies": companies })).await.ok();
    let owner = |name: &str, phone: &str, place: Value| {
        json!({ "fullName": name, "title": "Owner", "companyName": "Ruiz Plumbing",
                "phones": [{ "number": phone }], "location": place })
    };
    let people = [
        owner("Dana Ruiz", "+15125550143", Value::Null),
        owner("Bea Ruiz", "+16175550144", json!({ "city": "Boston", "country": "US" })),
    ];
    account.post("/v1/ingest/people", json!({ "source": "crm", "people": people })).await.ok();
    server.indexed().await;
    let before = server.balance(&account);
    let request = json!({ "company_name": "Ruiz Plumbing", "role": "owner" });
    let refused = account.post("/v1/find-decision-maker", request).await;
    let problem = refused.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/company_name: ambiguous"]);
    let said = problem["errors"][0]["message"].as_str().unwrap();
    assert!(said.contains("Austin") && said.contains("Boston") && said.contains("com_"), "{said}");
    assert_eq!(server.balance(&account), before);
    for (city, owners) in [("Austin", vec![]), ("Boston", vec!["Bea Ruiz"])] {
        let request = json!({ "company_name": "Ruiz Plumbing", "company_city": city, "role": "owner" });
        let found = account.post("/v1/find-decision-maker", request).await.ok();
        assert_eq!(texts(&found["results"], "/fullName"), owners, "the name means the company of her town");
    }
}

#[tokio::test]
async fn people_rows_make_their_employers_known_and_a_row_of_the_company_says_more() {
    let server = TestServer::start().await;
    let account = server.operator(&server.account(Plan::Scale, 1_000).await).await;
    let people = json!({ "source": "crm", "people": [
        { "fullName": "Nora Falk", "title": "VP of Legal", "companyName": "Pinewick Inc.",
          "companyDomain": "pinewick.example", "emails": [{ "address": "nora@pinewick.example" }] },
        { "fullName": "Odd Vik", "title": "CEO", "companyName": "pinewick",
          "companyDomain": "pinewick.example", "emails": [{ "address": "odd@pinewick.example" }] },
    ] });
    let filed = account.post("/v1/ingest/people", people).await.ok();
    assert_eq!(filed["accepted"], 2, "the answer is about the rows sent");
    server.indexed().await;
    let found = account.post("/v1/companies", json!({ "domain": "pinewick.example" })).await.ok();
    assert_eq!(found["found"], true);
    assert!(found["company"]["name"].as_str().unwrap().to_lowercase().starts_with("pinewick"), "{found:#}");
    let id = found["company"]["id"].clone();
    let deck = json!({ "company_domain": "pinewick.example" });
    let found = account.post("/v1/bundles/sales-deck", deck).await.ok();
    assert_eq!(found["decision_maker"]["fullName"], "Odd Vik", "{found:#}");
    let old = json!({ "source": "register", "companies": [{
        "name": "Pinewick Limited", "domains": ["pinewick.example"], "employeeCount": 40,
        "observedAt": "2020-01-01T00:00:00Z",
    }] });
    account.post("/v1/ingest/companies", old).await.ok();
    let found = account.post("/v1/companies", json!({ "domain": "pinewick.example" })).await.ok();
    assert_eq!((&found["company"]["name"], &found["company"]["id"]), (&json!("Pinewick Limited"), &id));
}

/// Companies and people that every composite has an answer from.
fn world() -> Vec<ClaimBuilder> {
    let firm = |domain: &str| {
        company(domain)
            .industry("Plumbing")
            .employs(20)
            .city("Austin", "US")
            .uses("Postgres")
            .turns_over(1_000_000, 5_000_000)
    };
    let mut told = vec![
        firm("acorn.example")
            .raised("series_a", 5_000_000, "2026-02-20")
            .bought("birch.example", "2026-02-25"),
        firm("birch.example").raised("seed", 1_000_000, "2025-06-01"),
        person("Ann Acorn").at("acorn.example", "Owner", "2015-01").checked_mobile("+12025550101"),
        person("Eve Acorn")
            .at("acorn.example", "VP of Engineering", "2025-12")
            .checked_mobile("+12025550102")
            .before("birch.example", "Engineer", "2020-01", "2025-12"),
        person("Ben Birch").at("birch.example", "Founder & CEO", "2015-01").checked_mobile("+12025550103"),
        person("Lea Left")
            .at("acorn.example", "Plumber", "2026-02-20")
            .checked_mobile("+12025550104")
            .before("birch.example", "Dispatcher", "2020-01", "2026-02-15"),
    ];
    for domain in ["acorn.example", "birch.example"] {
        for title in [
            "Backend Engineer",
            "Software Engineer",
            "Frontend Engineer",
            "Platform Engineer",
            "Mobile Engineer",
            "DevOps Engineer",
        ] {
            told.push(job(domain, title, "2026-02-10"));
        }
    }
    told
}

/// Requests of composites; a company is named by name.
fn questions() -> Vec<(&'static str, Value)> {
    let birch = json!({ "company_name": "Birch" });
    vec![
        ("/v1/find-decision-maker", json!({ "company_name": "Acorn", "role": "VP of Engineering" })),
        ("/v1/buying-committee", json!({ "company_name": "Acorn", "deal_type": "engineering" })),
        ("/v1/smb-buying-committee", birch.clone()),
        ("/v1/funding-radar", json!({})),
        ("/v1/funded-and-hiring", json!({})),
        ("/v1/hiring-intent", json!({})),
        ("/v1/hiring-velocity", json!({})),
        ("/v1/tech-stack-targets", json!({ "technologies": ["postgres"] })),
        ("/v1/funded-and-using-tech", json!({ "technologies": ["postgres"] })),
        ("/v1/lookalike-accounts", json!({ "company_names": ["Birch"] })),
        ("/v1/just-acquired-buyers", json!({})),
        ("/v1/buyer-budget-window", json!({})),
        ("/v1/just-funded-smb-leaders", json!({})),
        ("/v1/local-business-owners", json!({})),
        ("/v1/local-service-by-revenue", json!({})),
        ("/v1/competitor-talent-leaving", birch.clone()),
        ("/v1/job-change-radar", json!({ "icp": { "industries": ["Plumbing"] } })),
        ("/v1/bundles/sales-deck", json!({ "company_name": "Acorn" })),
        ("/v1/bundles/founder-research", birch.clone()),
        ("/v1/bundles/competitive-intel", birch),
    ]
}

/// Every name in an answer, in order.
fn names(answer: &Value, found: &mut Vec<String>) {
    match answer {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(text) if name == "fullName" || name == "name" => found.push(text.clone()),
                    _ => names(member, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| names(item, found)),
        _ => {}
    }
}

#[tokio::test]
async fn every_composite_answers_the_same_of_companies_without_a_domain() {
    let with = stage(world()).await;
    let without = stage(world().into_iter().map(ClaimBuilder::without_domain)).await;
    let mut faulty = Vec::new();
    for (path, request) in questions() {
        let mut told = [Vec::new(), Vec::new()];
        for (stage, told) in [&with, &without].into_iter().zip(&mut told) {
            let account = stage.server.account(Plan::Pro, 1_000).await;
            let answer = account.post(path, request.clone()).await.ok();
            if answer["cost"]["credits"].as_f64().unwrap() > 0.0 {
                names(&answer, told);
                told.sort();
            }
        }
        if told[0].is_empty() || told[0] != told[1] {
            faulty.push((path, told));
        }
    }
    assert!(faulty.is_empty(), "with and without a domain: {faulty:#?}");
}

/// The request schema of an entry.
fn schema<'d>(document: &'d Value, path: &str) -> &'d Value {
    let body = &document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"];
    match body["$ref"].as_str() {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).unwrap(),
        None => body,
    }
}

#[tokio::test]
async fn whatever_takes_a_domain_of_a_company_takes_its_id_and_name_and_answers_the_same() {
    let (server, sample) = TestServer::of_the_world(|_| {}).await;
    let document: Value = serde_json::from_str(server.app.openapi()).unwrap();
    let asker = server.account(Plan::Scale, 1_000).await;
    let (mut asked, mut faulty) = (0, Vec::new());
    for entry in CATALOGUE.iter().filter(|entry| entry.spec.method.has_body()) {
        let path = entry.spec.path;
        let properties = &schema(&document, path)["properties"];
        if properties.get("company_domain").is_none() {
            continue;
        }
        let mut base = (entry.example)(&sample);
        let of_person = properties.get("fullName").or(properties.get("firstName")).is_some();
        if of_person {
            let limits = base.get("limit").cloned();
            base = json!({ "firstName": sample.first_name, "lastName": sample.last_name });
            limits.into_iter().for_each(|limit| base["limit"] = limit);
        }
        let members = base.as_object_mut().unwrap();
        let shown = ["company_domain", "competitor_domain", "domain"]
            .iter()
            .find_map(|name| members.shift_remove(*name));
        let domain = match shown {
            Some(shown) if !of_person => shown,
            _ => json!(sample.company_domain),
        };
        let company = asker.post("/v1/companies", json!({ "domain": domain })).await.ok();
        let (id, name) = (&company["company"]["id"], &company["company"]["name"]);
        let mut answers = Vec::new();
        let mut free = Vec::new();
        for (field, value) in [("company_domain", &domain), ("company_id", id), ("company_name", name)] {
            let mut request = base.clone();
            request[field] = value.clone();
            let account = server.account(Plan::Scale, 1_000).await;
            let mut answer = account.post(path, request.clone()).await.ok();
            let cost = answer.as_object_mut().unwrap().shift_remove("cost").unwrap();
            if cost["credits"].as_f64() == Some(0.0) || cost["credits"] == 0 {
                free.push(request);
            }
            for told in ["matched_on", "confidence", "next_cursor"] {
                answer.as_object_mut().unwrap().shift_remove(told);
            }
            for attempt in answer["attempts"].as_array_mut().into_iter().flatten() {
                attempt.as_object_mut().unwrap().shift_remove("latency_ms");
            }
            answers.push((answer, cost["credits"].clone()));
        }
        if !free.is_empty() || answers[0] != answers[1] || answers[0] != answers[2] {
            let same = (answers[0] == answers[1], answers[0] == answers[2]);
            faulty.push(format!("{path}: the same by id and by name: {same:?}, unanswered: {free:?}"));
        }
        asked += 1;
    }
    assert_eq!(faulty, Vec::<String>::new());
    assert!(asked >= 12, "only {asked} endpoints take a company");
}
