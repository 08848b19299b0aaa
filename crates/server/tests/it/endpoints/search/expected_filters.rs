//! Filters on employers, roles, careers and emails equal what the records say, one by one.

use std::collections::BTreeSet;

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use records::{Claim, CompanyFacts, EmailKind, Facts, PartialDate};
use serde_json::{Value, json};
use store::Plan;

use crate::support::{Account, TestServer, faults};

/// Everybody who passes filters, over all pages.
async fn everyone(account: &Account, filters: Value) -> Vec<Value> {
    let (mut found, mut cursor) = (Vec::new(), Value::Null);
    loop {
        let request = json!({ "filters": filters, "limit": 100, "cursor": cursor });
        let page = account.post("/v1/search/people", request).await.ok();
        found.extend(page["results"].as_array().unwrap().iter().cloned());
        cursor = page["next_cursor"].clone();
        if cursor.is_null() {
            return found;
        }
    }
}

fn ids<'v>(people: impl Iterator<Item = &'v Value>) -> BTreeSet<&'v str> {
    people.map(|person| person["id"].as_str().unwrap()).collect()
}

/// Whole months between a day and today.
fn months(from: Date, today: Date) -> i64 {
    let months = i64::from(today.year() - from.year()) * 12 + i64::from(today.month() - from.month());
    months - i64::from(today.day() < from.day())
}

fn words(text: &str) -> BTreeSet<String> {
    text.to_lowercase().split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect()
}

#[tokio::test]
async fn each_filter_equals_a_naive_look_at_the_records() {
    let (server, _) = TestServer::of_the_world(|_| {}).await;
    let account = server.account(Plan::Scale, 100_000).await;
    let all = everyone(&account, json!({})).await;
    let today = server.now().to_zoned(TimeZone::UTC).date();
    let company = |person: &Value| server.store.company_by_id(person["company"]["id"].as_str()?).unwrap();
    let employer = all.iter().find_map(&company).unwrap();
    let country = employer.location.as_ref().unwrap().country.clone().unwrap();
    let past = all.iter().find_map(|person| person.pointer("/experience/1/title")?.as_str()).unwrap();
    let in_role = |person: &Value| {
        let start: PartialDate = person["startedAt"].as_str()?.parse().ok()?;
        Some(months(start.earliest(), today))
    };
    type Passes<'p> = Box<dyn Fn(&Value) -> bool + 'p>;
    let questions: Vec<(Value, Passes<'_>)> = vec![
        (json!({ "company_ids": [employer.id] }), Box::new(|person| person["company"]["id"] == *employer.id)),
        (
            json!({ "company_names": [employer.name] }),
            Box::new(|person| {
                company(person).is_some_and(|known| known.names().any(|name| *name == employer.name))
            }),
        ),
        (
            json!({ "company_countries": [country] }),
            Box::new(|person| {
                company(person).and_then(|known| known.location?.country).as_ref() == Some(&country)
            }),
        ),
        (
            json!({ "months_in_role": { "min": 12, "max": 35 } }),
            Box::new(|person| in_role(person).is_some_and(|months| (12..=35).contains(&months))),
        ),
        (
            json!({ "past_titles": [format!("\"{past}\"")] }),
            Box::new(|person| {
                let positions = person["experience"].as_array().map(Vec::as_slice).unwrap_or_default();
                let held = positions.iter().enumerate().filter(|(index, position)| {
                    *index > 0 || position.get("endedAt").is_some() || person.get("company").is_none()
                });
                let mut titles = held.filter_map(|(_, position)| position["title"].as_str());
                titles.any(|title| words(past).is_subset(&words(title)))
            }),
        ),
        (
            json!({ "email_statuses": ["deliverable"] }),
            Box::new(|person| {
                let record = server.store.person_by_id(person["id"].as_str().unwrap()).unwrap().unwrap();
                let business = record.emails.iter().find(|email| email.kind == EmailKind::Business);
                business.is_some_and(|email| email.status == records::ContactStatus::Deliverable)
            }),
        ),
    ];
    for (filters, passes) in questions {
        let found = everyone(&account, filters.clone()).await;
        let expected = ids(all.iter().filter(|person| passes(person)));
        assert!(!expected.is_empty() && expected.len() < all.len(), "{filters} tells nothing");
        assert_eq!(ids(found.iter()), expected, "{filters}");
    }
}

