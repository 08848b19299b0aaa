//! `POST /v1/search/people`: each filter by its meaning, totals, facets, pages, and what is refused.

use serde_json::{Value, json};
use store::{Credits, Plan};

use crate::support::{Account, TestServer, company_claim, faults, person, person_claim};

const PATH: &str = "/v1/search/people";

/// Four people of two companies, among the people of the cast.
async fn server() -> (TestServer, Account) {
    let server = TestServer::start().await;
    let acme = json!({
        "name": "Acme", "domains": ["acme.example"], "industries": ["Software Development"], "employeeCount": 120,
        "technologies": [{ "name": "React" }, { "name": "AWS" }], "foundedYear": 2015,
        "revenue": { "min": 1_000_000, "max": 5_000_000, "currency": "EUR" },
        "fundingRounds": [{ "round": "series_a", "amount": { "amount": 8_000_000, "currency": "EUR" },
                            "announcedAt": "2026-01-20" }],
        "openings": { "count": 2, "byDepartment": { "engineering": 2 } },
    });
    let globex = json!({
        "name": "Globex", "domains": ["globex.example"], "industries": ["Restaurants"], "employeeCount": 5000,
        "technologies": [{ "name": "SAP" }], "foundedYear": 1990,
    });
    let ana = json!({
        "fullName": "Ana Ruiz", "title": "VP of Sales", "companyDomain": "acme.example", "startedAt": "2026-01-10",
        "networkUrl": "https://network.example/in/ana-ruiz",
        "location": { "city": "Munich", "region": "Bavaria", "country": "DE" },
        "skills": ["Negotiation", "Salesforce"], "languages": ["German", "English"],
        "certifications": ["AWS Certified Solutions Architect"], "education": [{ "school": "Stanford University" }],
        "emails": [{ "address": "ana@acme.example", "kind": "business" }], "phones": [{ "number": "+4915112345678" }],
        "experience": [
            { "companyDomain": "acme.example", "title": "VP of Sales", "startedAt": "2026-01-10" },
            { "companyDomain": "globex.example", "title": "Head of Sales", "startedAt": "2014-03", "endedAt": "2025-12" },
        ],
    });
    let ben = json!({
        "fullName": "Benjamin Cole", "title": "Software Engineer", "companyDomain": "globex.example",
        "startedAt": "2022-05", "networkUrl": "https://network.example/in/ben-cole",
        "location": { "city": "Austin", "region": "Texas", "country": "US" },
        "skills": ["Rust", "C++"], "languages": ["English"],
        "experience": [{ "companyDomain": "globex.example", "title": "Software Engineer", "startedAt": "2022-05" }],
    });
    let cleo = json!({
        "fullName": "Cleo Park", "title": "Head of Marketing", "companyDomain": "acme.example", "startedAt": "2021",
        "networkUrl": "https://network.example/in/cleo-park", "headline": "Storyteller for machines",
        "location": { "city": "Augsburg", "country": "DE" }, "skills": ["SEO", "Rust"],
        "emails": [{ "address": "cleo@acme.example", "kind": "business" }],
        "experience": [{ "companyDomain": "acme.example", "title": "Head of Marketing", "startedAt": "2021" }],
    });
    let dan = json!({
        "fullName": "Dan Wolf", "title": "Sales Manager", "companyName": "Initech",
        "networkUrl": "https://network.example/in/dan-wolf", "location": { "city": "Paris", "country": "FR" },
    });
    let claims = vec![
        company_claim("acme", acme),
        company_claim("globex", globex),
        person_claim("ana", ana),
        person_claim("ben", ben),
        person_claim("cleo", cleo),
        person_claim("dan", dan),
    ];
    server.store.ingest(claims).await.unwrap();
    server.indexed().await;
    let account = server.account(Plan::Starter, 100_000).await;
    (server, account)
}

/// The first names of our four who pass, in order.
async fn found(account: &Account, filters: &Value) -> Vec<String> {
    let request = json!({ "filters": filters, "limit": 100, "sort": "name" });
    let answer = account.post(PATH, request).await.ok();
    let names =
        answer["results"].as_array().unwrap().iter().map(|person| person["fullName"].as_str().unwrap());
    let first = names.map(|name| name.split(' ').next().unwrap().to_owned());
    first.filter(|name| ["Ana", "Benjamin", "Cleo", "Dan"].contains(&name.as_str())).collect()
}

