//! `/v1/find-phone`: the mobile of a person.

use serde_json::{Value, json};
use store::Plan;

use crate::support::{HARBOR, KATHERINE, QUILL, TestServer, faults, phone_validated as phone, with_phones};

const PATH: &str = "/v1/find-phone";
const DAY: i64 = 24 * 3_600;

fn of(first: &str, last: &str, domain: &str) -> Value {
    json!({ "firstName": first, "lastName": last, "domain": domain })
}

#[tokio::test]
async fn a_mobile_of_the_records_is_answered_with_what_is_known_of_it() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 30).await;
    let answer = account.post(PATH, of("Katherine", "Brandt", HARBOR)).await.ok();
    let expected = json!({
        "found": true,
        "phone": "+12025550143",
        "network_url": KATHERINE,
        "source": "records",
        "line_type": "mobile",
        "country": "US",
        "status": "verified",
        "last_validated_at": "2026-02-20T08:00:00Z",
        "fictional": true,
        "cost": { "credits": 12, "balance_remaining": 18 }
    });
    assert_eq!(answer, expected);
    let history = account.get("/v1/me/history").await.ok();
    assert_eq!(history["results"][0]["cache"], "hit");
    assert_eq!(account.get("/v1/me/people").await.ok()["results"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_mobile_is_good_for_a_year_after_it_was_validated() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 30).await;
    let validated = server.now();
    let phones = vec![phone("+447700900123", Some(validated))];
    let nora = with_phones("Nora Lind", QUILL, phones);
    server.store.ingest(vec![nora]).await.unwrap();
    server.wait(365 * DAY - 1);
    let answer = account.post(PATH, of("Nora", "Lind", QUILL)).await.ok();
    assert_eq!((&answer["phone"], &answer["country"]), (&json!("+447700900123"), &json!("GB")));
    assert_eq!(answer["last_validated_at"], json!(validated));
    server.wait(1);
    let answer = account.post(PATH, of("Nora", "Lind", QUILL)).await.ok();
    assert_eq!((&answer["found"], &answer["cost"]["credits"]), (&json!(false), &json!(0)));
    assert_eq!(answer.get("phone"), None);
}

#[tokio::test]
async fn a_validated_mobile_comes_before_an_unchecked_one_and_landlines_do_not_count() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 30).await;
    let now = server.now();
    let phones = vec![
        phone("+442079460123", Some(now)),
        phone("+447700900111", None),
        phone("+447700900222", Some(now)),
    ];
    server.store.ingest(vec![with_phones("Nora Lind", QUILL, phones)]).await.unwrap();
    let answer = account.post(PATH, of("Nora", "Lind", QUILL)).await.ok();
    assert_eq!(answer["phone"], "+447700900222");
    let landline = with_phones("Otto Berg", QUILL, vec![phone("+442079460124", Some(now))]);
    // A number of which the numbering plan does not tell whether it is a mobile.
    let open = with_phones("Pia Holm", QUILL, vec![phone("+12025550155", Some(now))]);
    server.store.ingest(vec![landline, open]).await.unwrap();
    for (first, last) in [("Otto", "Berg"), ("Pia", "Holm"), ("No", "Body")] {
        let answer = account.post(PATH, of(first, last, QUILL)).await.ok();
        assert_eq!((&answer["found"], &answer["cost"]["credits"]), (&json!(false), &json!(0)), "{last}");
    }
}

#[tokio::test]
async fn a_person_is_meant_by_the_id_of_their_record_alone() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Scale, 100).await;
    let nora = with_phones("Nora Lind", QUILL, vec![phone("+447700900222", Some(server.now()))]);
    server.store.ingest(vec![nora]).await.unwrap();
    server.indexed().await;
    let asked = json!({ "fullName": "Nora Lind", "company_domain": QUILL });
    let id = account.post("/v1/enrich", asked).await.ok()["person"]["id"].clone();
    let found = account.post(PATH, json!({ "person_id": id })).await.ok();
    assert_eq!(found["phone"], "+447700900222");
    let package = account.post("/v1/prospect-package", json!({ "person_id": id })).await.ok();
    assert_eq!((&package["phone"], &package["phone_status"]), (&json!("+447700900222"), &json!("verified")));
    account.post("/v1/find-email", json!({ "person_id": id })).await.ok();
    for path in [PATH, "/v1/find-email"] {
        let unknown = account.post(path, json!({ "person_id": "per_none" })).await.ok();
        assert_eq!((&unknown["found"], &unknown["cost"]["credits"]), (&json!(false), &json!(0)), "{path}");
        let both = json!({ "person_id": id, "firstName": "Nora", "lastName": "Lind", "domain": QUILL });
        account.post(path, both).await.problem(422, "invalid_request");
    }
}

