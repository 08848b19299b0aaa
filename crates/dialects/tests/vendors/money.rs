//! A question costs the same in every language.

use reqwest::Method;
use serde_json::{Value, json};
use store::Credits;

use crate::support::{DOMAIN, EMAIL, TestServer};

#[tokio::test]
async fn a_call_of_a_dialect_costs_what_our_own_call_costs() {
    let server = TestServer::start().await;
    let search = json!({ "filters": { "company_domains": [DOMAIN] }, "limit": 3 });
    let sql = format!("SELECT * FROM person WHERE job_company_website = '{DOMAIN}'");
    let person = json!({ "email": EMAIL });
    let company = json!({ "domain": DOMAIN });
    let found = json!({ "domain": DOMAIN, "firstName": "Marta", "lastName": "Quist" });
    let name = "first_name=Marta&last_name=Quist";
    let cases: Vec<(&str, &Value, String, Option<Value>)> = vec![
        ("/v1/enrich", &person, format!("/dialect/pdl/v5/person/enrich?email={EMAIL}"), None),
        ("/v1/enrich", &person, format!("/dialect/pdl/v5/person/identify?email={EMAIL}"), None),
        ("/v1/enrich", &person, format!("/dialect/hunter/v2/people/find?email={EMAIL}"), None),
        ("/v1/enrich", &person, "/dialect/apollo/api/v1/people/match".into(), Some(person.clone())),
        ("/v1/enrich", &person, format!("/dialect/clearbit/person/v2/people/find?email={EMAIL}"), None),
        ("/v1/companies", &company, format!("/dialect/pdl/v5/company/enrich?website={DOMAIN}"), None),
        ("/v1/companies", &company, format!("/dialect/apollo/v1/organizations/enrich?domain={DOMAIN}"), None),
        (
            "/v1/companies",
            &company,
            format!("/dialect/clearbit/company/v2/companies/find?domain={DOMAIN}"),
            None,
        ),
        ("/v1/find-email", &found, format!("/dialect/hunter/v2/email-finder?domain={DOMAIN}&{name}"), None),
        (
            "/v1/search/people",
            &search,
            "/dialect/pdl/v5/person/search".into(),
            Some(json!({ "sql": sql, "size": 3 })),
        ),
        (
            "/v1/search/people",
            &search,
            "/dialect/apollo/api/v1/mixed_people/search".into(),
            Some(json!({ "q_organization_domains_list": [DOMAIN], "per_page": 3 })),
        ),
    ];
    for (own_path, own_body, path, body) in cases {
        let (one, other) = (server.account(100).await, server.account(100).await);
        let own = one.own(own_path, own_body.clone()).await;
        assert!(own["cost"]["credits"].as_f64().unwrap() > 0.0, "{own_path} {own}");
        let answer = match body {
            Some(body) => other.post(&path, body).await,
            None => other.get(&path).await,
        };
        answer.ok();
        assert_eq!(server.balance(&other), server.balance(&one), "{path}");
        assert_eq!(
            server.store.people_seen(&other.id, None, None, 100).unwrap().len(),
            server.store.people_seen(&one.id, None, None, 100).unwrap().len(),
            "{path}"
        );
    }
    assert_eq!(server.store.audit().unwrap().findings, []);
}

#[tokio::test]
async fn a_domain_search_costs_the_search_and_each_email() {
    let server = TestServer::start().await;
    let (one, other) = (server.account(100).await, server.account(100).await);
    let body = json!({ "filters": { "company_domains": [DOMAIN], "has_email": true }, "limit": 3 });
    let found = one.own("/v1/search/people", body).await;
    let search = found["cost"]["credits"].as_f64().unwrap();
    let answer = other.get(&format!("/dialect/hunter/v2/domain-search?domain={DOMAIN}&limit=3")).await.ok();
    let emails = answer["data"]["emails"].as_array().unwrap().len() as f64;
    let spent = 100.0 - server.balance(&other).to_string().parse::<f64>().unwrap();
    assert_eq!(spent, search + emails);
}

#[tokio::test]
async fn every_call_is_in_the_history_of_the_account() {
    let server = TestServer::start().await;
    let caller = server.account(100).await;
    let answer = caller.get(&format!("/dialect/pdl/v5/person/enrich?email={EMAIL}")).await;
    let id = answer.header("x-request-id").to_owned();
    let bearer = format!("Bearer {}", caller.key);
    let history =
        caller.get_plain(&format!("/v1/me/history/{id}"), &[("authorization", &bearer)]).await.json();
    assert_eq!((&history["endpoint"], &history["credits"]), (&json!("enrich"), &json!(1)), "{history}");
}

#[tokio::test]
async fn calls_of_one_request_cost_no_more_in_all_than_its_caller_allows() {
    let server = TestServer::start().await;
    let caller = server.account(100).await;
    let requests: Vec<Value> = (0..8).map(|_| json!({ "params": { "email": EMAIL } })).collect();
    let pdl = json!({ "requests": requests });
    let details: Vec<Value> = (0..8).map(|_| json!({ "email": EMAIL })).collect();
    let apollo = json!({ "details": details });
    for (path, body) in
        [("/dialect/pdl/v5/person/bulk", pdl), ("/dialect/apollo/api/v1/people/bulk_match", apollo)]
    {
        let before = server.balance(&caller);
        caller.bounded(Method::POST, path, Some(body), 2).await.ok();
        assert_eq!(before.checked_sub(server.balance(&caller)), Some(Credits::whole(2)), "{path}");
    }
}

#[tokio::test]
async fn a_request_of_several_calls_answers_what_it_charges() {
    let server = TestServer::start().await;
    let caller = server.account(100).await;
    let search = format!("/dialect/hunter/v2/domain-search?domain={DOMAIN}&limit=3");
    // The search, one person that it lists, and the email.
    let refused = caller.bounded(Method::GET, &search, None, 2).await;
    assert_eq!(refused.status, 429, "{}", refused.text);
    assert_eq!(server.balance(&caller), Credits::whole(100));
    let answer = caller.bounded(Method::GET, &search, None, 3).await.ok();
    assert_eq!(answer["data"]["emails"].as_array().map(Vec::len), Some(1), "{answer}");
    assert_eq!(server.balance(&caller), Credits::whole(97));
    let combined = [
        format!("/dialect/hunter/v2/combined/find?email={EMAIL}"),
        format!("/dialect/clearbit/person/v2/combined/find?email={EMAIL}"),
    ];
    for (number, path) in (1..).zip(combined) {
        let answer = caller.bounded(Method::GET, &path, None, 1).await.ok();
        let found = answer.get("data").unwrap_or(&answer);
        assert!(found["person"].is_object() && found["company"].is_null(), "{path} {answer}");
        assert_eq!(server.balance(&caller), Credits::whole(97 - number), "{path}");
    }
}
