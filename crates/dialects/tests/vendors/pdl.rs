//! People Data Labs.

use serde_json::json;

use crate::support::{DOMAIN, EMAIL, PROFILE, TestServer};

#[tokio::test]
async fn a_person_is_enriched_by_get_and_by_post() {
    let server = TestServer::start().await;
    let caller = server.account(10).await;
    let got = caller.get(&format!("/dialect/pdl/v5/person/enrich?email={EMAIL}&pretty=true")).await;
    assert_eq!(got.header("x-call-credits-spent"), "1");
    assert_eq!(got.header("x-totallimit-remaining"), "9");
    let got = got.ok();
    assert_eq!(got["status"], 200);
    assert!((1..=10).contains(&got["likelihood"].as_i64().unwrap()), "{got}");
    let data = &got["data"];
    assert_eq!(data["full_name"], "marta quist");
    assert_eq!(data["work_email"], EMAIL);
    assert_eq!(data["emails"], json!([{ "address": EMAIL, "type": "current_professional" }]));
    assert_eq!(data["job_company_website"], DOMAIN);
    assert_eq!(data["linkedin_url"], "network.example/in/marta-quist");
    assert_eq!(data["linkedin_username"], "marta-quist");
    assert_eq!(data["mobile_phone"], json!(null), "a mobile is sold by another call");
    assert!(data["experience"][0]["company"]["name"].is_string(), "{data}");
    let posted = caller
        .post("/dialect/pdl/v5/person/enrich", json!({ "profile": [PROFILE], "titlecase": true }))
        .await
        .ok();
    assert_eq!(posted["data"]["full_name"], "Marta Quist");
    assert_eq!(posted["data"]["id"], data["id"]);
    let by_name =
        format!("/dialect/pdl/v5/person/enrich?name=Marta%20Quist&company={DOMAIN}&include_if_matched=true");
    let by_name = caller.get(&by_name).await.ok();
    assert_eq!(by_name["data"]["id"], data["id"]);
    assert!(by_name["matched"].as_array().unwrap().contains(&json!("name")), "{by_name}");
}

#[tokio::test]
async fn what_is_required_decides_whether_a_person_is_found_and_paid_for() {
    let server = TestServer::start().await;
    let caller = server.account(10).await;
    let path = |required: &str| format!("/dialect/pdl/v5/person/enrich?email={EMAIL}&required={required}");
    caller.get(&path("work_email%20AND%20job_title")).await.ok();
    assert_eq!(server.balance(&caller).to_string(), "9");
    let lacking = caller.get(&path("job_title%20AND%20github_url")).await;
    assert_eq!(lacking.status, 404, "{}", lacking.text);
    assert_eq!(server.balance(&caller).to_string(), "9");
    let alternatives = caller.get(&path("job_title%20OR%20github_url")).await;
    assert_eq!(
        (alternatives.status, &alternatives.json()["error"]["type"]),
        (400, &json!("invalid_request_error"))
    );
    let unknown = caller.get(&path("mobile_phone")).await;
    assert!(unknown.text.contains("mobile_phone"), "{}", unknown.text);
}

#[tokio::test]
async fn a_likelihood_is_asked_for_and_answered_on_one_scale() {
    let server = TestServer::start().await;
    let caller = server.account(10).await;
    let path = |least: i64| format!("/dialect/pdl/v5/person/enrich?email={EMAIL}&min_likelihood={least}");
    let found = caller.get(&path(1)).await.ok()["likelihood"].as_i64().unwrap();
    assert_eq!(caller.get(&path(found)).await.ok()["likelihood"], found);
    if found < 10 {
        assert_eq!(caller.get(&path(found + 1)).await.status, 404);
    }
    assert_eq!(caller.get(&path(11)).await.status, 400);
}

