//! `brimful serve`: starting, stopping, logging.

mod bad_folders;
mod bad_settings;
mod bulk_crash;
mod crash;
mod faketime;
mod one_server;

use std::{
    io::Write,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::{
    http::{self, Caller},
    process::Place,
};

#[test]
fn it_says_where_it_listens_once_and_nothing_else() {
    let place = Place::new();
    let mut server = place.serve();
    let answer = http::send(&server.address, "GET", "/healthz", &[], "").unwrap();
    assert_eq!(answer.status, 200);
    server.signal("TERM");
    assert_eq!(server.wait().code(), Some(0), "{}", server.log());
    assert!(server.printed().is_empty());
}

#[test]
fn an_interrupt_stops_it_too() {
    let place = Place::new();
    let mut server = place.serve();
    server.signal("INT");
    assert_eq!(server.wait().code(), Some(0), "{}", server.log());
}

#[test]
fn a_call_that_has_begun_is_answered_before_it_stops() {
    let place = Place::new();
    let (_, key) = place.account("ada@customer.example", "5");
    let mut server = place.serve();
    let authorization = format!("Bearer {key}");
    let headers = [("Authorization", authorization.as_str()), ("Content-Type", "application/json")];
    let body = json!({ "email": "nobody@acme.example" }).to_string();
    let request = http::request(&server.address, "POST", "/v1/enrich", &headers, &body);
    let (begun, rest) = request.split_at(request.len() - 5);
    let mut stream = http::connect(&server.address).unwrap();
    stream.write_all(begun.as_bytes()).unwrap();
    // The head has to be read before the signal comes, or there is no call yet.
    std::thread::sleep(Duration::from_millis(300));
    server.signal("TERM");
    std::thread::sleep(Duration::from_millis(300));
    stream.write_all(rest.as_bytes()).unwrap();
    let answer = http::receive(stream).unwrap();
    assert_eq!((answer.status, &answer.json()["found"]), (200, &json!(false)));
    assert_eq!(server.wait().code(), Some(0), "{}", server.log());
}

#[test]
fn what_was_settled_is_there_after_a_restart() {
    let place = Place::new();
    place.write("people.csv", "Name,Email\nJo Doe,jo@acme.example\n");
    place.json(&["import", "people", "people.csv", "--source", "crm", "--data", "data"]);
    let (_, key) = place.account("ada@customer.example", "5");
    let server = place.serve();
    let answer =
        Caller::new(&server.address, &key).post("/v1/enrich", &json!({ "email": "jo@acme.example" }));
    assert_eq!(answer.json()["cost"], json!({ "credits": 1, "balance_remaining": 4 }));
    server.stop();
    let server = place.serve();
    let caller = Caller::new(&server.address, &key);
    assert_eq!(caller.balance(), 4.0);
    let history = caller.get("/v1/me/history?endpoint=enrich").json();
    assert_eq!(history["results"][0]["request_id"].as_str(), answer.header("x-request-id"));
    let people = caller.get("/v1/me/people").json();
    assert_eq!(people["results"][0]["person"]["fullName"], "Jo Doe", "{people}");
}

#[test]
fn no_log_line_holds_a_key_or_a_contact() {
    let place = Place::new().with("BRIMFUL_SERVER__LOG", "trace");
    let (_, key) = place.account("ada@customer.example", "5");
    let server = place.serve();
    let caller = Caller::new(&server.address, &key);
    caller.post("/v1/enrich", &json!({ "email": "secret.person@acme.example" }));
    caller.post("/v1/reverse-phone", &json!({ "phone": "+442079460123" }));
    Caller::new(&server.address, "brimful_live_wrong").get("/v1/me");
    let log = server.log();
    assert!(log.contains("answered") && log.contains("enrich"), "{log}");
    for secret in [key.as_str(), "brimful_live_wrong", "secret.person", "2079460123", "ada@customer"] {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
}

#[test]
fn it_stops_in_good_order_when_the_last_writes_cannot_be_made() {
    let place = Place::new();
    let (_, key) = place.account("ada@customer.example", "5");
    let mut server = place.serve();
    let writer = crate::process::open_database(&place.path("data"));
    // Right after the start, whatever the server still has to write then.
    writer.busy_timeout(Duration::from_secs(10)).unwrap();
    writer.execute_batch("BEGIN IMMEDIATE").unwrap();
    // When a key was used is written at the end at the latest, which cannot be done now.
    assert_eq!(Caller::new(&server.address, &key).get("/v1/me").status, 200);
    let signalled = Instant::now();
    server.signal("TERM");
    assert_eq!(server.wait().code(), Some(0), "{}", server.log());
    assert!(
        signalled.elapsed() < Duration::from_secs(20),
        "it took {:?}: {}",
        signalled.elapsed(),
        server.log()
    );
    assert!(server.log().contains("when keys were last used could not be written"), "{}", server.log());
}
