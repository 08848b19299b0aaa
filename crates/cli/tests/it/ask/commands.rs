//! What the commands that ask answer, to people and to programs.

use std::fs;

use serde_json::Value;

use crate::process::{Finished, Place, Server};

const GUIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md");

/// A server that knows some people, and a place whose commands call it with a key.
pub(super) fn setting(credits: &str) -> (Place, Server, String) {
    let place = Place::new().with("BRIMFUL_API__LIMITS__SANDBOX_CALLS_PER_DAY", "10000");
    let rows: String = (0..4)
        .map(|n| format!("Ada Number{n},ada{n}@acme.example,CTO,Acme,acme.example,Berlin,DE\n"))
        .collect();
    place.write("known.csv", format!("name,email,title,company name,company domain,city,country\n{rows}"));
    place.json(&["import", "people", "known.csv", "--source", "crm", "--data", "data"]);
    let (_, key) = place.account("ada@customer.example", credits);
    let server = place.serve();
    server.wait_until_ready();
    let place = place.with("BRIMFUL_URL", &format!("http://{}", server.address)).with("BRIMFUL_KEY", &key);
    (place, server, key)
}

fn good(place: &Place, arguments: &[&str]) -> Finished {
    let finished = place.run(arguments);
    assert_eq!(finished.code, Some(0), "{arguments:?}: {}{}", finished.stdout, finished.stderr);
    finished
}

#[test]
fn people_get_lines_and_tables_and_programs_the_answer_itself() {
    let (place, _server, _) = setting("100");
    let shown = good(&place, &["person", "ada0@acme.example"]).stdout;
    assert!(shown.contains("name        Ada Number0\n"), "{shown}");
    assert!(shown.contains("1 credits, 99 left"), "{shown}");
    let answer = place.json(&["person", "Ada Number1", "--company", "acme.example"]);
    assert_eq!(answer["person"]["title"], "CTO", "{answer}");
    let shown = good(&place, &["company", "acme.example"]).stdout;
    assert!(shown.contains("acme.example"), "{shown}");
    let shown = good(&place, &["search", "people", "--title", "CTO", "--limit", "2"]);
    assert!(shown.stdout.starts_with("NAME"), "{}", shown.stdout);
    assert_eq!(shown.stdout.lines().count(), 4, "{}", shown.stdout);
    let cursor = shown.stderr.trim().strip_prefix("more with --cursor ").expect(&shown.stderr);
    let next = place.json(&["search", "people", "--title", "CTO", "--limit", "2", "--cursor", cursor]);
    assert_eq!(next["results"].as_array().unwrap().len(), 2, "{next}");
    // A cursor may begin with a hyphen.
    let refused = place.run(&["search", "people", "--cursor", "-fK1"]).stderr;
    assert!(!refused.contains("unexpected argument"), "{refused}");
    let price = good(&place, &["search", "people", "--title", "CTO", "--limit", "2", "--quote"]).stdout;
    assert!(price.starts_with("at most 3 credits"), "{price}");
    let filters = "{\"cities\": [\"Berlin\"]}";
    let found = place.json(&["search", "people", "--filters", filters, "--limit", "1"]);
    assert_eq!(found["results"][0]["location"]["city"], "Berlin", "{found}");
    let found = place.json(&["search", "companies", "--country", "DE", "--limit", "1", "--sandbox"]);
    assert_eq!(found["sandbox"], true, "{found}");
    let log = good(&place, &["logs", "--limit", "3"]).stdout;
    assert!(log.starts_with("WHEN") && log.contains("search_people"), "{log}");
    let log = place.json(&["logs", "--endpoint", "enrich"]);
    assert_eq!(log["results"].as_array().unwrap().len(), 2, "{log}");
}

#[test]
fn any_call_can_be_made() {
    let (place, _server, _) = setting("100");
    let me: Value = serde_json::from_str(&good(&place, &["api", "get", "/v1/me"]).stdout).unwrap();
    assert_eq!(me["balance"], 100);
    place.write("body.json", "{\"email\": \"ada0@acme.example\"}");
    let found = good(&place, &["api", "POST", "/v1/enrich", "@body.json", "--idempotency-key", "one"]).stdout;
    assert_eq!(
        found,
        good(&place, &["api", "POST", "/v1/enrich", "@body.json", "--idempotency-key", "one"]).stdout
    );
    let refused = place.run(&["api", "POST", "/v1/enrich", "@body.json", "--max-credits", "0"]);
    assert_eq!(refused.code, Some(5), "{}", refused.stderr);
    assert!(refused.stdout.contains("max_credits_exceeded"), "{}", refused.stdout);
    let me: Value = serde_json::from_str(&good(&place, &["api", "GET", "/v1/me"]).stdout).unwrap();
    assert_eq!(me["balance"], 99);
}

#[test]
fn what_an_answer_says_does_not_reach_the_terminal_as_a_command() {
    let place = Place::new();
    place.write("evil.csv", "name,email,title\nEve \u{1b}[2J<b>x</b>,eve@acme.example,\u{7}CTO\n");
    place.json(&["import", "people", "evil.csv", "--source", "crm", "--data", "data"]);
    let (_, key) = place.account("ada@customer.example", "10");
    let server = place.serve();
    let url = format!("http://{}", server.address);
    let shown = place.run(&["person", "eve@acme.example", "--server", &url, "--key", &key]);
    assert_eq!(shown.code, Some(0), "{}", shown.stderr);
    assert!(!shown.stdout.chars().any(|letter| letter.is_control() && letter != '\n'), "{:?}", shown.stdout);
}

#[test]
fn every_command_of_the_guide_works() {
    let (place, _server, _) = setting("100");
    let guide = fs::read_to_string(GUIDE).unwrap();
    let blocks = guide.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines: Vec<&str> = blocks.flat_map(str::lines).collect();
    assert!(lines.len() > 10, "{lines:?}");
    // Listening has no end; `following.rs` tests it.
    for line in lines.iter().filter(|line| !line.starts_with("brimful listen")) {
        let (line, variable) = match line.split_once(" brimful ") {
            Some((variable, rest)) if variable.starts_with("BRIMFUL_") => {
                (format!("brimful {rest}"), Some(variable))
            }
            _ => ((*line).to_owned(), None),
        };
        let arguments = words(line.strip_prefix("brimful ").expect(&line));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut command = place.command(&arguments);
        if let Some((name, value)) = variable.and_then(|variable| variable.split_once('=')) {
            command.env(name, value.trim_matches('\''));
        }
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        // The first command may be one that the log has nothing of yet.
        assert_eq!(output.status.code(), Some(0), "{line}: {said}");
        if variable.is_some() {
            let shown = String::from_utf8_lossy(&output.stdout);
            assert!(shown.contains("[\"10.0.0.0/8\",\"192.168.0.0/16\"]"), "{shown}");
        }
    }
}

/// The words of a line as a shell reads them.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    for letter in line.chars() {
        match letter {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(std::mem::take(&mut word)),
            letter => word.push(letter),
        }
    }
    words.push(word);
    words
}
