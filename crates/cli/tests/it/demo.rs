//! `brimful demo`: from an empty folder to an answer.

mod examples;

use crate::{
    http::{self, Answer, Caller},
    process::{Place, Server},
};

fn demo(place: &Place, people: &str) -> Server {
    place.start(&["demo", "--data", "demo", "--people", people])
}

/// The curl line as it was printed, as a list of words.
fn curl(log: &str) -> Vec<String> {
    let start = log.find("curl ").unwrap_or_else(|| panic!("no curl line: {log}"));
    let line = log[start..].replace("\\\n", " ");
    let line = line.split("\n\n").next().unwrap();
    // Words between single quotes hold spaces; outside of them spaces divide.
    line.split('\'')
        .enumerate()
        .flat_map(|(number, part)| {
            if number % 2 == 1 {
                vec![part.to_owned()]
            } else {
                part.split_whitespace().map(str::to_owned).collect()
            }
        })
        .collect()
}

/// Does what curl would do with that line.
fn follow(line: &[String]) -> Answer {
    let after = |flag: &str| {
        let at = line.iter().enumerate().filter(|(_, word)| *word == flag).map(|(at, _)| at + 1);
        at.map(|at| line[at].as_str()).collect::<Vec<_>>()
    };
    let headers: Vec<(&str, &str)> =
        after("-H").into_iter().map(|header| header.split_once(": ").unwrap()).collect();
    let url = line.iter().find_map(|word| word.strip_prefix("http://")).unwrap();
    let (address, path) = url.split_at(url.find('/').unwrap());
    http::send(address, "POST", path, &headers, after("-d")[0]).unwrap()
}

fn key(line: &[String]) -> String {
    line.iter().find_map(|word| word.strip_prefix("Authorization: Bearer ")).unwrap().to_owned()
}

#[test]
fn the_line_it_prints_is_answered_with_a_person() {
    let place = Place::new();
    let server = demo(&place, "60");
    let line = curl(&server.log());
    assert_eq!(&line[..2], ["curl", "-s"]);
    let answer = follow(&line);
    assert_eq!(answer.status, 200, "{}", answer.body);
    let json = answer.json();
    assert_eq!(json["found"], true);
    assert!(json["person"]["fullName"].is_string() && json["person"]["networkUrl"].is_string(), "{json}");
    assert_eq!(json["cost"]["credits"], 1);
    let me = Caller::new(&server.address, &key(&line)).get("/v1/me").json();
    assert_eq!(me["plan"], "pro");
    let page = http::send(&server.address, "GET", "/", &[], "").unwrap();
    assert_eq!(page.status, 200);
    server.stop();
}

#[test]
fn a_company_without_a_record_is_asked_of_its_website_and_of_vendors() {
    let place = Place::new();
    let server = demo(&place, "60");
    let log = server.log();
    let answer = follow(&curl(log.split("without a record").nth(1).unwrap()));
    let json = answer.json();
    assert_eq!((&json["found"], &json["cost"]["credits"]), (&true.into(), &1.into()), "{json}");
    let asked = json["explain"]["upstream"].as_array().unwrap();
    let of = |index: usize, member: &str| asked[index][member].as_str().unwrap_or_default().to_owned();
    assert_eq!((of(0, "provider"), of(0, "outcome")), ("website".to_owned(), "miss".to_owned()), "{json}");
    assert!(asked.len() > 1 && of(asked.len() - 1, "outcome") == "hit", "{json}");
    assert!(!answer.body.contains("cost_usd"), "what a vendor costs is the operator's: {json}");
    let again = follow(&curl(log.split("without a record").nth(1).unwrap())).json();
    assert!(again["explain"]["upstream"].is_null(), "it has a record now: {again}");
    server.stop();
    let server = demo(&place, "60");
    let other = follow(&curl(server.log().split("without a record").nth(1).unwrap())).json();
    assert!(other["explain"]["upstream"].is_array(), "a restart names another one: {other}");
    server.stop();
}

#[test]
fn a_restart_keeps_key_credits_and_world() {
    let place = Place::new();
    let server = demo(&place, "60");
    let first = curl(&server.log());
    let person = follow(&first).json()["person"]["id"].clone();
    let caller = Caller::new(&server.address, &key(&first));
    let balance = caller.balance();
    server.stop();
    let server = demo(&place, "500");
    let log = server.log();
    assert!(log.contains("holds a world of 60 people (seed 1) already"), "{log}");
    let second = curl(&log);
    assert_eq!(key(&second), key(&first));
    assert_eq!(Caller::new(&server.address, &key(&second)).balance(), balance);
    assert_eq!(follow(&second).json()["person"]["id"], person);
    server.stop();
}

#[test]
fn the_key_is_readable_by_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let server = demo(&place, "10");
    let key_file = place.path("demo/demo-key");
    assert_eq!(std::fs::metadata(key_file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(place.read("demo/demo-key"), key(&curl(&server.log())));
}

#[test]
fn a_demo_that_was_cut_off_in_the_making_is_completed() {
    let place = Place::new();
    drop(demo(&place, "40"));
    let data = crate::process::open_database(&place.path("demo"));
    data.execute_batch("PRAGMA foreign_keys = ON; DELETE FROM subject WHERE no > 20; DELETE FROM subject_key WHERE subject > 20").unwrap();
    drop(data);
    let server = demo(&place, "40");
    assert_eq!(follow(&curl(&server.log())).json()["found"], true);
    let doctor = place.json(&["doctor", "--data", "demo"]);
    assert!(doctor["checks"][2]["detail"].as_str().unwrap().starts_with("54 people"), "{doctor}");
}

#[test]
fn requests_reach_no_port_of_this_machine_but_the_demos_own_unless_that_is_allowed() {
    let place = Place::new();
    let webhook = serde_json::json!({ "url": "http://127.0.0.1:9123/events" });
    let server = demo(&place, "60");
    let caller = Caller::new(&server.address, &key(&curl(&server.log())));
    let refused = caller.post("/v1/me/webhooks", &webhook);
    assert_eq!((refused.status, &refused.json()["errors"][0]["code"]), (422, &"address_refused".into()));
    let email = follow(&curl(&server.log())).json()["person"]["email"].clone();
    let verified = caller.post("/v1/verify-email", &serde_json::json!({ "email": email })).json();
    assert_ne!(verified["reason"], "forbidden_network", "{verified}");
    server.stop();
    let server = place.start(&["demo", "--data", "demo", "--people", "60", "--allow-loopback"]);
    let caller = Caller::new(&server.address, &key(&curl(&server.log())));
    assert_eq!(caller.post("/v1/me/webhooks", &webhook).status, 201);
    server.stop();
}