#[tokio::test]
async fn a_bulk_call_answers_each_request_by_itself() {
    let server = TestServer::start().await;
    let caller = server.account(10).await;
    let requests = json!([
        { "params": { "email": EMAIL }, "metadata": { "row": 1 } },
        { "params": { "email": "nobody@tidewater.example" }, "metadata": { "row": 2 } },
        { "params": { "shoe_size": 43 } },
    ]);
    let answer = caller.post("/dialect/pdl/v5/person/bulk", json!({ "requests": requests })).await;
    assert_eq!(answer.header("x-call-credits-spent"), "1");
    let answer = answer.ok();
    let statuses: Vec<_> = answer.as_array().unwrap().iter().map(|item| item["status"].clone()).collect();
    assert_eq!(statuses, [200, 404, 400]);
    assert_eq!((&answer[0]["metadata"]["row"], &answer[1]["metadata"]["row"]), (&json!(1), &json!(2)));
    assert!(answer[2]["error"]["message"].as_str().unwrap().contains("shoe_size"));
    let many: Vec<_> = (0..101).map(|_| json!({ "params": { "email": EMAIL } })).collect();
    assert_eq!(caller.post("/dialect/pdl/v5/person/bulk", json!({ "requests": many })).await.status, 400);
}

#[tokio::test]
async fn a_person_is_identified_as_the_only_match() {
    let server = TestServer::start().await;
    let caller = server.account(10).await;
    let path = format!("/dialect/pdl/v5/person/identify?first_name=Marta&last_name=Quist&company={DOMAIN}");
    let answer = caller.get(&path).await.ok();
    assert_eq!(answer["matches"].as_array().unwrap().len(), 1);
    assert_eq!(answer["matches"][0]["data"]["work_email"], EMAIL);
    assert!(answer["matches"][0]["match_score"].as_i64().unwrap() > 50);
}

#[tokio::test]
async fn a_company_is_enriched_cleaned_and_completed() {
    let server = TestServer::start().await;
    let caller = server.account(10).await;
    let company = caller.get(&format!("/dialect/pdl/v5/company/enrich?website={DOMAIN}")).await.ok();
    assert_eq!((&company["status"], &company["website"]), (&json!(200), &json!(DOMAIN)));
    assert!(company["likelihood"].is_i64() && company["location"]["country"].is_string(), "{company}");
    let clean = caller.get(&format!("/dialect/pdl/v5/company/clean?website={DOMAIN}")).await.ok();
    assert_eq!(clean["id"], company["id"]);
    let bulk = json!({ "requests": [{ "params": { "website": DOMAIN } }, { "params": { "website": "no.example" } }] });
    let bulk = caller.post("/dialect/pdl/v5/company/enrich/bulk", bulk).await.ok();
    assert_eq!((&bulk[0]["status"], &bulk[1]["status"]), (&json!(200), &json!(404)));
    let before = server.balance(&caller);
    let typed = caller.get("/dialect/pdl/v5/autocomplete?field=company&text=tide&size=5").await.ok();
    assert_eq!(typed["data"][0]["meta"]["website"], DOMAIN);
    assert_eq!(server.balance(&caller), before, "completing is free");
    assert_eq!(caller.get("/dialect/pdl/v5/autocomplete?field=title&text=x").await.status, 400);
}

#[tokio::test]
async fn a_key_may_be_as_long_as_a_package_wants_it() {
    let server = TestServer::start().await;
    let caller = server.account(10).await;
    let padded = format!("{:-<64}", caller.key);
    assert_eq!(padded.len(), 64);
    caller.with_key(&padded).get(&format!("/dialect/pdl/v5/person/enrich?email={EMAIL}")).await.ok();
    let in_query = format!("/dialect/pdl/v5/person/enrich?email={EMAIL}&api_key={padded}");
    caller.get_plain(&in_query, &[]).await.ok();
}

#[tokio::test]
async fn only_the_fields_that_were_asked_for_are_answered() {
    let server = TestServer::start().await;
    let caller = server.account(10).await;
    let path = |fields: &str| format!("/dialect/pdl/v5/person/enrich?email={EMAIL}&data_include={fields}");
    let some = caller.get(&path("full_name,work_email")).await.ok();
    assert_eq!(some["data"], json!({ "full_name": "marta quist", "work_email": EMAIL }));
    let others = caller.get(&path("-experience,education")).await.ok();
    assert!(others["data"].get("experience").is_none() && others["data"]["full_name"].is_string());
}
