//! `POST /v1/search/companies`: each filter by its meaning, orders, pages, and what is refused.

use records::Claim;
use serde_json::{Value, json};
use store::{Credits, Plan};

use crate::{
    recipe::job,
    support::{Account, TestServer, company, company_claim, faults},
};

const PATH: &str = "/v1/search/companies";
const OURS: [&str; 3] = ["Acme", "Bistro Nord", "Cargo Lines"];

/// Three companies among those of the cast.
async fn server() -> (TestServer, Account) {
    let server = TestServer::start().await;
    let acme = json!({
        "name": "Acme", "legalName": "Acme Robotics GmbH", "formerNames": ["Zenith"],
        "domains": ["acme.example", "acme-robotics.example"], "description": "Robots that fold laundry.",
        "industries": ["Software Development"], "tags": ["b2b", "robots"], "employeeCount": 120,
        "technologies": [{ "name": "React" }, { "name": "AWS" }], "foundedYear": 2015,
        "revenue": { "min": 1_000_000, "max": 5_000_000, "currency": "EUR" },
        "locations": [{ "city": "Munich", "region": "Bavaria", "country": "DE" }],
        "fundingRounds": [{ "round": "series_a", "amount": { "amount": 8_000_000, "currency": "EUR" },
                            "announcedAt": "2026-01-20" }],
        "openings": { "count": 3, "byDepartment": { "engineering": 2, "sales": 1 } },
    });
    let bistro = json!({
        "name": "Bistro Nord", "domains": ["bistro.example"], "industries": ["Restaurants"], "employeeCount": 9,
        "technologies": [{ "name": "Lightspeed" }], "foundedYear": 2021,
        "locations": [{ "city": "Versailles", "country": "FR" }],
    });
    let cargo = json!({
        "name": "Cargo Lines", "domains": ["cargo.example"], "industries": ["Truck Transportation"],
        "employeeCount": 12_000, "technologies": [{ "name": "SAP" }, { "name": "AWS" }], "foundedYear": 1965,
        "revenue": { "min": 900_000_000, "max": null, "currency": "USD" },
        "locations": [{ "city": "Austin", "region": "Texas", "country": "US" }],
        "openings": { "count": 40, "byDepartment": { "operations": 40 } },
    });
    let claims = [("acme", acme), ("bistro", bistro), ("cargo", cargo)]
        .map(|(name, facts)| company_claim(name, facts));
    server.store.ingest(claims.into()).await.unwrap();
    server.indexed().await;
    let account = server.account(Plan::Starter, 100_000).await;
    (server, account)
}

/// The names of our three that pass, in order.
async fn found(account: &Account, filters: &Value, sort: &str) -> Vec<String> {
    let request = json!({ "filters": filters, "limit": 100, "sort": sort });
    let answer = account.post(PATH, request).await.ok();
    let names = answer["results"].as_array().unwrap().iter().map(|company| company["name"].as_str().unwrap());
    names.filter(|name| OURS.contains(name)).map(str::to_owned).collect()
}

