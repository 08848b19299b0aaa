//! `brimful doctor`: proof, or what is wrong.

use serde_json::json;

use crate::process::{Place, open_database};

#[test]
fn a_whole_store_is_proven_check_by_check() {
    let place = Place::new();
    place.account("ada@customer.example", "5");
    let doctor = place.json(&["doctor", "--data", "data"]);
    assert_eq!(doctor["ok"], true);
    let names: Vec<&str> =
        doctor["checks"].as_array().unwrap().iter().map(|check| check["name"].as_str().unwrap()).collect();
    for name in ["ledger", "history", "integrity", "bulk"] {
        assert!(names.contains(&name), "{doctor}");
    }
    let text = place.run(&["doctor", "--data", "data"]).stdout;
    let is_fine = |line: &str| line.starts_with("ok") || line.starts_with("warn");
    assert!(text.lines().all(is_fine), "{text}");
}

#[test]
fn it_works_beside_a_running_server() {
    let place = Place::new();
    let _server = place.serve();
    assert_eq!(place.json(&["doctor", "--data", "data"])["ok"], true);
}

#[test]
fn a_balance_that_was_tampered_with_is_named() {
    let place = Place::new();
    let (account, _) = place.account("ada@customer.example", "5");
    open_database(&place.path("data")).execute("UPDATE account SET balance = 6000", []).unwrap();
    let failed = place.run(&["doctor", "--data", "data", "--json"]);
    assert_eq!(failed.code, Some(1));
    let doctor: serde_json::Value = serde_json::from_str(&failed.stdout).unwrap();
    assert_eq!(doctor["ok"], false);
    let ledger = &doctor["checks"][0];
    assert_eq!((&ledger["name"], &ledger["ok"]), (&json!("ledger"), &json!(false)));
    let detail = ledger["detail"].as_str().unwrap();
    assert_eq!(detail, format!("account {account} has a balance of 6 but its ledger adds up to 5"));
    let text = place.run(&["doctor", "--data", "data"]);
    assert_eq!(text.code, Some(1));
    assert!(text.stdout.lines().any(|line| line.starts_with("FAIL  ledger")), "{}", text.stdout);
}

#[test]
fn a_job_that_miscounts_a_key_that_leads_nowhere_and_an_id_given_twice_are_named() {
    for (tampering, check) in [
        (
            "INSERT INTO bulk_job (id, account_id, key_id, status, total, waiting, processed, resolved, invalid,
               failed, unaffordable, credits, created_at)
             SELECT 'job_1', id, 'key_1', 'running', 1, 1, 0, 0, 0, 0, 0, 0, 0 FROM account;
             INSERT INTO bulk_item (job, no, request, status, fence, credits)
             VALUES ('job_1', 0, '{}', 'resolved', 1, 0)",
            "bulk",
        ),
        ("INSERT INTO subject_key (key, subject) VALUES (1, 99)", "integrity"),
        (
            "INSERT INTO subject (no, id, kind, label, record, changed)
             VALUES (1, 'per_a', 1, 'a', '{}', 1), (2, 'per_a', 1, 'a', '{}', 2)",
            "integrity",
        ),
    ] {
        let place = Place::new();
        place.account("ada@customer.example", "5");
        let database = open_database(&place.path("data"));
        database.execute_batch(&format!("PRAGMA foreign_keys = OFF; {tampering}")).unwrap();
        let failed = place.run(&["doctor", "--data", "data"]);
        assert_eq!(failed.code, Some(1), "{}", failed.stdout);
        assert!(failed.stdout.contains(&format!("FAIL  {check} ")), "{}", failed.stdout);
    }
}

#[test]
fn a_page_that_went_bad_is_found() {
    let place = Place::new();
    place.account("ada@customer.example", "5");
    let data = open_database(&place.path("data"));
    data.execute_batch("PRAGMA foreign_keys = OFF; UPDATE api_key SET account_id = 'acc_ghost'").unwrap();
    drop(data);
    let failed = place.run(&["doctor", "--data", "data"]);
    assert_eq!(failed.code, Some(1));
    assert!(
        failed.stdout.contains("a row of api_key points to a missing row of account"),
        "{}",
        failed.stdout
    );
}

#[test]
fn no_mail_server_is_contacted_unless_a_probe_domain_is_configured() {
    let place = Place::new();
    place.account("ada@customer.example", "5");
    let doctor = place.json(&["doctor", "--data", "data"]);
    for name in ["dns", "mail port"] {
        let check = doctor["checks"].as_array().unwrap().iter().find(|check| check["name"] == name).unwrap();
        assert!(check["detail"].as_str().unwrap().starts_with("not tried"), "{check}");
        assert_eq!((&check["ok"], &check["warning"]), (&json!(true), &json!(true)), "{check}");
    }
}

#[test]
fn names_that_cannot_be_resolved_are_reported() {
    let place = Place::new()
        .with("BRIMFUL_NETWORK__CHECK_DOMAIN", "acme.example")
        // The discard port: nothing listens there.
        .with("BRIMFUL_NETWORK__DNS", "127.0.0.1:9");
    place.account("ada@customer.example", "5");
    let failed = place.run(&["doctor", "--data", "data"]);
    assert_eq!(failed.code, Some(1));
    assert!(
        failed.stdout.contains("FAIL  dns        does not answer about acme.example"),
        "{}",
        failed.stdout
    );
    assert!(failed.stdout.contains("FAIL  mail port  not tried"), "{}", failed.stdout);
}
