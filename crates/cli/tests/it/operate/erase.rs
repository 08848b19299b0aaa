//! `brimful erase`, `suppression` and `privacy`: with a server and without, and proven byte by byte.

use serde_json::{Value, json};

use crate::{
    http::Caller,
    process::{Place, open_database, within_a_second},
};

const PEOPLE: &str = "\
Full Name,Job Title,Company,Website,Work Email,Phone
Canarina Featherstone,canary-title,Acme,acme.example,canary@acme.example,+12025550188
Ben Carter,Engineer,Birch,birch.example,ben@birch.example,
";

fn import(place: &Place) -> Value {
    place.write("people.csv", PEOPLE);
    place.json(&["import", "people", "people.csv", "--source", "crm", "--data", "data"])[0].clone()
}

/// Files below a folder that hold a text, in any case.
fn files_with(folder: &std::path::Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_with(&path, text));
        } else if let Ok(bytes) = std::fs::read(&path) {
            let lower = bytes.to_ascii_lowercase();
            if lower.windows(text.len()).any(|window| window == text.as_bytes()) {
                found.push(path.display().to_string());
            }
        }
    }
    found
}

fn nothing_is_left(place: &Place) {
    for canary in ["canarina", "featherstone", "canary@acme", "canary-title", "2025550188"] {
        assert_eq!(files_with(&place.path("data"), canary), Vec::<String>::new(), "{canary}");
    }
}

#[test]
fn a_person_is_erased_without_a_running_server() {
    let place = Place::new();
    import(&place);
    place.json(&["index", "rebuild", "--data", "data"]);
    // Contacts are in records, which are compressed; names are also their labels.
    assert!(!files_with(&place.path("data"), "canarina").is_empty());
    let proof = place.json(&["erase", "--email", "Canary@acme.example", "--data", "data"]);
    assert_eq!((&proof["erased"]["people"], &proof["places_left"]), (&json!(1), &json!(0)));
    assert!(proof["scan"]["files"].as_u64().unwrap() > 3 && proof["suppression"].is_null(), "{proof}");
    assert_eq!((&proof["columns_left"], &proof["documents_left"]), (&json!([]), &json!(0)));
    assert!(proof["rows_read"].as_u64().unwrap() > 3 && proof["unclean_pages"] == 0, "{proof}");
    nothing_is_left(&place);
    assert_eq!(place.json(&["doctor", "--data", "data"])["ok"], true);
    assert_eq!(import(&place)["filed"]["created"], 1, "without --keep-out a file may bring them back");
}

#[test]
fn a_person_is_erased_and_suppressed_while_the_server_runs() {
    let place = Place::new();
    let (_, key) = place.account("ada@customer.example", "20");
    import(&place);
    let server = place.serve();
    let caller = Caller::new(&server.address, &key);
    let found =
        || caller.post("/v1/enrich", &json!({ "email": "canary@acme.example" })).json()["found"].clone();
    assert_eq!(found(), true);
    let text = place.run(&["erase", "--phone", "+1 202 555 0188", "--keep-out", "--data", "data"]);
    assert_eq!(text.code, Some(0), "{}{}", text.stdout, text.stderr);
    assert!(
        text.stdout.contains("erased 1 people") && text.stdout.contains(": 0 places left"),
        "{}",
        text.stdout
    );
    within_a_second(|| found() == false);
    let report = import(&place);
    assert_eq!((&report["filed"]["suppressed"], &report["filed"]["created"]), (&json!(1), &json!(0)));
    assert_eq!(found(), false, "a suppressed person returned by another identifier");
    assert!(!place.path("people.csv.rejects.csv").exists(), "a suppressed row is in the rejects file");
    server.stop();
    nothing_is_left(&place);
}