async fn all_mean(cases: &[(Value, &[&str])]) {
    let (_server, account) = server().await;
    for (filters, expected) in cases {
        assert_eq!(found(&account, filters).await, *expected, "{filters}");
    }
}

#[tokio::test]
async fn people_are_found_by_what_they_do() {
    all_mean(&[
        (json!({ "titles": ["Vice President Sales"] }), &["Ana"]),
        (json!({ "titles": ["\"sales\""] }), &["Ana", "Dan"]),
        (json!({ "seniorities": ["vp", "Head"] }), &["Ana", "Cleo"]),
        (json!({ "departments": ["sales"] }), &["Ana", "Dan"]),
        (json!({ "skills": ["rust"] }), &["Benjamin", "Cleo"]),
        (json!({ "skills_all": ["Rust", "c++"] }), &["Benjamin"]),
        (json!({ "languages": ["german"] }), &["Ana"]),
        (json!({ "certifications": ["AWS Certified"] }), &["Ana"]),
        (json!({ "schools": ["stanford"] }), &["Ana"]),
        (json!({ "years_experience": { "min": 10 } }), &["Ana"]),
        (json!({ "years_experience": { "max": 5 } }), &["Benjamin", "Cleo"]),
        (json!({ "changed_jobs_within_days": 90 }), &["Ana"]),
        (json!({ "past_company_domains": ["globex.example"] }), &["Ana"]),
        (json!({ "has_email": true }), &["Ana", "Cleo"]),
        (json!({ "has_phone": true }), &["Ana"]),
        (json!({ "has_email": false, "countries": ["US", "FR"] }), &["Benjamin", "Dan"]),
        (json!({ "name": "cole ben" }), &["Benjamin"]),
        (json!({ "text": "machines storyteller" }), &["Cleo"]),
    ])
    .await;
}

#[tokio::test]
async fn people_are_found_by_where_they_are() {
    all_mean(&[
        (json!({ "countries": ["Germany"] }), &["Ana", "Cleo"]),
        (json!({ "regions": ["Bayern"] }), &["Ana", "Cleo"]),
        (json!({ "cities": ["munich", "paris"] }), &["Ana", "Dan"]),
        (json!({ "near": { "city": "München", "radius_km": 20 } }), &["Ana"]),
        (json!({ "near": { "city": "Munich", "country": "DE", "radius_km": 80 } }), &["Ana", "Cleo"]),
        (json!({ "near": { "latitude": 30.3, "longitude": -97.7, "radius_km": 50.5 } }), &["Benjamin"]),
    ])
    .await;
}

#[tokio::test]
async fn people_are_found_by_where_they_work() {
    all_mean(&[
        (json!({ "company_domains": ["https://www.acme.example"] }), &["Ana", "Cleo"]),
        (json!({ "industries": ["software development"] }), &["Ana", "Cleo"]),
        (json!({ "industries": ["Technology, Information and Media"] }), &["Ana", "Cleo"]),
        (json!({ "employee_count": { "min": 1000 } }), &["Benjamin"]),
        (json!({ "company_size_bands": ["51-200"] }), &["Ana", "Cleo"]),
        (json!({ "company_technologies": ["react", "sap"] }), &["Ana", "Benjamin", "Cleo"]),
        (json!({ "company_technologies_all": ["React", "AWS"] }), &["Ana", "Cleo"]),
        (json!({ "company_revenue": { "min": 4_000_000, "currency": "EUR" } }), &["Ana", "Cleo"]),
        (json!({ "company_founded_year": { "max": 2000 } }), &["Benjamin"]),
        (json!({ "company_funding_stages": ["Series A"] }), &["Ana", "Cleo"]),
        (json!({ "company_funding_amount": { "min": 9_000_000 } }), &[]),
        (json!({ "company_funded_within_days": 60 }), &["Ana", "Cleo"]),
        (json!({ "company_hiring_departments": ["engineering"] }), &["Ana", "Cleo"]),
    ])
    .await;
}