#[tokio::test]
async fn a_company_whose_band_only_overlaps_a_range_is_told_as_such() {
    let (server, account) = server().await;
    let elm = json!({ "name": "Elm Works", "domains": ["elm.example"], "employeeRange": { "min": 51, "max": 200 } });
    let oak = json!({ "name": "Oak Works", "domains": ["oak.example"], "employeeRange": { "min": 10_001 } });
    let claims = [("elm", elm), ("oak", oak)].map(|(name, facts)| company_claim(name, facts));
    server.store.ingest(claims.into()).await.unwrap();
    server.indexed().await;
    let ask = async |filters: Value| {
        let answer = account.post(PATH, json!({ "filters": filters, "limit": 100 })).await.ok();
        let results = answer["results"].as_array().unwrap();
        let named = |company: &&Value| company["name"].as_str().is_some_and(|name| name.ends_with(" Works"));
        let names: Vec<String> =
            results.iter().filter(named).map(|company| company["name"].to_string()).collect();
        let unsure = |company: &&Value| {
            answer["overlapping"].as_array().is_some_and(|ids| ids.contains(&company["id"]))
        };
        let unsure = results.iter().filter(named).filter(unsure).count();
        (names.join(" "), unsure)
    };
    for (range, names, unsure) in [
        (json!({ "min": 51, "max": 200 }), r#""Elm Works""#, 0),
        (json!({ "min": 40, "max": 60 }), r#""Elm Works""#, 1),
        (json!({ "min": 100, "max": 300 }), r#""Elm Works""#, 1),
        (json!({ "min": 201, "max": 300 }), "", 0),
        (json!({ "min": 20_000 }), r#""Oak Works""#, 1),
        (json!({ "min": 10_000 }), r#""Oak Works""#, 0),
    ] {
        let found = ask(json!({ "employee_count": range })).await;
        assert_eq!(found, (names.to_owned(), unsure), "{range}");
        let (whole, _) = ask(json!({ "employee_count": range, "whole_bands": true })).await;
        assert_eq!(whole, if unsure == 0 { names } else { "" }, "{range}");
    }
    assert_eq!(ask(json!({ "size_bands": ["51-200"] })).await.0, r#""Elm Works""#);
}

#[tokio::test]
async fn each_filter_means_what_it_says() {
    let (_server, account) = server().await;
    let cases: &[(Value, &[&str])] = &[
        (json!({ "domains": ["www.acme-robotics.example"] }), &["Acme"]),
        (json!({ "industries": ["restaurants"] }), &["Bistro Nord"]),
        (json!({ "industries": ["Transportation, Logistics, Supply Chain and Storage"] }), &["Cargo Lines"]),
        (json!({ "technologies": ["aws"] }), &["Acme", "Cargo Lines"]),
        (json!({ "technologies_all": ["AWS", "SAP"] }), &["Cargo Lines"]),
        (json!({ "technologies": ["aws"], "exclude_technologies": ["SAP"] }), &["Acme"]),
        (json!({ "employee_count": { "min": 10, "max": 500 } }), &["Acme"]),
        (json!({ "size_bands": ["1-10", "10001+"] }), &["Bistro Nord", "Cargo Lines"]),
        (json!({ "revenue": { "min": 4_000_000 } }), &["Acme", "Cargo Lines"]),
        // 4,999,999 euros are 5,352,498 dollars.
        (json!({ "revenue": { "min": 5_352_000, "currency": "USD" } }), &["Acme", "Cargo Lines"]),
        (json!({ "revenue": { "min": 5_353_000, "currency": "USD" } }), &["Cargo Lines"]),
        (json!({ "revenue": { "min": 5_000_000, "currency": "EUR" } }), &["Cargo Lines"]),
        (json!({ "revenue": { "min": 4_000_000 }, "whole_bands": true }), &["Cargo Lines"]),
        (
            json!({ "revenue": { "min": 1_000_000, "currency": "EUR" }, "whole_bands": true }),
            &["Acme", "Cargo Lines"],
        ),
        (json!({ "founded_year": { "min": 2010 } }), &["Acme", "Bistro Nord"]),
        (json!({ "countries": ["Frankreich"] }), &["Bistro Nord"]),
        (json!({ "regions": ["Bayern", "Texas"] }), &["Acme", "Cargo Lines"]),
        (json!({ "cities": ["austin"] }), &["Cargo Lines"]),
        (json!({ "near": { "city": "Paris", "radius_km": 30 } }), &["Bistro Nord"]),
        (json!({ "near": { "city": "Nuremberg", "radius_km": 200 } }), &["Acme"]),
        (json!({ "funding_stages": ["series a"] }), &["Acme"]),
        (json!({ "funding_amount": { "min": 1 } }), &["Acme"]),
        (json!({ "funded_within_days": 30 }), &[]),
        (json!({ "funded_within_days": 60 }), &["Acme"]),
        (json!({ "hiring_departments": ["sales", "operations"] }), &["Acme", "Cargo Lines"]),
        (json!({ "min_openings": 3 }), &["Acme", "Cargo Lines"]),
        (json!({ "min_openings": 2, "hiring_departments": ["sales"] }), &[]),
        (json!({ "tags": ["B2B"] }), &["Acme"]),
        (json!({ "name": "zenith" }), &["Acme"]),
        (json!({ "text": "fold laundry" }), &["Acme"]),
        (
            json!({ "countries": ["DE", "FR", "US"], "exclude_countries": ["DE"] }),
            &["Bistro Nord", "Cargo Lines"],
        ),
        (
            json!({ "countries": ["DE", "FR", "US"], "exclude_industries": ["Restaurants"] }),
            &["Acme", "Cargo Lines"],
        ),
        (
            json!({ "countries": ["DE", "FR", "US"], "exclude_size_bands": ["51-200"] }),
            &["Bistro Nord", "Cargo Lines"],
        ),
    ];
    for (filters, expected) in cases {
        assert_eq!(found(&account, filters, "name").await, *expected, "{filters}");
    }
}

#[tokio::test]
async fn companies_are_listed_in_the_order_asked_for() {
    let (_server, account) = server().await;
    let all = json!({ "countries": ["DE", "FR", "US"] });
    for (sort, expected) in [
        ("name", ["Acme", "Bistro Nord", "Cargo Lines"]),
        ("employee_count", ["Cargo Lines", "Acme", "Bistro Nord"]),
        ("founded_year", ["Bistro Nord", "Acme", "Cargo Lines"]),
        ("openings", ["Cargo Lines", "Acme", "Bistro Nord"]),
    ] {
        assert_eq!(found(&account, &all, sort).await, expected, "{sort}");
    }
    assert_eq!(found(&account, &all, "recently_funded").await[0], "Acme");
}

#[tokio::test]
async fn a_search_costs_its_base_and_half_a_credit_for_each_result() {
    let (server, account) = server().await;
    let request =
        json!({ "filters": { "technologies": ["AWS"] }, "include_total": true, "facets": ["countries"] });
    let answer = account.post(PATH, request.clone()).await.ok();
    assert_eq!((&answer["cost"]["credits"], &answer["total"]), (&json!(2), &json!(2)));
    assert_eq!(
        answer["facets"][0]["values"],
        json!([{ "value": "DE", "count": 1 }, { "value": "US", "count": 1 }])
    );
    let mut preview = request;
    preview["preview"] = json!(true);
    let quote = account.post(PATH, preview).await.ok();
    let would_cost = (&quote["would_cost"]["max_credits"], &quote["would_cost"]["estimated_credits"]);
    assert_eq!(
        (&quote["total"], would_cost),
        (&json!(2), (&json!(13.5), &json!(0))),
        "all of it is paid for"
    );
    assert!(quote.get("results").is_none());
    assert_eq!(server.balance(&account), Credits::whole(99_998));
}

#[tokio::test]
async fn an_empty_answer_names_the_nearest_filters_that_would_answer() {
    let (_server, account) = server().await;
    let filters = json!({ "technologies": ["AWS"], "employee_count": { "max": 10 } });
    let answer = account.post(PATH, json!({ "filters": filters })).await.ok();
    assert_eq!(answer["results"], json!([]));
    assert_eq!(answer["why_not"]["nearest"], json!({ "dropped": ["employee_count"], "total": 2 }));
}

#[tokio::test]
async fn pages_list_every_company_once_while_records_are_written() {
    let (server, account) = server().await;
    let named = |number: usize| company(&format!("Firm {number:03}"), &format!("firm{number}.example"));
    server.store.ingest((10..30).map(named).collect()).await.unwrap();
    server.indexed().await;
    let (mut names, mut cursor) = (Vec::new(), Value::Null);
    for round in 0..50 {
        let mut request = json!({ "filters": { "name": "firm" }, "sort": "name", "limit": 3 });
        if !cursor.is_null() {
            request["cursor"] = cursor.clone();
        }
        let page = account.post(PATH, request).await.ok();
        let listed = page["results"].as_array().unwrap().iter();
        names.extend(listed.map(|company| company["name"].as_str().unwrap().to_owned()));
        cursor = page["next_cursor"].clone();
        if cursor.is_null() {
            break;
        }
        server.store.ingest(vec![named(round % 10), named(100 + round)]).await.unwrap();
        server.indexed().await;
    }
    assert!(cursor.is_null(), "the pages never end");
    assert!(names.is_sorted(), "{names:?}");
    for number in 10..30 {
        let name = format!("Firm {number:03}");
        assert_eq!(names.iter().filter(|listed| **listed == name).count(), 1, "{name}");
    }
}

#[tokio::test]
async fn what_cannot_be_searched_with_is_refused_every_fault_at_once() {
    let (server, account) = server().await;
    let filters = json!({
        "technology": ["AWS"], "size_bands": ["a few"], "founded_year": { "min": 2020, "max": 2010 },
        "revenue": { "min": "much" }, "funding_stages": ["series_z"],
    });
    let answer = account.post(PATH, json!({ "filters": filters })).await;
    assert_eq!(answer.status, 422);
    let found = faults(&answer.json());
    for fault in ["/filters/technology: unknown_field", "/filters/revenue/min: wrong_type"] {
        assert!(found.contains(&fault.to_owned()), "{found:?}");
    }
    assert!(answer.text().contains("technologies"), "{}", answer.text());
    let filters = json!({ "size_bands": ["a few"], "founded_year": { "min": 2020, "max": 2010 },
                          "revenue": { "currency": "euros" }, "funding_stages": ["series_z"] });
    let problem = account.post(PATH, json!({ "filters": filters })).await.problem(422, "invalid_request");
    let mut found = faults(&problem);
    found.sort();
    assert_eq!(
        found,
        [
            "/filters/founded_year: contradictory_range",
            "/filters/funding_stages/0: unknown_value",
            "/filters/revenue/currency: invalid_value",
            "/filters/size_bands/0: unknown_value",
        ]
    );
    assert_eq!(server.balance(&account), Credits::whole(100_000));
}

#[tokio::test]
async fn positions_on_record_are_openings_until_they_are_closed() {
    let (server, account) = server().await;
    let filters = [
        json!({ "hiring_departments": ["legal"] }),
        json!({ "min_openings": 1, "hiring_departments": ["legal"] }),
        json!({ "min_openings": 1, "industries": ["Restaurants"] }),
    ];
    let counsel = job("bistro.example", "Legal Counsel", "2026-02-20");
    let states = [
        (None, false),
        (Some(counsel.clone()), true),
        (Some(counsel.closed("2026-02-28").seen("2026-03-02")), false),
    ];
    for (position, is_hiring) in states {
        server.store.ingest(position.into_iter().map(Claim::from).collect()).await.unwrap();
        server.indexed().await;
        for filter in &filters {
            let expected: &[&str] = if is_hiring { &["Bistro Nord"] } else { &[] };
            assert_eq!(found(&account, filter, "name").await, expected, "{filter}");
        }
    }
}
