//! `brimful history`: calls of past months, exported and dropped beside a running server.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use store::{CacheUse, CallDetail, Credits, Settled, SettledAnswer, Settlement, Store};

use crate::{http::Caller, process::Place};

const PERSON: &str = "jo@acme.example";

/// Settles a charged call of an account at a time.
fn call(store: &Store, account: &str, request: &str, at: Timestamp) {
    let settlement = Settlement {
        request_id: request.into(),
        account_id: account.into(),
        key_id: "key_used".into(),
        at,
        endpoint: "enrich",
        status: 200,
        credits: Credits::whole(1),
        once: None,
        latency_us: 1_500,
        cache: Some(CacheUse::Hit),
        resolved: 1,
        people: Vec::new(),
        detail: CallDetail { asked: Some(json!({ "email": PERSON }).to_string()), ..CallDetail::default() },
        upstream: Vec::new(),
        effects: Vec::new(),
        reply: None,
        lock: None,
        keeps_answer: false,
        answer: SettledAnswer::Bytes(b"{}".to_vec()),
        render: Box::new(|bytes, _| bytes),
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let settled = runtime.block_on(store.settle(settlement)).unwrap();
    assert!(matches!(settled, Settled::Done { .. }), "{settled:?}");
}

/// A folder with two accounts: calls of August 2026 and one of September; the first account and its key.
fn place() -> (Place, String, String) {
    let place = Place::new();
    place.write("people.csv", format!("Name,Email\nJo Doe,{PERSON}\n"));
    place.json(&["import", "people", "people.csv", "--source", "crm", "--data", "data"]);
    let (ada, key) = place.account("ada@customer.example", "2000");
    let (bob, _) = place.account("bob@customer.example", "10");
    let store = Store::open(&place.path("data")).unwrap();
    let august: Timestamp = "2026-08-31T23:00:00Z".parse().unwrap();
    for number in 0..3 {
        call(&store, &ada, &format!("req_august_{number}"), august + SignedDuration::from_secs(number));
    }
    call(&store, &bob, "req_bob", august);
    call(&store, &ada, "req_september", august + SignedDuration::from_hours(1));
    (place, ada, key)
}

fn exported(place: &Place, arguments: &[&str]) -> String {
    let finished = place.run(&[&["history", "export", "--data", "data"], arguments].concat());
    assert_eq!(finished.code, Some(0), "{}", finished.stderr);
    finished.stdout
}

#[test]
fn a_month_is_exported_as_lines_of_json_or_as_csv() {
    let (place, ada, _) = place();
    let august: Vec<Value> = exported(&place, &["--month", "2026-08"])
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |id: &str| august.iter().filter(|one| one["account_id"] == id).collect::<Vec<_>>();
    assert_eq!((august.len(), of(&ada).len()), (4, 3));
    let first = of(&ada)[0];
    assert_eq!((&first["request_id"], &first["credits"]), (&json!("req_august_0"), &json!(1)));
    assert_eq!((&first["at"], &first["asked"]["email"]), (&json!("2026-08-31T23:00:00Z"), &json!(PERSON)));

    let csv = exported(&place, &["--month", "2026-08", "--account", "bob@customer.example", "--csv"]);
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("account_id,request_id,at,endpoint,"), "{csv}");
    assert!(
        lines.len() == 2 && lines[1].contains("req_bob,2026-08-31T23:00:00Z,enrich,key_used,200"),
        "{csv}"
    );
    assert!(lines[1].contains(r#""{""email"":""jo@acme.example""}""#), "{csv}");
    assert_eq!(exported(&place, &["--month", "2026-07"]), "");
    let wrong = place.run(&["history", "export", "--month", "2026-13", "--data", "data"]);
    assert!(wrong.code == Some(2) && wrong.stderr.contains("such as 2026-09"), "{}", wrong.stderr);
}

#[test]
fn months_are_dropped_beside_a_server_that_goes_on_charging() {
    let (place, _, key) = place();
    let server = place.serve();
    let caller = Caller::new(&server.address, &key);
    let balance = caller.balance();
    let drop = ["history", "drop", "--before", "2026-09", "--data", "data"];
    assert_eq!(place.json(&drop)["calls"], 4);
    assert_eq!(place.json(&drop)["calls"], 0, "they are gone");
    caller.post("/v1/enrich", &json!({ "email": PERSON }));
    assert_eq!(caller.balance(), balance - 1.0);

    let missing = caller.get("/v1/me/history/req_august_1");
    let detail = missing.json()["detail"].as_str().unwrap().to_owned();
    assert!(missing.status == 404 && detail.contains("(credits: 1)"), "{detail}");
    assert!(detail.contains("dropped from the history with its month"), "{detail}");
    assert_eq!(caller.get("/v1/me/history/req_september").json()["credits"], 1);
    let refused = place.refusal(&["history", "export", "--month", "2026-08", "--data", "data"]);
    assert_eq!(refused, "the history from before 2026-09-01 was dropped");
    let refunded = place.json(&["credits", "refund", "req_august_1", "--data", "data"]);
    assert_eq!(refunded["credits"], 1);
    let diagnosis = place.json(&["doctor", "--data", "data"]);
    let checks = diagnosis["checks"].as_array().unwrap();
    let history = checks.iter().find(|check| check["name"] == "history").unwrap()["detail"].as_str().unwrap();
    assert!(
        diagnosis["ok"] == true && history.ends_with("from before 2026-09-01 was dropped"),
        "{diagnosis}"
    );
}

#[test]
fn the_running_month_is_not_dropped() {
    let (place, _, _) = place();
    let next = store::next_month(Timestamp::now()).strftime("%Y-%m").to_string();
    let refused = place.refusal(&["history", "drop", "--before", &next, "--data", "data"]);
    assert_eq!(refused, "only whole months that have ended can be dropped from the history");
    assert_eq!(exported(&place, &["--month", "2026-08"]).lines().count(), 4);
}
