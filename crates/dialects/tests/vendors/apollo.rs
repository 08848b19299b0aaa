//! Apollo, by the request shapes of its public documentation.

use serde_json::{Value, json};

use crate::support::{DOMAIN, EMAIL, PROFILE, TestServer};

#[tokio::test]
async fn a_person_is_matched_by_query_or_body_at_both_addresses() {
    let server = TestServer::start().await;
    let caller = server.account(20).await;
    let flags = "reveal_personal_emails=false&reveal_phone_number=false";
    let path = format!("/dialect/apollo/api/v1/people/match?email={EMAIL}&{flags}");
    let by_query = caller.send(reqwest::Method::POST, &path, None).await.ok();
    let person = &by_query["person"];
    assert_eq!((&person["name"], &person["email"]), (&json!("Marta Quist"), &json!(EMAIL)));
    assert_eq!(person["organization"]["primary_domain"], DOMAIN);
    assert_eq!(person["employment_history"][0]["current"], true);
    let start = person["employment_history"][0]["start_date"].as_str().unwrap();
    assert_eq!(start.len(), 10, "{start}");
    let body = json!({ "name": "Marta Quist", "domain": DOMAIN, "linkedin_url": PROFILE });
    let by_body = caller.post("/dialect/apollo/v1/people/match", body).await.ok();
    assert_eq!(by_body["person"]["id"], person["id"]);
    let missing =
        caller.post("/dialect/apollo/api/v1/people/match", json!({ "email": "no@tidewater.example" })).await;
    assert_eq!(missing.ok(), json!({ "person": null }));
    let reveal = json!({ "email": EMAIL, "reveal_phone_number": true });
    let reveal = caller.post("/dialect/apollo/api/v1/people/match", reveal).await;
    assert_eq!((reveal.status, &reveal.json()["error_code"]), (422, &json!("INVALID_PARAMETERS")));
}

#[tokio::test]
async fn several_people_are_matched_at_once() {
    let server = TestServer::start().await;
    let caller = server.account(20).await;
    let details = json!([{ "email": EMAIL }, { "email": "no@tidewater.example" }, { "first_name": "Marta" }]);
    let answer =
        caller.post("/dialect/apollo/api/v1/people/bulk_match", json!({ "details": details })).await.ok();
    assert_eq!((&answer["total_requested_enrichments"], &answer["missing_records"]), (&json!(3), &json!(2)));
    assert_eq!(answer["credits_consumed"], 1.0);
    assert_eq!(answer["matches"][0]["email"], EMAIL);
    assert_eq!(answer["matches"][1], Value::Null);
    let many: Vec<Value> = (0..11).map(|_| json!({ "email": EMAIL })).collect();
    assert_eq!(
        caller.post("/dialect/apollo/api/v1/people/bulk_match", json!({ "details": many })).await.status,
        422
    );
}

#[tokio::test]
async fn organizations_are_enriched() {
    let server = TestServer::start().await;
    let caller = server.account(20).await;
    let one = caller.get(&format!("/dialect/apollo/api/v1/organizations/enrich?domain={DOMAIN}")).await.ok();
    assert_eq!(one["organization"]["primary_domain"], DOMAIN);
    assert!(one["organization"]["funding_events"][0]["amount"].is_i64(), "{one}");
    assert!(
        one["organization"]["technology_names"].as_array().unwrap().contains(&json!("Snowflake")),
        "{one}"
    );
    let none = caller.get("/dialect/apollo/api/v1/organizations/enrich?domain=no.example").await.ok();
    assert_eq!(none, json!({}));
    let body = json!({ "domains": [DOMAIN, "no.example"] });
    let several = caller.post("/dialect/apollo/api/v1/organizations/bulk_enrich", body).await.ok();
    assert_eq!((&several["unique_enriched_records"], &several["missing_records"]), (&json!(1), &json!(1)));
}

#[tokio::test]
async fn people_are_searched_page_by_page() {
    let server = TestServer::start().await;
    let caller = server.account(100).await;
    let page = |page: u64| json!({ "q_organization_domains_list": [DOMAIN], "page": page, "per_page": 2, "include_similar_titles": true });
    let path = "/dialect/apollo/api/v1/mixed_people/api_search";
    let first = caller.post(path, page(1)).await.ok();
    let entries = first["pagination"]["total_entries"].as_u64().unwrap();
    assert_eq!(first["people"].as_array().unwrap().len() as u64, entries.min(2));
    assert_eq!(first["people"][0]["email"], Value::Null);
    assert_eq!(caller.post(path, page(3)).await.status, 422, "the second page was not read");
    if entries > 2 {
        let second = caller.post(path, page(2)).await.ok();
        assert_ne!(second["people"][0]["id"], first["people"][0]["id"]);
    }
    let older = json!({ "person_seniorities": ["c_suite"], "person_titles": ["chief"], "per_page": 1 });
    caller.post("/dialect/apollo/v1/mixed_people/search", older).await.ok();
    for (wrong, named) in [
        (json!({ "person_shoe_sizes": [43] }), "person_shoe_sizes"),
        (json!({ "person_seniorities": ["emperor"] }), "person_seniorities"),
        (json!({ "organization_num_employees_ranges": ["1,10", "500,1000"] }), "gap"),
        (json!({ "person_locations": ["germany", "munich"] }), "one kind"),
        (json!({ "page": 0 }), "page"),
    ] {
        let refused = caller.post(path, wrong).await;
        assert_eq!(refused.status, 422, "{named}: {}", refused.text);
        assert!(refused.json()["error"].as_str().unwrap().contains(named), "{named}: {}", refused.text);
    }
}

#[tokio::test]
async fn companies_are_searched_by_size_and_place() {
    let server = TestServer::start().await;
    let caller = server.account(100).await;
    let body =
        json!({ "organization_num_employees_ranges": ["11,50", "51,200", "201,500"], "per_page": 100 });
    let found = caller.post("/dialect/apollo/api/v1/mixed_companies/search", body).await.ok();
    let sizes = found["organizations"].as_array().unwrap().iter();
    let sizes: Vec<i64> = sizes.map(|company| company["estimated_num_employees"].as_i64().unwrap()).collect();
    assert!(!sizes.is_empty() && sizes.iter().all(|size| (11..=500).contains(size)), "{sizes:?}");
    let in_query = "/dialect/apollo/api/v1/mixed_companies/search?organization_num_employees_ranges[]=11,500&per_page=100";
    let in_query = caller.send(reqwest::Method::POST, in_query, None).await.ok();
    assert_eq!(in_query["pagination"]["total_entries"], found["pagination"]["total_entries"]);
}
