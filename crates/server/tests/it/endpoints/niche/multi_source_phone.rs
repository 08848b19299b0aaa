//! `/v1/multi-source-phone`: one source after the other, and what each said.

use serde_json::{Value, json};
use sources::vendor::Fact;
use store::{Credits, Plan};

use crate::support::{
    JONAS, KATHERINE, TestServer, TestVendor, failure, json_answer, miss, phone_validated, vendors,
    with_phones,
};

const PATH: &str = "/v1/multi-source-phone";
const DAY: i64 = 24 * 3_600;

/// What a vendor says about a person's mobile.
enum Says {
    Mobile(&'static str),
    Unchecked(&'static str),
    Unknown,
    Failure,
}

async fn server(says: Vec<(&'static str, Says)>) -> (TestServer, Vec<TestVendor>) {
    let mut asked = Vec::new();
    for (name, says) in says {
        let script = move |_: &str| match says {
            Says::Mobile(number) => json_answer(&json!({ "phone": number, "valid": "true" })),
            Says::Unchecked(number) => json_answer(&json!({ "phone": number })),
            Says::Unknown => miss(),
            Says::Failure => failure(),
        };
        asked.push(TestVendor::start(name, Fact::Mobile, script).await);
    }
    (TestServer::with(|setup| setup.external = vendors(&asked)).await, asked)
}

/// Requests that all vendors together have received.
fn requests(vendors: &[TestVendor]) -> usize {
    vendors.iter().map(TestVendor::requests).sum()
}

fn attempts(answer: &Value) -> Vec<(&str, &str)> {
    let said = |attempt: &'_ Value| attempt["latency_ms"].is_u64();
    let all = answer["attempts"].as_array().unwrap();
    assert!(all.iter().all(said), "{answer}");
    all.iter()
        .map(|attempt| (attempt["provider"].as_str().unwrap(), attempt["outcome"].as_str().unwrap()))
        .collect()
}

/// A person without a record.
fn stranger() -> Value {
    json!({ "fullName": "Nora Lind", "company_domain": "quill.example" })
}

#[tokio::test]
async fn the_records_come_first_and_no_source_is_asked_when_they_know() {
    let (server, asked) = server(vec![("first-vendor", Says::Unknown)]).await;
    let account = server.account(Plan::Pro, 30).await;
    let answer = account.post(PATH, json!({ "networkUrl": KATHERINE })).await.ok();
    assert_eq!((&answer["phone"], &answer["source"]), (&json!("+12025550143"), &json!("records")));
    assert_eq!(attempts(&answer), [("records", "found")]);
    assert_eq!(answer["cost"], json!({ "credits": 14, "balance_remaining": 16 }));
    assert_eq!(requests(&asked), 0);
}

#[tokio::test]
async fn each_source_is_asked_in_turn_until_one_gives_a_mobile() {
    let (server, asked) = server(vec![
        ("knows-nobody", Says::Unknown),
        ("is-broken", Says::Failure),
        ("knows-a-landline", Says::Mobile("+442079460123")),
        ("knows", Says::Mobile("+447700900123")),
        ("is-not-asked", Says::Mobile("+447700900999")),
    ])
    .await;
    let account = server.account(Plan::Pro, 100).await;
    let answer = account.post(PATH, stranger()).await.ok();
    assert_eq!((&answer["phone"], &answer["source"]), (&json!("+447700900123"), &json!("knows")));
    let expected = [
        ("records", "not_found"),
        ("knows-nobody", "not_found"),
        ("is-broken", "failed"),
        ("knows-a-landline", "not_mobile"),
        ("knows", "found"),
    ];
    assert_eq!(attempts(&answer), expected);
    assert_eq!(requests(&asked), 4);
    server.wait(365 * DAY - 1);
    let again = account.post(PATH, stranger()).await.ok();
    assert_eq!(attempts(&again), [("records", "not_found"), ("cache", "found")]);
    assert_eq!((&again["phone"], &again["source"]), (&answer["phone"], &answer["source"]));
    assert_eq!(requests(&asked), 4, "a year is not over");
    server.wait(1);
    account.post(PATH, stranger()).await.ok();
    assert_eq!(requests(&asked), 8);
    let history = account.get("/v1/me/history").await.ok();
    let cache: Vec<_> =
        history["results"].as_array().unwrap().iter().map(|row| row["cache"].clone()).collect();
    assert_eq!(cache, ["miss", "hit", "miss"]);
    assert_eq!(history["summary"]["credits"], 14, "a number is charged once");
}

#[tokio::test]
async fn a_number_that_its_vendor_did_not_check_is_passed_over_for_one_that_was() {
    let (server, asked) = server(vec![
        ("guesses", Says::Unchecked("+447700900111")),
        ("knows", Says::Mobile("+447700900123")),
        ("is-not-asked", Says::Mobile("+447700900999")),
    ])
    .await;
    let account = server.account(Plan::Pro, 100).await;
    let answer = account.post(PATH, stranger()).await.ok();
    assert_eq!((&answer["phone"], &answer["status"]), (&json!("+447700900123"), &json!("verified")));
    let expected = [("records", "not_found"), ("guesses", "unverified"), ("knows", "found")];
    assert_eq!((attempts(&answer), requests(&asked)), (expected.to_vec(), 2));
}

#[tokio::test]
async fn not_found_costs_nothing_and_is_cached_for_a_week_if_every_source_answered() {
    let (server, asked) = server(vec![("knows-nobody", Says::Unknown)]).await;
    let account = server.account(Plan::Pro, 30).await;
    for (wait, expected) in [(0, 1), (7 * DAY - 1, 1), (1, 2)] {
        server.wait(wait);
        let answer = account.post(PATH, stranger()).await.ok();
        assert_eq!((&answer["found"], &answer["cost"]["credits"]), (&json!(false), &json!(0)));
        assert_eq!(requests(&asked), expected);
    }
}

#[tokio::test]
async fn sources_that_all_failed_are_unavailable_and_asked_again_the_next_time() {
    let (server, asked) = server(vec![("is-broken", Says::Failure)]).await;
    let account = server.account(Plan::Pro, 30).await;
    for expected in 1..=2 {
        account.post(PATH, stranger()).await.problem(503, "sources_unavailable");
        assert_eq!(requests(&asked), expected);
    }
    assert_eq!(server.balance(&account), Credits::whole(30), "nothing is charged");
}

#[tokio::test]
async fn without_other_sources_the_records_alone_answer() {
    let (server, _) = server(Vec::new()).await;
    let account = server.account(Plan::Pro, 30).await;
    let answer = account.post(PATH, stranger()).await.ok();
    assert_eq!(attempts(&answer), [("records", "not_found")]);
    assert_eq!(account.post(PATH, json!({ "networkUrl": JONAS })).await.ok()["found"], true);
}

/// What a carrier says about every number; none if it is down.
async fn checked_by(says: Option<Value>) -> (Value, usize) {
    let script = move |path: &str| match &says {
        Some(line) if path.starts_with("/line") => json_answer(line),
        Some(_) => miss(),
        None => failure(),
    };
    let carriers = [TestVendor::start("carriers", Fact::PhoneCheck, script).await];
    let server = TestServer::with(|setup| setup.external = vendors(&carriers)).await;
    let account = server.account(Plan::Pro, 100).await;
    let unchecked = with_phones("Nora Lind", "quill.example", vec![phone_validated("+447700900123", None)]);
    server.store.ingest(vec![unchecked]).await.unwrap();
    let question = stranger();
    let first = account.post(PATH, question.clone()).await.ok();
    let again = account.post(PATH, question).await.ok();
    assert_eq!(first["phone"], again["phone"]);
    (first, carriers[0].requests())
}

fn line(valid: bool, line_type: &str) -> Option<Value> {
    Some(json!({ "valid": valid.to_string(), "type": line_type, "carrier": "Nordnet" }))
}

#[tokio::test]
async fn an_unchecked_mobile_is_checked_at_its_carrier_once() {
    let (answer, asked) = checked_by(line(true, "mobile")).await;
    assert_eq!(attempts(&answer), [("records", "unverified"), ("carriers", "found")]);
    assert_eq!((&answer["found"], &answer["carrier"]), (&json!(true), &json!("Nordnet")));
    assert!(answer["last_validated_at"].is_string(), "{answer}");
    assert_eq!(asked, 1, "what it said is kept");
}

#[tokio::test]
async fn a_number_that_its_carrier_disowns_is_neither_answered_nor_charged() {
    for (says, outcome) in [(line(false, "mobile"), "out_of_date"), (line(true, "landline"), "not_mobile")] {
        let (answer, asked) = checked_by(says).await;
        assert_eq!(attempts(&answer), [("records", "unverified"), ("carriers", outcome)]);
        assert_eq!((&answer["found"], &answer["cost"]["credits"]), (&json!(false), &json!(0)));
        assert_eq!(asked, 1);
    }
}

#[tokio::test]
async fn a_carrier_that_cannot_be_asked_leaves_a_number_unchecked() {
    let (answer, _) = checked_by(None).await;
    assert_eq!((&answer["found"], attempts(&answer)), (&json!(false), vec![("records", "unverified")]));
    assert_eq!(answer["cost"]["credits"], 0);
}

#[tokio::test]
async fn a_preview_expects_no_charge_for_a_number_that_is_paid_for() {
    let (server, asked) = server(vec![("knows", Says::Mobile("+447700900123"))]).await;
    let account = server.account(Plan::Pro, 100).await;
    for person in [stranger(), json!({ "networkUrl": KATHERINE })] {
        let mut preview = person.clone();
        preview["preview"] = true.into();
        for expected in [14, 0] {
            let asked_before = requests(&asked);
            let quote = account.post(PATH, preview.clone()).await.ok();
            assert_eq!(quote["would_cost"], json!({ "max_credits": 14, "estimated_credits": expected }));
            assert_eq!(requests(&asked), asked_before, "a preview asks no source");
            let answer = account.post(PATH, person.clone()).await.ok();
            assert_eq!(answer["cost"]["credits"], expected);
        }
    }
}
