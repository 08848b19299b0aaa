//! `GET /v1/companies/suggest`: companies while a name or domain is typed.

use serde_json::json;
use store::{Plan, Scope, Scopes};

use crate::support::{TestServer, company_claim, faults};

const PATH: &str = "/v1/companies/suggest";

async fn server() -> TestServer {
    let server = TestServer::start().await;
    let firm = |name: &str, domain: &str, size: u32| json!({ "name": name, "domains": [domain], "employeeCount": size, "locations": [{ "city": "Leeds", "country": "GB" }] });
    let mut known = firm("Nordwind", "nordwind.example", 40);
    known["logoUrl"] = "https://nordwind.example/logo.png".into();
    known["aliases"] = json!(["Boreas Trading"]);
    let claims = [
        ("a", known),
        ("b", firm("Nordwind Energy", "nw-energy.example", 9_000)),
        ("c", firm("Nordwind Sails", "nwsails.example", 80)),
        ("d", firm("Great Nordwind Bakery", "gnb.example", 50_000)),
        ("e", firm("Other <b>Firm</b>", "nordwindother.example", 3)),
    ]
    .map(|(name, facts)| company_claim(name, facts));
    server.store.ingest(claims.into()).await.unwrap();
    server.indexed().await;
    server
}

#[tokio::test]
async fn exact_names_come_first_then_beginnings_then_words_and_the_largest_of_each() {
    let server = server().await;
    let account = server.account(Plan::Starter, 0).await;
    let names = async |typed: &str| {
        let answer = account.get(&format!("{PATH}?q={typed}")).await.ok();
        let results = answer["results"].as_array().unwrap().clone();
        results.iter().map(|found| found["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let all = ["Nordwind", "Nordwind Energy", "Nordwind Sails", "Other <b>Firm</b>", "Great Nordwind Bakery"];
    assert_eq!(names("nordwind").await, all);
    assert_eq!(
        names("NORDW").await,
        ["Nordwind Energy", "Nordwind Sails", "Nordwind", "Other <b>Firm</b>", "Great Nordwind Bakery"]
    );
    assert_eq!(names("nordwind%20s").await, ["Nordwind Sails"]);
    assert_eq!(names("bakery").await, ["Great Nordwind Bakery"]);
    assert_eq!(names("boreas").await, ["Nordwind"], "an alias");
    assert_eq!(names("nwsails.ex").await, ["Nordwind Sails"]);
    assert_eq!(names("https://www.nordwind.example/").await, ["Nordwind"]);
    assert_eq!(names("zzz").await, Vec::<String>::new());
    assert_eq!(names("%20-%20").await, Vec::<String>::new());
}

#[tokio::test]
async fn an_answer_has_name_domain_id_and_a_logo_that_is_known() {
    let server = server().await;
    let account = server.account(Plan::Starter, 0).await;
    let answer = account.get(&format!("{PATH}?q=nordwind&limit=2")).await.ok();
    let results = answer["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    assert_eq!(results[0]["logoUrl"], "https://nordwind.example/logo.png");
    assert!(results[0]["id"].as_str().unwrap().starts_with("com_"));
    let fields: Vec<&String> = results[1].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["id", "name", "domain"], "no logo is made up, and nothing else is said");
}

#[tokio::test]
async fn it_needs_a_key_that_may_read_and_names_its_faults() {
    let server = server().await;
    let account = server.account(Plan::Starter, 0).await;
    server.anyone().get(&format!("{PATH}?q=n")).await.problem(401, "missing_key");
    let reader = server.key(&account, Scopes::from_iter([Scope::Read]), None).await;
    reader.get(&format!("{PATH}?q=n")).await.ok();
    let missing = account.get(PATH).await.problem(422, "invalid_request");
    assert_eq!(faults(&missing), ["/q: required"]);
    account.get(&format!("{PATH}?q=n&limit=11")).await.problem(422, "invalid_request");
    account.get(&format!("{PATH}?q={}", "n".repeat(201))).await.problem(422, "invalid_request");
}
