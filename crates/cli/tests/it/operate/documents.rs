//! What the binary prints about itself: the API's description, completions, help.

use std::process::Stdio;

use serde_json::Value;

use crate::{http, process::Place};

#[test]
fn the_api_description_is_the_one_that_is_served() {
    let place = Place::new();
    let printed = place.run(&["openapi"]);
    assert_eq!(printed.code, Some(0), "{}", printed.stderr);
    let printed: Value = serde_json::from_str(&printed.stdout).unwrap();
    assert_eq!(printed["openapi"], "3.1.0");
    assert!(printed["paths"]["/v1/enrich"]["post"].is_object());
    let server = place.serve();
    let served = http::send(&server.address, "GET", "/openapi.json", &[], "").unwrap().json();
    assert_eq!(served["paths"].as_object().unwrap().len(), printed["paths"].as_object().unwrap().len());
    assert_eq!(served["components"]["schemas"], printed["components"]["schemas"]);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let place = Place::new();
    let mut child =
        place.command(&["openapi"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn every_shell_gets_its_completions() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let printed = place.run(&["completions", shell]);
        assert_eq!(printed.code, Some(0), "{shell}: {}", printed.stderr);
        assert!(printed.stdout.contains("brimful") && printed.stdout.contains("doctor"), "{shell}");
    }
}

#[test]
fn help_names_every_command() {
    let place = Place::new();
    let help = place.run(&["--help"]);
    assert_eq!(help.code, Some(0));
    for command in [
        "serve",
        "demo",
        "import",
        "account",
        "keys",
        "credits",
        "doctor",
        "openapi",
        "config",
        "completions",
    ] {
        assert!(help.stdout.contains(&format!("\n  {command}")), "{command}: {}", help.stdout);
        assert_eq!(place.run(&[command, "--help"]).code, Some(0), "{command}");
    }
    assert_eq!(place.run(&["frobnicate"]).code, Some(2));
}