fn counted(reference: &str, people: u32, at: &str) -> Claim {
    let facts = CompanyFacts {
        name: Some(reference.to_owned()),
        domains: vec![format!("{reference}.example")],
        employee_count: Some(people),
        ..CompanyFacts::default()
    };
    let observed_at: Timestamp = format!("{at}T00:00:00Z").parse().unwrap();
    Claim {
        source: "register".into(),
        reference: reference.into(),
        observed_at,
        facts: Facts::Company(Box::new(facts)),
    }
}

#[tokio::test]
async fn headcount_growth_is_the_change_of_a_source_over_about_a_year() {
    let server = TestServer::with(|setup| {
        setup.claims = vec![
            counted("grower", 100, "2025-01-10"),
            counted("grower", 120, "2025-07-10"),
            counted("grower", 150, "2026-01-15"),
            counted("shrinker", 100, "2025-02-10"),
            counted("shrinker", 80, "2026-02-01"),
            counted("newcomer", 10, "2026-02-01"),
        ];
    })
    .await;
    server.indexed().await;
    let account = server.account(Plan::Pro, 100).await;
    for (range, expected) in [
        (json!({ "min": 50, "max": 50 }), vec!["grower"]),
        (json!({ "max": -1 }), vec!["shrinker"]),
        (json!({ "min": -100 }), vec!["grower", "shrinker"]),
    ] {
        let request = json!({ "filters": { "headcount_growth": range }, "sort": "name" });
        let found = account.post("/v1/search/companies", request).await.ok();
        let names: Vec<&str> =
            found["results"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(names, expected, "{range}");
    }
}
#[tokio::test]
async fn fields_slim_an_answer_and_unknown_names_are_told_the_near_one() {
    let (server, sample) = TestServer::of_the_world(|_| {}).await;
    let account = server.account(Plan::Pro, 1_000).await;
    let search = json!({ "limit": 2, "fields": ["title", "seniority"] });
    let found = account.post("/v1/search/people", search).await.ok();
    let person = found["results"][0].as_object().unwrap();
    assert!(person.contains_key("id") && person.contains_key("title") && !person.contains_key("experience"));
    assert!(!person.contains_key("company"), "{person:?}");
    let enrich = json!({ "networkUrl": sample.network_url, "fields": ["company"] });
    let found = account.post("/v1/enrich", enrich).await.ok();
    let person = found["person"].as_object().unwrap();
    assert!(person.contains_key("company") && !person.contains_key("title"), "{person:?}");
    let wrong = json!({ "fields": ["titel"] });
    for path in ["/v1/search/people", "/v1/enrich"] {
        let mut request = wrong.clone();
        if path == "/v1/enrich" {
            request["networkUrl"] = json!(sample.network_url);
        }
        let problem = account.post(path, request).await.problem(422, "invalid_request");
        assert_eq!(faults(&problem), ["/fields/0: not_one_of"]);
        assert!(problem["errors"][0]["message"].as_str().unwrap().contains("\"title\""), "{problem}");
    }
    for (given, meant) in [
        ("size_bands", "company_size_bands"),
        ("technologies", "company_technologies"),
        ("domain", "company_domains"),
        ("company_industries", "industries"),
    ] {
        let request = json!({ "filters": { given: ["x"] } });
        let problem = account.post("/v1/search/people", request).await.problem(422, "unknown_field");
        let said = problem["errors"][0]["message"].as_str().unwrap();
        assert!(said.contains(&format!("Did you mean \"{meant}\"?")), "{said}");
    }
}
