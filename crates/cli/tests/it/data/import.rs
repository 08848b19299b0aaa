//! `brimful import`: files become records.

use std::{
    io::Write,
    process::Stdio,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{http::Caller, process::Place};

const PEOPLE: &str = "\
Full Name,Job Title,Company,Website,Work Email,Notes
Ana Núñez,VP Sales,Acme,https://www.acme.example/home,ANA@acme.example,vip
Ben Carter,Engineer,Birch,birch.example,ben@birch.example,
,,,,,nobody
Cy Marsh,,,,not an address,
";

fn import(place: &Place, subject: &str, files: &[&str], more: &[&str]) -> Value {
    let arguments = [&["import", subject][..], files, &["--source", "crm", "--data", "data"], more].concat();
    place.json(&arguments)
}

fn counts(place: &Place) -> String {
    let doctor = place.json(&["doctor", "--data", "data"]);
    doctor["checks"][2]["detail"].as_str().unwrap().to_owned()
}

#[test]
fn people_are_read_from_a_csv_by_the_names_of_its_columns() {
    let place = Place::new();
    place.write("people.csv", PEOPLE);
    let report = &import(&place, "people", &["people.csv"], &[])[0];
    let fields: Vec<(&str, &str)> = report["plan"]["mapped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| (column["column"].as_str().unwrap(), column["by"].as_str().unwrap()))
        .collect();
    assert!(fields.contains(&("Work Email", "guess")) && fields.contains(&("Full Name", "guess")));
    assert_eq!(report["plan"]["unmapped"][0]["column"], "Notes");
    assert_eq!((&report["rows"]["rows"], &report["rows"]["rejected"]), (&json!(4), &json!(2)));
    assert_eq!((&report["filed"]["created"], &report["filed"]["claims"]), (&json!(2), &json!(2)));
    assert!(counts(&place).starts_with("2 people"), "{}", counts(&place));
}

#[test]
fn an_imported_person_is_answered_by_the_running_server() {
    let place = Place::new();
    let (_, key) = place.account("ada@customer.example", "5");
    let server = place.serve();
    place.write("people.csv", PEOPLE);
    import(&place, "people", &["people.csv"], &[]);
    let caller = Caller::new(&server.address, &key);
    let answer = caller.post("/v1/enrich", &json!({ "email": "ana@acme.example" })).json();
    assert_eq!((&answer["found"], &answer["person"]["fullName"]), (&json!(true), &json!("Ana Núñez")));
    assert_eq!(answer["person"]["company"]["domain"], "acme.example");
    assert_eq!(answer["person"]["sources"][0]["name"], "crm");
}

#[test]
fn a_server_has_its_turn_to_write_while_much_is_imported() {
    let place = Place::new();
    let (_, key) = place.account("ada@customer.example", "500");
    let server = place.serve();
    place.write("people.csv", PEOPLE);
    import(&place, "people", &["people.csv"], &[]);
    place.write("many.csv", many(30_000));
    let arguments = ["import", "people", "many.csv", "--source", "crm", "--data", "data"];
    let mut import = place.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let caller = Caller::new(&server.address, &key);
    let (mut calls, mut longest) = (0, Duration::ZERO);
    while import.try_wait().unwrap().is_none() && calls < 200 {
        let started = Instant::now();
        let answer = caller.post("/v1/enrich", &json!({ "email": "ana@acme.example" })).json();
        assert_eq!(answer["found"], json!(true), "{answer}");
        (calls, longest) = (calls + 1, longest.max(started.elapsed()));
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(import.wait().unwrap().success());
    assert!(calls >= 5 && longest < Duration::from_secs(2), "{calls} calls, the longest took {longest:?}");
}

/// A file of so many people.
fn many(rows: usize) -> String {
    let rows = (0..rows).map(|row| format!("Person{row} Surname{row},p{row}@acme{}.example\n", row % 900));
    format!("Full Name,Work Email\n{}", rows.collect::<String>())
}

fn index(place: &Place) -> Value {
    let doctor = place.json(&["doctor", "--data", "data"]);
    doctor["checks"].as_array().unwrap().iter().find(|check| check["name"] == "index").unwrap().clone()
}

#[test]
fn what_was_imported_is_indexed_when_the_command_is_done() {
    let place = Place::new();
    place.write("people.csv", PEOPLE);
    import(&place, "people", &["people.csv"], &[]);
    assert!(index(&place)["detail"].as_str().unwrap().contains("2 people"), "{}", index(&place));
    place.write("more.csv", "Full Name,Work Email\nDora Quist,dora@acme.example\n");
    import(&place, "people", &["more.csv"], &[]);
    assert!(index(&place)["detail"].as_str().unwrap().contains("3 people"), "{}", index(&place));
}

#[test]
fn rejected_rows_go_to_a_file_with_the_reason_for_each() {
    let place = Place::new();
    place.write("people.csv", PEOPLE);
    let report = &import(&place, "people", &["people.csv"], &[])[0];
    assert_eq!(report["rejects"], "people.csv.rejects.csv");
    let rejects = place.read("people.csv.rejects.csv");
    let lines: Vec<&str> = rejects.lines().collect();
    assert_eq!(lines[0], "Full Name,Job Title,Company,Website,Work Email,Notes,line,reason");
    assert_eq!(lines.len(), 3);
    assert!(lines[1].starts_with(",,,,,nobody,4,") && lines[1].contains("nothing identifies"), "{rejects}");
    assert!(lines[2].starts_with("Cy Marsh,,,,not an address,,5,"), "{rejects}");
    assert!(lines[2].contains("email"), "{rejects}");
}

#[test]
fn the_same_file_twice_changes_nothing() {
    let place = Place::new();
    place.write("people.csv", PEOPLE);
    import(&place, "people", &["people.csv"], &[]);
    let before = counts(&place);
    let again = &import(&place, "people", &["people.csv"], &[])[0]["filed"];
    assert_eq!(
        again,
        &json!({ "claims": 0, "unchanged": 2, "created": 0, "updated": 0, "joined": 0, "suppressed": 0 })
    );
    assert_eq!(counts(&place), before);
}

#[test]
fn two_files_without_ids_keep_their_people_apart() {
    let place = Place::new();
    place.write("one.csv", "name,email\nAna Núñez,ana@acme.example\n");
    place.write("two.csv", "name,email\nBen Carter,ben@birch.example\n");
    let reports = import(&place, "people", &["one.csv", "two.csv"], &[]);
    assert_eq!(reports.as_array().unwrap().len(), 2);
    assert!(counts(&place).starts_with("2 people"), "{}", counts(&place));
}

#[test]
fn a_dry_run_shows_the_plan_and_touches_nothing() {
    let place = Place::new();
    place.write("people.csv", PEOPLE);
    let report = &import(&place, "people", &["people.csv"], &["--dry-run"])[0];
    assert!(report["plan"]["mapped"].as_array().unwrap().len() >= 4, "{report}");
    assert!(report.get("filed").is_none() && report.get("rejects").is_none(), "{report}");
    assert!(!place.path("data").exists() && !place.path("people.csv.rejects.csv").exists());
    let text = place.run(&["import", "people", "people.csv", "--source", "crm", "--dry-run"]);
    assert!(text.stdout.contains("Work Email"), "{}", text.stdout);
}

#[test]
fn a_mapping_file_says_which_column_is_which_field() {
    let place = Place::new();
    place.write("people.csv", "wer;post;wo\nAna Núñez;ana@acme.example;acme.example\n");
    place.write(
        "mapping.toml",
        "[columns]\nwer = \"fullName\"\npost = \"email\"\nwo = \"ignore\"\n[constants]\ncompany_name = \"Acme\"\n",
    );
    let report = &import(&place, "people", &["people.csv"], &["--mapping", "mapping.toml"])[0];
    let by: Vec<&Value> =
        report["plan"]["mapped"].as_array().unwrap().iter().map(|column| &column["by"]).collect();
    assert_eq!(by, [&json!("mapping"), &json!("mapping")]);
    assert_eq!(report["plan"]["ignored"], json!(["wo"]));
    assert_eq!(report["filed"]["created"], 1);
}

#[test]
fn people_are_read_from_json_lines() {
    let place = Place::new();
    place.write(
        "people.jsonl",
        "{\"id\": \"7\", \"fullName\": \"Ana Núñez\", \"emails\": [{\"address\": \"ana@acme.example\"}]}\n{broken\n",
    );
    let report = &import(&place, "people", &["people.jsonl"], &[])[0];
    assert_eq!(
        (&report["filed"]["created"], &report["rows"]["rejected"]),
        (&json!(1), &json!(1)),
        "{report}"
    );
    let rejects = place.read("people.jsonl.rejects.csv");
    assert!(rejects.starts_with("json,line,reason\n") && rejects.contains("{broken"), "{rejects}");
}

#[test]
fn companies_are_read_from_csv_and_json_lines() {
    let place = Place::new();
    place.write(
        "companies.csv",
        "Company Name,Website,# Employees\nAcme,acme.example,120\nBirch,birch.example,9\n",
    );
    place.write("companies.jsonl", "{\"name\": \"Acme\", \"domain\": \"acme.example\", \"founded\": 1999}\n");
    let reports = import(&place, "companies", &["companies.csv", "companies.jsonl"], &[]);
    assert_eq!((&reports[0]["filed"]["created"], &reports[1]["filed"]["updated"]), (&json!(2), &json!(1)));
    assert!(counts(&place).contains("2 companies"), "{}", counts(&place));
}

#[test]
fn a_file_can_come_through_a_pipe() {
    // Standard input by its name, and as the path that a shell gives to a command in the place of a file.
    for file in ["-", "/dev/stdin"] {
        let place = Place::new();
        let report = piped(&place, file, PEOPLE);
        assert_eq!(report["filed"]["created"], 2);
        assert_eq!(report["rejects"], "stdin.rejects.csv");
    }
}

/// The report of an import through a pipe.
fn piped(place: &Place, file: &str, rows: &str) -> Value {
    let arguments = ["import", "people", file, "--source", "crm", "--data", "data", "--json"];
    let command = &mut place.command(&arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(rows.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let mut reports: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    reports.remove(0)
}

#[test]
fn the_same_rows_through_a_pipe_again_are_known() {
    // Two rows of one id that disagree, as exports of joined tables have them.
    let rows = "id,name,email,title\n1,Ann Lee,ann@acme.example,CTO\n1,Ann Lee,ann@acme.example,VP Engineering\n\
                2,Bo Ek,bo@acme.example,Engineer\n2,Bo Ek,bo@acme.example,Architect\n";
    let place = Place::new();
    let filed = |report: &Value| (report["filed"]["claims"].clone(), report["filed"]["unchanged"].clone());
    assert_eq!(filed(&piped(&place, "-", rows)), (json!(4), json!(0)));
    for _ in 0..2 {
        assert_eq!(filed(&piped(&place, "-", rows)), (json!(0), json!(4)));
    }
}

#[test]
fn an_unusable_file_is_refused_with_a_reason() {
    let place = Place::new();
    place.write("empty.csv", "");
    place.write("strange.csv", "a,b\n1,2\n");
    place.write("mapping.toml", "[columns]\na = \"emial\"\n");
    let refusals: [(&str, &[&str], &str); 4] = [
        ("gone.csv", &[], "cannot open gone.csv: No such file or directory"),
        ("empty.csv", &[], "empty.csv: the file is empty"),
        ("strange.csv", &[], "no column of the file is mapped to a field"),
        ("strange.csv", &["--mapping", "mapping.toml"], "mapping.toml: the mapping names unknown fields: "),
    ];
    for (file, more, expected) in refusals {
        let arguments = ["import", "people", file, "--source", "crm", "--data", "data"];
        let sentence = place.refusal(&[&arguments[..], more].concat());
        assert!(sentence.contains(expected), "{file}: {sentence}");
    }
}

#[test]
fn the_export_of_a_known_product_is_detected_by_its_columns_and_shown_before_it_is_read() {
    let place = Place::new();
    place.write(
        "contacts.csv",
        "Lead ID,First Name,Last Name,Company / Account,Email\n9,Ana,Lee,Acme,ana@acme.example\n",
    );
    let report = &import(&place, "people", &["contacts.csv"], &["--dry-run"])[0];
    assert_eq!(report["plan"]["preset"], "Salesforce contacts");
    assert_eq!(report["plan"]["mapped"][0]["by"], "preset");
    let report = &import(&place, "people", &["contacts.csv"], &["--preset", "hubspot"])[0];
    assert_eq!(report["plan"]["preset"], "HubSpot contacts", "the requested preset is used");
}

#[test]
fn cards_are_read_without_a_mapping() {
    let place = Place::new();
    place.write("cards.vcf", "BEGIN:VCARD\nVERSION:3.0\nFN:Ana Lee\nEMAIL:ana@acme.example\nEND:VCARD\n");
    let report = &import(&place, "people", &["cards.vcf"], &["--preset", "vcard"])[0];
    assert_eq!((&report["plan"]["format"], &report["filed"]["created"]), (&json!("vcard"), &json!(1)));
}

#[test]
fn an_import_that_was_killed_goes_on_after_what_it_had_filed() {
    const ROWS: usize = 16_000;
    let place = Place::new();
    place.write("people.csv", many(ROWS));
    let arguments = ["import", "people", "people.csv", "--source", "crm", "--data", "data"];
    let mut first = place.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let filed = || place.run(&["export", "people", "--data", "data"]).stdout.lines().count();
    let deadline = Instant::now() + Duration::from_secs(60);
    while filed() == 0 {
        assert!(Instant::now() < deadline, "nothing was filed");
    }
    first.kill().unwrap();
    first.wait().unwrap();
    let before = filed();
    let report = &import(&place, "people", &["people.csv"], &[])[0];
    assert_eq!(report["resumed_after"], json!(before), "{report}");
    assert_eq!(report["filed"]["created"], json!(ROWS - before));
    let again = &import(&place, "people", &["people.csv"], &["--restart"])[0];
    assert_eq!((&again["resumed_after"], &again["filed"]["unchanged"]), (&Value::Null, &json!(ROWS)));
}