#[tokio::test]
async fn what_is_excluded_is_not_found() {
    let ours = json!(["DE", "US", "FR"]);
    all_mean(&[
        (json!({ "countries": ours, "exclude_titles": ["sales"] }), &["Benjamin", "Cleo"]),
        (json!({ "countries": ours, "exclude_seniorities": ["vp", "manager"] }), &["Benjamin", "Cleo"]),
        (json!({ "countries": ours, "exclude_skills": ["Rust"] }), &["Ana", "Dan"]),
        (json!({ "countries": ours, "exclude_countries": ["France"] }), &["Ana", "Benjamin", "Cleo"]),
        (json!({ "countries": ours, "exclude_company_domains": ["acme.example"] }), &["Benjamin", "Dan"]),
        (json!({ "countries": ours, "exclude_industries": ["Restaurants"] }), &["Ana", "Cleo", "Dan"]),
        (json!({ "countries": ours, "exclude_company_technologies": ["AWS"] }), &["Benjamin", "Dan"]),
        (
            json!({ "countries": ours, "exclude_past_company_domains": ["globex.example"] }),
            &["Benjamin", "Cleo", "Dan"],
        ),
    ])
    .await;
}

#[tokio::test]
async fn a_search_costs_its_base_and_each_result_and_gives_no_contact_values() {
    let (server, account) = server().await;
    let request = json!({ "filters": { "company_domains": ["acme.example"] }, "include_total": true,
                          "facets": ["seniorities", "skills"] });
    let answer = account.post(PATH, request).await.ok();
    assert_eq!(answer["cost"]["credits"], 3);
    assert_eq!((&answer["total"], &answer["next_cursor"]), (&json!(2), &Value::Null));
    assert_eq!(
        answer["facets"][0],
        json!({ "field": "seniorities",
        "values": [{ "value": "head", "count": 1 }, { "value": "vp", "count": 1 }] })
    );
    let ana = answer["results"].as_array().unwrap().iter().find(|one| one["fullName"] == "Ana Ruiz").unwrap();
    assert_eq!((&ana["hasEmail"], &ana["hasPhone"]), (&json!(true), &json!(true)));
    assert!(!answer.to_string().contains("ana@acme.example") && !answer.to_string().contains("15112345678"));
    assert_eq!(ana["company"]["employeeCount"], 120);
    assert_eq!(server.balance(&account), Credits::whole(99_997));
}

#[tokio::test]
async fn a_preview_tells_count_and_price_and_charges_nothing() {
    let (server, account) = server().await;
    let request = json!({ "filters": { "company_domains": ["acme.example"] }, "limit": 50, "preview": true });
    let quote = account.post(PATH, request).await.ok();
    assert_eq!((&quote["preview"], &quote["total"]), (&json!(true), &json!(2)));
    assert_eq!(quote["would_cost"], json!({ "max_credits": 51, "estimated_credits": 3 }));
    assert_eq!(server.balance(&account), Credits::whole(100_000));
}

#[tokio::test]
async fn an_empty_answer_says_which_filter_is_to_blame() {
    let (_server, account) = server().await;
    let filters = json!({ "company_domains": ["acme.example"], "countries": ["DE"], "skills": ["Haskell"] });
    let answer = account.post(PATH, json!({ "filters": filters, "include_total": true })).await.ok();
    assert_eq!((&answer["results"], &answer["total"]), (&json!([]), &json!(0)));
    assert_eq!(answer["cost"]["credits"], 1, "the query itself is the product");
    let why = &answer["why_not"];
    assert_eq!(why["nearest"], json!({ "dropped": ["skills"], "total": 2 }));
    let skills = why["filters"].as_array().unwrap().iter().find(|one| one["filter"] == "skills").unwrap();
    assert_eq!(*skills, json!({ "filter": "skills", "alone": 0, "removes": 2 }));
}

