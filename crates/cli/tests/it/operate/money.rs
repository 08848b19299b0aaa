//! `brimful credits` and `brimful account close`: what an operator does with money, once.

use serde_json::json;

use crate::{
    http::Caller,
    process::{Place, within_a_second},
};

/// A place with one person, an account and its key.
fn place() -> (Place, String, String) {
    let place = Place::new();
    place.write("people.csv", "Name,Email\nJo Doe,jo@acme.example\n");
    place.json(&["import", "people", "people.csv", "--source", "crm", "--data", "data"]);
    let (account, key) = place.account("ada@customer.example", "5");
    (place, account, key)
}

#[test]
fn a_grant_under_a_reference_is_made_once_and_says_so() {
    let (place, account, _) = place();
    let grant = ["credits", "grant", &account, "10", "--id", "invoice-7", "--data", "data"];
    assert_eq!(place.json(&grant)["already_entered"], false);
    let again = place.run(&grant);
    assert_eq!(again.code, Some(0));
    assert!(
        again.stdout.contains("has 15 credits") && again.stdout.contains("not again now"),
        "{}",
        again.stdout
    );
    assert_eq!(place.json(&grant)["balance"], 15);
    let (other, _) = place.account("bob@customer.example", "0");
    for arguments in [[account.as_str(), "11"], [other.as_str(), "10"]] {
        let command =
            [&["credits", "grant"], &arguments[..], &["--id", "invoice-7", "--data", "data"]].concat();
        let sentence = place.refusal(&command);
        assert!(sentence.contains("invoice-7 was used for another grant"), "{sentence}");
    }
}

#[test]
fn a_refund_reaches_the_running_server_its_history_and_its_statement() {
    let (place, account, key) = place();
    let server = place.serve();
    let caller = Caller::new(&server.address, &key);
    let answer = caller.post("/v1/enrich", &json!({ "email": "jo@acme.example" }));
    let request = answer.header("x-request-id").unwrap().to_owned();
    assert_eq!(caller.balance(), 4.0);
    let refunded = place.json(&["credits", "refund", &request, "--reason", "stale", "--data", "data"]);
    assert_eq!((&refunded["credits"], &refunded["balance"]), (&json!(1), &json!(5)));
    within_a_second(|| caller.balance() == 5.0);
    let sentence = place.refusal(&["credits", "refund", &request, "--data", "data"]);
    assert!(sentence.contains("was refunded 1 credits at"), "{sentence}");
    let sentence = place.refusal(&["credits", "refund", &request, "--id", "t-1", "--data", "data"]);
    assert!(sentence.contains("was charged 1 credits, of which 1 are refunded"), "{sentence}");
    assert_eq!(place.refusal(&["credits", "refund", "req_no", "--data", "data"]), "no such charged request");
    let history = caller.get("/v1/me/history?charged=true").json();
    assert_eq!(history["results"][0]["refunded"], 1);
    let text = place.run(&["credits", "statement", &account, "--data", "data"]).stdout;
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines[lines.len() - 1]), ("opening balance 0", "closing balance 5"));
    assert!(text.contains("stale") && text.matches(&request).count() == 3, "{text}");
    let csv = place.run(&["credits", "statement", &account, "--csv", "--data", "data"]).stdout;
    assert!(csv.starts_with("at,credits,balance,reason,request_id,refunds,reference\n"), "{csv}");
    assert_eq!(csv.lines().count(), 4, "{csv}");
    assert_eq!(place.json(&["doctor", "--data", "data"])["ok"], true);
}

#[test]
fn a_statement_of_a_span_begins_and_ends_with_its_balances() {
    let (place, account, _) = place();
    let later = ["--since", "2999-01-01T00:00:00Z"];
    let earlier = ["--until", "2000-01-01T00:00:00Z"];
    let statement = |span: &[&str]| {
        place.json(&[&["credits", "statement", account.as_str(), "--data", "data"], span].concat())
    };
    assert_eq!((&statement(&later)["opening"], &statement(&later)["closing"]), (&json!(5), &json!(5)));
    assert_eq!((&statement(&earlier)["opening"], &statement(&earlier)["closing"]), (&json!(0), &json!(0)));
}

#[test]
fn a_closed_account_is_refused_by_the_running_server_until_it_is_opened_again() {
    let (place, account, key) = place();
    let server = place.serve();
    let caller = Caller::new(&server.address, &key);
    assert_eq!(caller.get("/v1/me").status, 200);
    place.json(&["account", "close", &account, "--data", "data"]);
    within_a_second(|| caller.get("/v1/me").status == 403);
    assert_eq!(caller.get("/v1/me").json()["code"], "account_closed");
    let list = place.run(&["account", "list", "--data", "data"]).stdout;
    assert!(list.contains("closed"), "{list}");
    place.json(&["account", "reopen", "ada@customer.example", "--data", "data"]);
    within_a_second(|| caller.get("/v1/me").status == 200);
}

#[test]
fn a_folder_of_an_older_schema_is_migrated_and_proven() {
    for fixture in [
        include_str!("../../../../store/tests/fixtures/schema-1.sql"),
        include_str!("../../../../store/tests/fixtures/schema-2.sql"),
    ] {
        let place = Place::new();
        std::fs::create_dir(place.path("data")).unwrap();
        crate::process::open_database(&place.path("data")).execute_batch(fixture).unwrap();
        place.serve().stop();
        let doctor = place.json(&["doctor", "--data", "data"]);
        assert_eq!(doctor["ok"], true, "{doctor}");
    }
}

#[test]
fn a_dropped_table_is_reported_by_doctor() {
    for (statement, expected) in [
        ("DROP TABLE monthly_credit", "the table monthly_credit is missing"),
        ("DROP TRIGGER ledger_keeps_rows", "the trigger ledger_keeps_rows is missing"),
        ("DROP INDEX ledger_from", "the index ledger_from is missing"),
        ("CREATE TABLE extra (x)", "the table extra is not of this version"),
    ] {
        let (place, ..) = place();
        crate::process::open_database(&place.path("data")).execute_batch(statement).unwrap();
        let report = place.run(&["doctor", "--data", "data"]);
        assert_eq!(report.code, Some(1), "{statement}");
        let line = report.stdout.lines().find(|line| line.starts_with("FAIL  schema "));
        assert!(line.is_some_and(|line| line.contains(expected)), "{}", report.stdout);
    }
}
