//! Exit codes, each by what causes it, and the variables of clients.

use super::commands::setting;
use crate::{http::Caller, process::Place};

#[test]
fn every_exit_code_means_what_the_guide_says() {
    let (place, server, key) = setting("1");
    let code = |arguments: &[&str]| place.run(arguments).code;
    let long = format!("{}@acme.example", "x".repeat(400));
    let cases: [(&[&str], i32); 21] = [
        (&["person", "ada0@acme.example", "--quote"], 0),
        (&["person"], 2),
        (&["person", "ada0@acme.example", "--limit", "3"], 2),
        (&["person", "Ada"], 2),
        (&["search", "people", "--seniority", "emperor"], 2),
        (&["search", "people", "--filters", "{\"tittles\": []}"], 2),
        (&["api", "FETCH", "/v1/me"], 2),
        (&["api", "GET", "v1/me"], 2),
        (&["api", "POST", "/v1/enrich", "{"], 2),
        (&["person", "ada0@acme.example", "--max-credits", "few"], 2),
        (&["person", "no.one@acme.example"], 3),
        (&["company", "unheard-of.example", "--sandbox"], 3),
        (&["search", "people", "--title", "Astronaut", "--sandbox"], 3),
        (&["api", "GET", "/v1/me/history/req_none"], 3),
        (&["person", "ada0@acme.example", "--key", "brimful_live_wrong"], 4),
        (&["person", "ada0@acme.example", "--key", ""], 4),
        (&["enrich", "known.csv", "--key", ""], 4),
        (&["person", "ada0@acme.example", "--max-credits", "0.5"], 5),
        (&["search", "people", "--limit", "50"], 5),
        (&["verify", &long, "--sandbox"], 2),
        (&["verify", "marta.quist@tidewater.example", &long, "--sandbox"], 7),
    ];
    for (arguments, expected) in cases {
        assert_eq!(code(arguments), Some(expected), "{arguments:?}: {}", place.run(arguments).stderr);
    }
    let table = ["enrich", "known.csv", "--max-credits", "1"];
    assert_eq!(code(&table), Some(7), "{}", place.run(&table).stderr);
    let refused = place.run(&["person", "ada0@acme.example", "--key", "brimful_live_wrong"]).stderr;
    assert!(refused.contains("401") && refused.lines().count() == 1, "{refused}");
    assert!(!refused.contains(&key), "{refused}");
    server.stop();
    for arguments in
        [&["person", "ada0@acme.example"][..], &["api", "GET", "/v1/me"], &["signals", "--follow"], &["logs"]]
    {
        let later = place.run(arguments);
        assert_eq!(later.code, Some(6), "{arguments:?}: {}", later.stderr);
        assert!(later.stderr.contains("cannot reach the API at http://127.0.0.1:"), "{}", later.stderr);
    }
}

#[test]
fn the_variables_of_clients_disturb_no_other_command() {
    let place = Place::new().with("BRIMFUL_KEY", "brimful_live_x").with("BRIMFUL_URL", "http://127.0.0.1:1");
    place.account("ada@customer.example", "1");
    for command in
        [&["doctor", "--data", "data"][..], &["config", "show"], &["account", "list", "--data", "data"]]
    {
        let finished = place.run(command);
        assert_eq!(finished.code, Some(0), "{command:?}: {}", finished.stderr);
    }
    place.serve().stop();
    let place = place.with("BRIMFUL_URI", "http://127.0.0.1:1");
    assert!(place.refusal(&["config", "show"]).contains("BRIMFUL_URI"), "a typo is still found");
}

#[test]
fn log_lines_in_a_file_have_no_colours() {
    let place = Place::new();
    let server = place.serve();
    Caller::new(&server.address, "none").get("/v1/me");
    let log = server.log();
    assert!(log.contains("INFO"), "{log}");
    assert!(!log.contains('\u{1b}'), "{log:?}");
}

#[test]
fn a_file_with_every_setting_is_written_once_and_accepted() {
    let place = Place::new();
    assert_eq!(place.run(&["config", "init"]).code, Some(0));
    let written = place.read("brimful.toml");
    assert!(written.contains("# listen = \"127.0.0.1:8080\""), "{written}");
    assert!(place.refusal(&["config", "init"]).contains("--force"));
    assert_eq!(place.run(&["config", "init", "--force"]).code, Some(0));
    assert_eq!(place.run(&["config", "init", "-"]).stdout, written);
    let shown = place.json(&["config", "show"]);
    assert!(shown.as_array().unwrap().iter().all(|one| one["from"] == "default"), "{shown}");
    place.write("brimful.toml", written.replace("# listen = \"127.0.0.1:8080\"", "listen = \"127.0.0.1:9\""));
    let shown = place.json(&["config", "show"]);
    let listen = shown.as_array().unwrap().iter().find(|one| one["setting"] == "server.listen").unwrap();
    assert_eq!((&listen["value"], &listen["from"]), (&"127.0.0.1:9".into(), &"brimful.toml".into()));
    let has_all = |setting: &str| written.contains(&format!("# {} = ", setting.rsplit('.').next().unwrap()));
    let missing: Vec<&str> = shown
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one["setting"].as_str())
        .filter(|setting| !has_all(setting))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
