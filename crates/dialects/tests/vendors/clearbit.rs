//! Clearbit.

use serde_json::{Value, json};

use crate::support::{DOMAIN, EMAIL, TestServer};

#[tokio::test]
async fn a_person_a_company_and_both_are_found() {
    let server = TestServer::start().await;
    let caller = server.account(20).await;
    let person = caller.get(&format!("/dialect/clearbit/person/v2/people/find?email={EMAIL}")).await.ok();
    assert_eq!(
        person["name"],
        json!({ "fullName": "Marta Quist", "givenName": "Marta", "familyName": "Quist" })
    );
    assert_eq!(person["employment"]["domain"], DOMAIN);
    assert_eq!(person["linkedin"]["handle"], "in/marta-quist");
    assert_eq!(person["avatar"], Value::Null);
    let by_path = caller.get(&format!("/dialect/clearbit/person-stream/v2/people/email/{EMAIL}")).await.ok();
    assert_eq!(by_path["id"], person["id"]);
    let company =
        caller.get(&format!("/dialect/clearbit/company/v2/companies/find?domain={DOMAIN}")).await.ok();
    assert_eq!(company["domain"], DOMAIN);
    assert!(company["metrics"]["employeesRange"].is_string(), "{company}");
    let both = caller.get(&format!("/dialect/clearbit/person/v2/combined/find?email={EMAIL}")).await.ok();
    assert_eq!((&both["person"]["id"], &both["company"]["id"]), (&person["id"], &company["id"]));
}

#[tokio::test]
async fn names_lead_to_domains_and_typing_to_companies_free() {
    let server = TestServer::start().await;
    let caller = server.account(20).await;
    let company =
        caller.get(&format!("/dialect/clearbit/company/v2/companies/find?domain={DOMAIN}")).await.ok();
    let name = company["name"].as_str().unwrap().replace(' ', "%20");
    let before = server.balance(&caller);
    let found = caller.get(&format!("/dialect/clearbit/company/v1/domains/find?name={name}")).await.ok();
    assert_eq!((&found["domain"], &found["name"]), (&json!(DOMAIN), &company["name"]));
    let unknown = caller.get("/dialect/clearbit/company/v1/domains/find?name=tide").await;
    assert_eq!((unknown.status, &unknown.json()["error"]["type"]), (404, &json!("unknown_record")));
    let typed = caller.get("/dialect/clearbit/autocomplete/v1/companies/suggest?query=tide").await.ok();
    assert_eq!(typed[0]["domain"], DOMAIN);
    assert!(typed[0].get("logo").is_some());
    assert_eq!(server.balance(&caller), before);
}

#[tokio::test]
async fn a_key_is_the_user_or_a_bearer_token() {
    let server = TestServer::start().await;
    let caller = server.account(20).await;
    let path = "/dialect/clearbit/autocomplete/v1/companies/suggest?query=tide";
    caller.get(path).await.ok();
    caller.get_plain(path, &[("authorization", &format!("Bearer {}", caller.key))]).await.ok();
    for broken in ["Basic !!!", "Basic ", "Digest x", "Bearer"] {
        let refused = caller.get_plain(path, &[("authorization", broken)]).await;
        assert_eq!(
            (refused.status, refused.json()["error"]["type"].as_str().unwrap().starts_with("auth_")),
            (401, true)
        );
    }
}