#[tokio::test]
async fn pages_list_every_person_once_while_records_are_written() {
    let (server, account) = server().await;
    server.store.ingest((0..25).map(person).collect()).await.unwrap();
    server.indexed().await;
    let (mut names, mut cursor) = (Vec::new(), Value::Null);
    for round in 0.. {
        let mut request = json!({ "filters": { "name": "person" }, "sort": "name", "limit": 4 });
        if !cursor.is_null() {
            request["cursor"] = cursor.clone();
        }
        let page = account.post(PATH, request).await.ok();
        let listed = page["results"].as_array().unwrap().iter();
        names.extend(listed.map(|person| person["fullName"].as_str().unwrap().to_owned()));
        cursor = page["next_cursor"].clone();
        if cursor.is_null() {
            break;
        }
        // Newcomers before, between and after what was read, and a person who was read before.
        let newcomers = [900 + round, 100 + round, round].map(person);
        server.store.ingest(newcomers.into()).await.unwrap();
        server.indexed().await;
        assert!(round < 100, "the pages never end");
    }
    let mut once = names.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), names.len(), "{names:?}");
    for number in 0..25 {
        assert!(names.contains(&format!("Person Number{number}")), "{number} is missing");
    }
}

#[tokio::test]
async fn a_cursor_of_another_question_is_refused() {
    let (server, account) = server().await;
    let first = json!({ "filters": { "countries": ["DE"] }, "limit": 1 });
    let cursor = account.post(PATH, first).await.ok()["next_cursor"].clone();
    assert!(cursor.is_string());
    let balance = server.balance(&account);
    for (path, request) in [
        (PATH, json!({ "filters": { "countries": ["FR"] }, "cursor": cursor })),
        (PATH, json!({ "filters": { "countries": ["DE"] }, "sort": "name", "cursor": cursor })),
        ("/v1/search/companies", json!({ "filters": { "countries": ["DE"] }, "cursor": cursor })),
        (PATH, json!({ "filters": { "countries": ["DE"] }, "cursor": "0123456789abcdef" })),
        (PATH, json!({ "filters": { "countries": ["DE"] }, "cursor": "💥" })),
    ] {
        let problem = account.post(path, request.clone()).await.problem(422, "invalid_request");
        assert_eq!(faults(&problem), ["/cursor: invalid_value"], "{request}");
    }
    assert_eq!(server.balance(&account), balance);
}

#[tokio::test]
async fn unknown_filters_and_words_are_refused_with_suggestions() {
    let (server, account) = server().await;
    for (request, pointer, suggestion) in [
        (json!({ "filters": { "senioritys": ["vp"] } }), "/filters/senioritys", "seniorities"),
        (json!({ "filters": { "seniorities": ["directr"] } }), "/filters/seniorities/0", "director"),
        (json!({ "filters": { "departments": ["enginering"] } }), "/filters/departments/0", "engineering"),
        (
            json!({ "filters": { "near": { "city": "Berlinn", "radius_km": 9 } } }),
            "/filters/near/city",
            "Berlin",
        ),
        (json!({ "filters": {}, "facets": ["skill"] }), "/facets/0", "skills"),
        (json!({ "filters": {}, "sort": "names" }), "/sort", "name"),
        (json!({ "filter": {} }), "/filter", "filters"),
    ] {
        let answer = account.post(PATH, request.clone()).await;
        assert_eq!(answer.status, 422, "{request}: {}", answer.text());
        let fault = &answer.json()["errors"][0];
        assert_eq!(fault["pointer"], pointer, "{request}");
        assert!(fault["message"].as_str().unwrap().contains(suggestion), "{fault}");
    }
    assert_eq!(server.balance(&account), Credits::whole(100_000));
}

#[tokio::test]
async fn what_cannot_be_searched_with_is_refused_and_not_charged() {
    let (server, account) = server().await;
    let many: Vec<String> = (0..10_000).map(|number| format!("skill {number}")).collect();
    for (filters, pointers) in [
        (json!({ "titles": "VP Sales" }), vec!["/filters/titles: wrong_type"]),
        (
            json!({ "titles": [7, null] }),
            vec!["/filters/titles/0: wrong_type", "/filters/titles/1: wrong_type"],
        ),
        (json!({ "has_email": "yes" }), vec!["/filters/has_email: wrong_type"]),
        (json!({ "employee_count": 50 }), vec!["/filters/employee_count: wrong_type"]),
        (
            json!({ "employee_count": { "min": 9, "max": 1 } }),
            vec!["/filters/employee_count: contradictory_range"],
        ),
        (json!({ "skills": many }), vec!["/filters/skills: too_many"]),
        (json!({ "countries": ["Atlantis"] }), vec!["/filters/countries/0: invalid_value"]),
        (json!({ "near": { "city": "Berlin" } }), vec!["/filters/near/radius_km: required"]),
        (json!({ "near": { "radius_km": 10 } }), vec!["/filters/near: invalid_value"]),
        (
            json!({ "near": { "latitude": 91, "longitude": 0, "radius_km": 1 } }),
            vec!["/filters/near/latitude: too_large"],
        ),
    ] {
        let text = filters.to_string();
        let answer = account.post(PATH, json!({ "filters": filters })).await;
        assert_eq!(answer.status, 422, "{text:.100}: {}", answer.text());
        let found = faults(&answer.json());
        for pointer in pointers {
            assert!(found.contains(&pointer.to_owned()), "{text:.100}: {found:?}");
        }
    }
    let problem =
        account.post(PATH, json!({ "filters": {}, "limit": 101 })).await.problem(422, "invalid_request");
    assert_eq!(faults(&problem), ["/limit: too_large"]);
    assert_eq!(server.balance(&account), Credits::whole(100_000));
}