#[tokio::test]
async fn a_number_that_is_reserved_for_fiction_is_never_that_of_a_person_at_a_real_company() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 30).await;
    let now = server.now();
    let real = with_phones("Nora Lind", "quillworks.com", vec![phone("+447700900123", Some(now))]);
    server.store.ingest(vec![real]).await.unwrap();
    for verified_only in [true, false] {
        let mut request = of("Nora", "Lind", "quillworks.com");
        request["verified_only"] = json!(verified_only);
        let answer = account.post(PATH, request).await.ok();
        assert_eq!((&answer["found"], &answer["cost"]["credits"]), (&json!(false), &json!(0)));
        assert_eq!(answer["reason"], "fictional");
    }
}

#[tokio::test]
async fn faulty_requests_are_told_what_is_missing() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 30).await;
    for (request, expected) in [
        (json!({}), vec!["/firstName: required", "/lastName: required"]),
        (json!({ "firstName": "Nora", "lastName": "Lind" }), vec!["/domain: required"]),
        (of("Nora", "Lind", "no domain"), vec!["/domain: invalid_value"]),
        (of("?", "!", QUILL), vec!["/firstName: invalid_value"]),
    ] {
        let problem = account.post(PATH, request).await.problem(422, "invalid_request");
        assert_eq!(faults(&problem), expected);
    }
}

#[tokio::test]
async fn a_number_that_was_never_checked_is_sold_only_to_those_who_ask_for_it() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 50).await;
    let validated = server.now();
    let stale = with_phones("Otto Berg", QUILL, vec![phone("+447700900222", Some(validated))]);
    let nora = with_phones("Nora Lind", QUILL, vec![phone("+447700900111", None)]);
    server.store.ingest(vec![nora, stale]).await.unwrap();
    server.wait(366 * DAY);
    for (first, last, status) in [("Nora", "Lind", "unverified"), ("Otto", "Berg", "stale")] {
        let answer = account.post(PATH, of(first, last, QUILL)).await.ok();
        assert_eq!((&answer["found"], &answer["cost"]["credits"]), (&json!(false), &json!(0)), "{last}");
        let mut any = of(first, last, QUILL);
        any["verified_only"] = json!(false);
        let answer = account.post(PATH, any).await.ok();
        assert_eq!((&answer["found"], &answer["status"]), (&json!(true), &json!(status)), "{last}");
        assert_eq!(answer["cost"]["credits"], 12);
    }
}

#[tokio::test]
async fn a_number_of_three_people_is_nobodys_own() {
    let server = TestServer::start().await;
    let account = server.account(Plan::Pro, 100).await;
    let (shared, own) = ("+4915122846197", "+4915122846184");
    let with = |name: &str, number: &str| with_phones(name, QUILL, vec![phone(number, Some(server.now()))]);
    server.store.ingest(vec![with("Nora Lind", shared), with("Ada Berg", shared)]).await.unwrap();
    let nora = of("Nora", "Lind", QUILL);
    let answer = account.post(PATH, nora.clone()).await.ok();
    assert_eq!((&answer["found"], &answer["shared_by"]), (&json!(true), &json!(2)), "{answer}");
    assert_eq!(answer.get("fictional"), None);

    server.store.ingest(vec![with("Bo Falk", shared)]).await.unwrap();
    let balance = server.balance(&account);
    let answer = account.post(PATH, nora.clone()).await.ok();
    assert_eq!((&answer["found"], &answer["reason"]), (&json!(false), &json!("shared")), "{answer}");
    assert_eq!(server.balance(&account), balance);
    let mut any = nora.clone();
    any["verified_only"] = json!(false);
    let answer = account.post(PATH, any).await.ok();
    assert_eq!((&answer["phone"], &answer["shared_by"]), (&json!(shared), &json!(3)));

    let phones = vec![phone(shared, Some(server.now())), phone(own, Some(server.now()))];
    server.store.ingest(vec![with_phones("Nora Lind", QUILL, phones)]).await.unwrap();
    let answer = account.post(PATH, nora).await.ok();
    assert_eq!((&answer["phone"], answer.get("shared_by")), (&json!(own), None), "{answer}");
}
