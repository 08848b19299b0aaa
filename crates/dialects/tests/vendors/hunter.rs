//! Hunter.

use serde_json::json;

use crate::support::{DOMAIN, EMAIL, TestServer};

#[tokio::test]
async fn an_email_is_found_with_its_score() {
    let server = TestServer::start().await;
    let caller = server.account(10).await;
    let path = format!("/dialect/hunter/v2/email-finder?domain={DOMAIN}&first_name=Marta&last_name=Quist");
    let answer = caller.get(&path).await.ok();
    assert_eq!(answer["data"]["email"], EMAIL);
    assert!((1..=100).contains(&answer["data"]["score"].as_i64().unwrap()), "{answer}");
    assert_eq!(answer["data"]["domain"], DOMAIN);
    assert_eq!(answer["data"]["first_name"], "Marta");
    assert_eq!(answer["meta"]["params"]["domain"], DOMAIN);
    assert!(answer["meta"]["params"].get("api_key").is_none());
    assert_eq!(server.balance(&caller).to_string(), "8");
}

#[tokio::test]
async fn the_people_of_a_domain_come_with_their_emails() {
    let server = TestServer::start().await;
    let caller = server.account(100).await;
    let path =
        |offset: u64| format!("/dialect/hunter/v2/domain-search?domain={DOMAIN}&limit=2&offset={offset}");
    let answer = caller.get(&path(0)).await.ok();
    let emails = answer["data"]["emails"].as_array().unwrap();
    assert!(!emails.is_empty(), "{answer}");
    assert!(emails.iter().all(|email| email["value"].as_str().unwrap().contains('@')));
    assert_eq!(answer["data"]["domain"], DOMAIN);
    assert!(answer["meta"]["results"].as_u64().unwrap() >= emails.len() as u64);
    let unread = caller.get(&path(40)).await;
    assert_eq!((unread.status, &unread.json()["errors"][0]["id"]), (400, &json!("wrong_params")));
    if answer["meta"]["results"].as_u64().unwrap() > 2 {
        let next = caller.get(&path(2)).await.ok();
        assert_ne!(next["data"]["emails"][0]["value"], emails[0]["value"]);
    }
    let senior = caller
        .get(&format!("/dialect/hunter/v2/domain-search?domain={DOMAIN}&seniority=executive"))
        .await
        .ok();
    let all_executive =
        senior["data"]["emails"].as_array().unwrap().iter().all(|email| email["seniority"] == "executive");
    assert!(all_executive, "{senior}");
    for wrong in ["seniority=royal", "type=generic", "required_field=shoe", "limit=1000", "colour=red"] {
        let refused = caller.get(&format!("/dialect/hunter/v2/domain-search?domain={DOMAIN}&{wrong}")).await;
        assert_eq!(refused.status, 400, "{wrong}: {}", refused.text);
    }
}

#[tokio::test]
async fn counting_emails_is_free() {
    let server = TestServer::start().await;
    let caller = server.account(10).await;
    let answer = caller.get(&format!("/dialect/hunter/v2/email-count?domain={DOMAIN}")).await.ok();
    let total = answer["data"]["total"].as_u64().unwrap();
    assert!(total > 0, "{answer}");
    // Values of few people would be those of one of them.
    let departments = answer["data"]["department"].as_object().unwrap();
    let are_counted = departments.values().any(|count| count.as_u64().is_some_and(|count| count > 0));
    assert_eq!(are_counted, total >= 5, "{answer}");
    assert_eq!(server.balance(&caller).to_string(), "10");
    assert_eq!(caller.get("/dialect/hunter/v2/email-count").await.status, 400);
}

#[tokio::test]
async fn the_account_says_what_is_left() {
    let server = TestServer::start().await;
    let caller = server.account(10).await;
    caller.get(&format!("/dialect/hunter/v2/people/find?email={EMAIL}")).await.ok();
    let data = caller.get("/dialect/hunter/v2/account").await.ok()["data"].clone();
    assert_eq!(data["calls"], json!({ "used": 1, "available": 10 }));
    assert_eq!(data["plan_name"], "scale");
    assert!(data.get("left").is_none());
}

#[tokio::test]
async fn a_key_is_taken_from_query_header_and_bearer() {
    let server = TestServer::start().await;
    let caller = server.account(10).await;
    let path = "/dialect/hunter/v2/account";
    caller.get_plain(&format!("{path}?api_key={}", caller.key), &[]).await.ok();
    caller.get_plain(path, &[("x-api-key", &caller.key)]).await.ok();
    caller.get_plain(path, &[("authorization", &format!("Bearer {}", caller.key))]).await.ok();
}

#[tokio::test]
async fn people_and_companies_are_found_in_the_shape_they_share() {
    let server = TestServer::start().await;
    let caller = server.account(10).await;
    let person = caller.get(&format!("/dialect/hunter/v2/people/find?email={EMAIL}")).await.ok();
    assert_eq!(person["data"]["name"]["fullName"], "Marta Quist");
    let company = caller.get(&format!("/dialect/hunter/v2/companies/find?domain={DOMAIN}")).await.ok();
    assert_eq!(company["data"]["domain"], DOMAIN);
    let both = caller.get(&format!("/dialect/hunter/v2/combined/find?email={EMAIL}")).await.ok();
    assert_eq!(both["data"]["company"]["id"], company["data"]["id"]);
}

#[tokio::test]
async fn a_domain_search_that_could_answer_no_email_is_refused_before_it_costs() {
    let server = TestServer::start().await;
    let caller = server.account(2).await;
    let refused = caller.get(&format!("/dialect/hunter/v2/domain-search?domain={DOMAIN}")).await;
    assert_eq!(refused.status, 429, "{}", refused.text);
    assert_eq!(server.balance(&caller).to_string(), "2");
}