#[test]
fn a_request_is_decided_by_the_operator() {
    let place = Place::new();
    let (_, key) = place.account("ada@customer.example", "20");
    import(&place);
    let server = place.serve();
    let caller = Caller::new(&server.address, &key);
    for who in [json!({ "email": "canary@acme.example" }), json!({ "email": "ben@birch.example" })] {
        assert_eq!(caller.post("/v1/privacy/requests", &who).status, 202);
    }
    let open = place.json(&["privacy", "list", "--data", "data"]);
    let of = |value: &str| {
        let one = open.as_array().unwrap().iter().find(|request| request["value"] == value).unwrap();
        one["id"].as_str().unwrap().to_owned()
    };
    let (canary, ben) = (of("canary@acme.example"), of("ben@birch.example"));
    let proof = place.json(&["privacy", "approve", &canary, "--data", "data"]);
    assert_eq!((&proof["erased"]["people"], &proof["places_left"]), (&json!(1), &json!(0)));
    let refused = place.json(&["privacy", "refuse", &ben, "--data", "data"]);
    assert_eq!((&refused["status"], &refused["value"]), (&json!("refused"), &Value::Null));
    let sentence = place.refusal(&["privacy", "approve", &canary, "--data", "data"]);
    assert!(sentence.contains("is approved already"), "{sentence}");
    assert_eq!(place.json(&["privacy", "list", "--data", "data"]), json!([]));
    let entries = place.json(&["suppression", "list", "--data", "data"]);
    assert_eq!(entries.as_array().unwrap().len(), 1);
    let entry = entries[0]["id"].as_str().unwrap();
    assert!(entries[0]["reason"].as_str().unwrap().contains(&canary), "{entries}");
    server.stop();
    nothing_is_left(&place);
    place.json(&["suppression", "remove", entry, "--data", "data"]);
    assert_eq!(import(&place)["filed"]["created"], 1);
}

#[test]
fn an_erasure_ends_once_the_command_that_uses_the_folder_has_ended() {
    let place = Place::new();
    import(&place);
    let held = std::fs::File::open(place.path("data/serving.lock")).unwrap();
    held.lock_shared().unwrap();
    let (proof, waited) = std::thread::scope(|scope| {
        let began = std::time::Instant::now();
        let erase =
            scope.spawn(|| place.json(&["erase", "--email", "canary@acme.example", "--data", "data"]));
        std::thread::sleep(std::time::Duration::from_millis(1_500));
        assert!(!erase.is_finished(), "it waits for the folder");
        drop(held);
        (erase.join().unwrap(), began.elapsed())
    });
    assert_eq!((&proof["erased"]["people"], &proof["places_left"]), (&json!(1), &json!(0)));
    assert!(waited.as_secs() < 30, "{waited:?}");
    nothing_is_left(&place);
}

#[test]
fn an_invalid_target_is_refused_with_a_reason() {
    let place = Place::new();
    import(&place);
    let refusals: [(&[&str], &str); 3] = [
        (&["erase", "--email", "nobody"], "--email is none"),
        (&["suppression", "add", "--domain", "gmail.com"], "name the address instead"),
        (&["suppression", "add", "--id", "per_unknown"], "no such record"),
    ];
    for (arguments, expected) in refusals {
        let sentence = place.refusal(&[arguments, &["--data", "data"]].concat());
        assert!(sentence.contains(expected), "{arguments:?}: {sentence}");
    }
}

#[test]
fn a_remaining_identifier_is_reported_by_column_and_fails_the_command() {
    let place = Place::new();
    place.account("ada@customer.example", "20");
    import(&place);
    // A column that no person's address should ever reach.
    let database = open_database(&place.path("data"));
    database.execute("UPDATE account SET plan = 'canary@acme.example'", []).unwrap();
    drop(database);
    let erased = place.run(&["erase", "--email", "canary@acme.example", "--data", "data", "--json"]);
    let proof: Value = serde_json::from_str(&erased.stdout).unwrap();
    assert_eq!(erased.code, Some(1), "{proof}");
    assert_eq!(proof["columns_left"], json!([{ "table": "account", "column": "plan", "rows": 1 }]));
    assert!(proof["places_left"].as_u64().unwrap() > 1, "the bytes tell as well: {proof}");
    let text = place.run(&["erase", "--email", "canary@acme.example", "--data", "data"]);
    assert!(text.code == Some(1) && text.stdout.contains("account.plan: left in 1 rows"), "{}", text.stdout);
}

#[test]
fn an_erasure_that_was_killed_is_ended_by_the_next_command() {
    let place = Place::new();
    import(&place);
    for wait_ms in [20, 60, 120, 240] {
        let mut child = place
            .command(&["erase", "--email", "canary@acme.example", "--data", "data"])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait_ms));
        child.kill().unwrap();
        child.wait().unwrap();
        let open = open_database(&place.path("data"))
            .query_row("SELECT COUNT(*) FROM erasure", [], |row| row.get::<_, i64>(0))
            .unwrap();
        let proof = place.json(&["erase", "--email", "ben@nowhere.example", "--data", "data"]);
        assert_eq!(proof["places_left"], 0, "{open} parts were open");
        let database = open_database(&place.path("data"));
        let left =
            database.query_row("SELECT COUNT(*) FROM erasure", [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!(left, 0, "the next command has ended it");
        drop(database);
        let is_erased = place.json(&["erase", "--email", "canary@acme.example", "--data", "data"]);
        assert_eq!(is_erased["places_left"], 0, "{is_erased}");
        nothing_is_left(&place);
        import(&place);
    }
}