#[tokio::test]
async fn a_written_record_is_found_within_a_second() {
    let (server, account) = server().await;
    let started = std::time::Instant::now();
    let eve = json!({ "fullName": "Eve Quark", "title": "Chief Physicist",
                      "networkUrl": "https://network.example/in/eve-quark" });
    server.store.ingest(vec![person_claim("eve", eve)]).await.unwrap();
    loop {
        let answer = account.post(PATH, json!({ "filters": { "name": "Eve Quark" } })).await.ok();
        if answer["results"][0]["fullName"] == "Eve Quark" {
            break;
        }
        assert!(started.elapsed().as_secs() < 10, "it is never found");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn people_at_a_company_known_by_a_band_are_found_by_overlap_or_by_whole_bands_only() {
    let (server, account) = server().await;
    let elm = json!({
        "name": "Elm Works", "domains": ["elm.example"], "employeeRange": { "min": 51, "max": 200 },
        "revenue": { "min": 1_000_000, "max": 10_000_000, "currency": "USD" },
    });
    let fir = json!({ "name": "Fir Works", "domains": ["fir.example"], "employeeRange": { "min": 1_000, "max": 5_000 } });
    let at =
        |name: &str, domain: &str| json!({ "fullName": name, "companyDomain": domain, "skills": ["bands"] });
    let claims = vec![
        company_claim("elm", elm),
        company_claim("fir", fir),
        person_claim("e", at("Elma Wood", "elm.example")),
        person_claim("f", at("Firo Wood", "fir.example")),
    ];
    server.store.ingest(claims).await.unwrap();
    server.indexed().await;
    let found = async |filters: Value| {
        let mut filters = filters;
        filters["skills"] = json!(["bands"]);
        let answer = account.post(PATH, json!({ "filters": filters, "sort": "name" })).await.ok();
        let name = |person: &Value| person["fullName"].as_str().unwrap().to_owned();
        answer["results"].as_array().unwrap().iter().map(name).collect::<Vec<String>>()
    };
    for (range, overlapping, whole) in [
        (json!({ "employee_count": { "min": 51, "max": 200 } }), vec!["Elma Wood"], vec!["Elma Wood"]),
        (json!({ "employee_count": { "min": 100, "max": 2_000 } }), vec!["Elma Wood", "Firo Wood"], vec![]),
        (
            json!({ "employee_count": { "min": 1 } }),
            vec!["Elma Wood", "Firo Wood"],
            vec!["Elma Wood", "Firo Wood"],
        ),
        (json!({ "company_revenue": { "min": 5_000_000 } }), vec!["Elma Wood"], vec![]),
        (
            json!({ "company_revenue": { "min": 1_000_000, "max": 10_000_000 } }),
            vec!["Elma Wood"],
            vec!["Elma Wood"],
        ),
    ] {
        assert_eq!(found(range.clone()).await, overlapping, "{range}");
        let mut only = range.clone();
        only["whole_bands"] = json!(true);
        assert_eq!(found(only).await, whole, "{range}");
    }
    assert_eq!(found(json!({ "company_size_bands": ["1001-5000"] })).await, ["Firo Wood"]);
    assert_eq!(found(json!({ "company_size_bands": ["501-1000"] })).await, [""; 0]);
}
