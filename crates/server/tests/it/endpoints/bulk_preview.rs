//! Previews of bulk jobs: whether the first items would be found, within the day's rows, and nothing that is sold.

use serde_json::{Value, json};
use sources::vendor::Fact;
use store::{Credits, Plan};

use crate::support::{
    Account, HARBOR, KATHERINE, PostOffice, TestServer, TestVendor, json_answer, person, vendors,
};

const PEOPLE: &str = "/v1/bulk/enrich";

async fn preview(account: &Account, path: &str, items: &[Value]) -> Value {
    account.post(path, json!({ "items": items, "preview": true })).await.ok()
}

fn statuses(quote: &Value) -> Vec<&str> {
    quote["rows"].as_array().unwrap().iter().map(|row| row["status"].as_str().unwrap()).collect()
}

async fn server_with(rows_per_day: u64) -> (TestServer, Account) {
    let server = TestServer::with(|setup| setup.settings.limits.preview_rows_per_day = rows_per_day).await;
    let account = server.account(Plan::Pro, 100).await;
    (server, account)
}

#[tokio::test]
async fn every_kind_tells_what_would_be_found_and_what_is_asked_later() {
    let office = PostOffice::start().await;
    let verifier = office.verifier();
    let server = TestServer::with(|setup| setup.verifier = Some(verifier)).await;
    let account = server.account(Plan::Pro, 100).await;
    let name = |first: &str, last: &str| json!({ "firstName": first, "lastName": last, "domain": HARBOR });
    let (found, missed, wrong) = ("found", "not_found", "invalid");
    let later = "asked_when_run";
    for (path, items, expected) in [
        (
            PEOPLE,
            [
                json!({ "networkUrl": KATHERINE }),
                json!({ "email": "nobody@harbor.example" }),
                json!({ "firstName": "Ada" }),
            ],
            [found, missed, wrong],
        ),
        (
            "/v1/bulk/companies",
            [json!({ "domain": HARBOR }), json!({ "name": "No Such Company" }), json!({ "country": "DE" })],
            [found, missed, wrong],
        ),
        (
            "/v1/bulk/verify-email",
            [json!({ "email": "nora@quill.example" }), json!({ "email": "x@quill.example" }), json!({})],
            [later, later, wrong],
        ),
        (
            "/v1/bulk/find-email",
            [name("Katherine", "Brandt"), name("No", "Body"), name("Ada", "")],
            [later, later, wrong],
        ),
        (
            "/v1/bulk/find-phone",
            [name("Katherine", "Brandt"), name("No", "Body"), json!({ "domain": HARBOR })],
            [found, missed, wrong],
        ),
        (
            "/v1/bulk/reverse-email",
            [
                json!({ "email": "k.brandt@harbor.example" }),
                json!({ "email": "nobody@harbor.example" }),
                json!({ "email": "x" }),
            ],
            [found, missed, wrong],
        ),
        (
            "/v1/bulk/reverse-phone",
            [
                json!({ "phone": "+12025550143" }),
                json!({ "phone": "+12025550999" }),
                json!({ "phone": "12" }),
            ],
            [found, missed, wrong],
        ),
    ] {
        let quote = preview(&account, path, &items).await;
        assert_eq!(statuses(&quote), expected, "{path}: {quote}");
        assert!(!quote["rows"][2]["errors"].as_array().unwrap().is_empty(), "{path}: {quote}");
    }
    assert_eq!(office.asked(), 0, "no mail server is asked");
    assert_eq!(server.balance(&account), Credits::whole(100));
    assert!(server.store.people_seen(&account.id, None, None, 10).unwrap().is_empty());
}

#[tokio::test]
async fn a_row_tells_neither_who_a_person_is_nor_what_a_company_is_worth() {
    let (_server, account) = server_with(100).await;
    let items = [json!({ "ref": "row 1", "networkUrl": KATHERINE })];
    let person = preview(&account, PEOPLE, &items).await["rows"][0].take();
    assert_eq!(person, json!({ "index": 0, "ref": "row 1", "status": "found", "record": "person" }));
    let company = preview(&account, "/v1/bulk/companies", &[json!({ "domain": HARBOR })]).await;
    let company = &company["rows"][0];
    assert_eq!((&company["status"], &company["record"]), (&json!("found"), &json!("company")));
    let has: Vec<&str> =
        company["has"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert!(has.contains(&"industry") && has.contains(&"updatedAt"), "{company}");
    let members: Vec<&String> = company.as_object().unwrap().keys().collect();
    assert_eq!(members, ["index", "status", "record", "has"], "names of fields, no values");
}

#[tokio::test]
async fn rows_are_taken_from_the_account_s_day_and_end_with_it() {
    let (server, account) = server_with(12).await;
    server.store.ingest((0..20).map(person).collect()).await.unwrap();
    server.indexed().await;
    let items: Vec<Value> =
        (0..20).map(|number| json!({ "email": format!("person{number}@quill.example") })).collect();
    let first = preview(&account, PEOPLE, &items).await;
    assert_eq!((statuses(&first).len(), &first["rows_left_today"]), (10, &json!(2)));
    assert_eq!(first["would_cost"]["max_credits"], 20, "the price is that of all");

    // An item that is wrong and one that is asked outside tell nothing about the records, and take no row.
    let wrong = [json!({ "email": "x" }), items[0].clone(), items[1].clone(), items[2].clone()];
    let second = preview(&account, PEOPLE, &wrong).await;
    assert_eq!(statuses(&second), ["invalid", "found", "found"]);
    assert_eq!(second["rows_left_today"], 0);
    let third = preview(&account, PEOPLE, &wrong).await;
    assert_eq!(statuses(&third), ["invalid"], "{third}");
    let outside = preview(&account, "/v1/bulk/verify-email", &items).await;
    assert_eq!(statuses(&outside), ["asked_when_run"; 10]);
    let masked = json!({ "filters": { "titles": ["Sales"] }, "preview": true });
    assert_eq!(account.post("/v1/search/people", masked).await.ok()["rows"], json!([]), "one quota");
    let other = server.account(Plan::Pro, 100).await;
    assert_eq!(statuses(&preview(&other, PEOPLE, &items).await).len(), 10);
    server.wait(24 * 3600);
    assert_eq!(statuses(&preview(&account, PEOPLE, &items).await).len(), 10);
}

#[tokio::test]
async fn what_a_vendor_may_know_is_asked_when_the_job_runs_and_not_before() {
    let says = |_: &str| json_answer(&json!({ "phone": "+447700900123", "valid": "true" }));
    let vendor = [TestVendor::start("knows", Fact::Mobile, says).await];
    let server = TestServer::with(|setup| setup.external = vendors(&vendor)).await;
    let account = server.account(Plan::Pro, 100).await;
    let stranger = json!({ "firstName": "Nora", "lastName": "Lind", "domain": "quill.example" });
    let quote = preview(&account, "/v1/bulk/find-phone", &[stranger]).await;
    assert_eq!(statuses(&quote), ["asked_when_run"]);
    assert_eq!(vendor[0].requests(), 0);
}
