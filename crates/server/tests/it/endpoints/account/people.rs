//! `GET /v1/me/people`: every person ever resolved, once each.

use serde_json::{Value, json};
use store::Plan;

use crate::support::{JONAS, KATHERINE, TestServer, person};

#[tokio::test]
async fn a_person_is_listed_once_with_first_and_last_time() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    account.post("/v1/enrich", json!({ "networkUrl": KATHERINE })).await.ok();
    let first = server.now();
    server.wait(60);
    account.post("/v1/reverse-email", json!({ "email": "k.brandt@harbor.example" })).await.ok();
    account.post("/v1/enrich", json!({ "networkUrl": JONAS })).await.ok();
    account.post("/v1/enrich", json!({ "networkUrl": "https://network.example/in/nobody" })).await.ok();

    let people = account.get("/v1/me/people").await;
    let results = people.ok()["results"].clone();
    let names: Vec<&Value> =
        results.as_array().unwrap().iter().map(|row| &row["person"]["fullName"]).collect();
    assert_eq!(names, ["Jonas Weber", "Katherine Brandt"], "latest first");
    let mut katherine = results[1].clone();
    katherine["person"].take();
    assert_eq!(
        katherine,
        json!({
            "person": null,
            "first_resolved_at": first,
            "first_resolved_by": "enrich",
            "last_resolved_at": server.now(),
            "last_resolved_by": "reverse_email",
            "times": 2,
            "endpoints": ["enrich", "reverse_email"],
            "bought": katherine["bought"],
        })
    );
    let bought = &katherine["bought"];
    assert_eq!(
        (&bought[0]["kind"], &bought[0]["value"]),
        (&json!("email"), &json!("k.brandt@harbor.example"))
    );
    assert_eq!((bought.as_array().unwrap().len(), &bought[0]["endpoint"]), (1, &json!("enrich")), "once");
    let text = people.text();
    assert!(!text.contains("+1202") && !text.contains("gmail"), "no contact that was not paid for: {text}");
}

#[tokio::test]
async fn contacts_that_were_paid_for_are_listed_with_the_request_that_bought_them() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 100).await;
    let phone = json!({ "firstName": "Katherine", "lastName": "Brandt", "domain": "harbor.example" });
    let phone = account.post("/v1/find-phone", phone).await;
    phone.ok();
    account.post("/v1/search/people", json!({ "filters": { "name": "Jonas Weber" } })).await;
    let people = account.get("/v1/me/people").await.ok();
    let katherine =
        &people["results"].as_array().unwrap().iter().find(|row| row["person"]["lastName"] == "Brandt");
    let expected = json!([{
        "kind": "phone", "value": "+12025550143", "endpoint": "find_phone",
        "request_id": phone.header("x-request-id"), "bought_at": server.now(),
    }]);
    assert_eq!(katherine.unwrap()["bought"], expected);
    for (q, count) in [("5550143", 1), ("harbor.exam", 1), ("harbor systems", 1), ("k.brandt@", 0)] {
        let found = account.get(&format!("/v1/me/people?q={q}")).await.ok();
        assert_eq!(
            found["results"].as_array().unwrap().len(),
            count,
            "{q}: an email that was not bought is not told"
        );
    }
}

#[tokio::test]
async fn people_are_found_by_part_of_their_name() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 10).await;
    for url in [KATHERINE, JONAS] {
        account.post("/v1/enrich", json!({ "networkUrl": url })).await.ok();
    }
    for (q, count) in [("brandt", 1), ("KATH", 1), ("e", 2), ("%25", 0), ("_", 0)] {
        let people = account.get(&format!("/v1/me/people?q={q}")).await.ok();
        assert_eq!(people["results"].as_array().unwrap().len(), count, "{q}");
    }
}

#[tokio::test]
async fn pages_neither_skip_nor_repeat_while_more_people_are_resolved() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 100).await;
    server.store.ingest((0..30).map(person).collect()).await.unwrap();
    let resolve = async |number: usize| {
        let email = format!("person{number}@quill.example");
        let answer = account.post("/v1/reverse-email", json!({ "email": email })).await.ok();
        answer["person"]["id"].clone()
    };
    let mut resolved = Vec::new();
    for number in 0..23 {
        // Several at one time: then the id decides the order.
        server.wait(i64::from(number % 4 == 0));
        resolved.push(resolve(number).await);
    }
    let mut seen = Vec::new();
    let mut cursor = Value::Null;
    for page in 0.. {
        let query = cursor.as_str().map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        let answer = account.get(&format!("/v1/me/people?limit=7{query}")).await.ok();
        seen.extend(answer["results"].as_array().unwrap().iter().map(|row| row["person"]["id"].clone()));
        cursor = answer["next_cursor"].clone();
        if cursor.is_null() {
            break;
        }
        server.wait(1);
        resolve(23 + page).await;
        resolve(0).await;
    }
    let sorted = |mut ids: Vec<Value>| {
        ids.sort_by_key(Value::to_string);
        ids
    };
    assert_eq!(sorted(seen), sorted(resolved));
}
