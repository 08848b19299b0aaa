//! What is documented, asked of a fresh demo with its own key: every `curl` of the README and every example of the API
//! description finds something.

use std::{
    collections::BTreeSet,
    fs,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{curl, demo, follow, key};
use crate::{
    http::{self, Caller},
    process::Place,
};

/// How long anything may take before the test gives up.
const PATIENCE: Duration = Duration::from_secs(120);

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");

/// The `curl` commands of the shell blocks of a document.
fn commands(text: &str) -> Vec<String> {
    let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let lines =
        blocks.flat_map(|block| block.replace("\\\n", " ").lines().map(str::to_owned).collect::<Vec<_>>());
    lines.filter(|line| line.trim_start().starts_with("curl ")).collect()
}

/// Whether an answer holds what was asked for.
fn finds(answer: &Value) -> bool {
    let is_charged = answer["cost"]["credits"].as_f64().is_some_and(|credits| credits > 0.0);
    let is_listed = answer["results"].as_array().is_some_and(|results| !results.is_empty());
    (is_charged || is_listed) && answer["found"] != false
}

/// Waits until searches are answered, too.
fn wait_until_ready(address: &str) {
    let deadline = Instant::now() + PATIENCE;
    while http::send(address, "GET", "/readyz", &[], "").unwrap().status != 200 {
        assert!(Instant::now() < deadline, "the server does not become ready");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn every_curl_of_the_readme_and_every_example_of_the_api_finds_something() {
    let place = Place::new();
    let server = demo(&place, "400");
    let key = key(&curl(&server.log()));
    wait_until_ready(&server.address);
    let readme = fs::read_to_string(README).unwrap();
    let found = commands(&readme);
    assert!(!found.is_empty(), "the README shows no call");
    for command in found {
        let ready = command
            .replace("\"Authorization: Bearer $KEY\"", &format!("'Authorization: Bearer {key}'"))
            .replace("localhost:8080", &format!("http://{}", server.address));
        let answer = follow(&curl(&ready));
        assert!(answer.status == 200 && finds(&answer.json()), "{command}: {}", answer.body);
    }
    let caller = Caller::new(&server.address, &key);
    let document = caller.get("/openapi.json").json();
    let mut lacking = Vec::new();
    let mut asked = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        if path.starts_with("/v1/sandbox/")
            || document["paths"][format!("/v1/sandbox{}", &path[3..])].is_null()
        {
            continue;
        }
        for (verb, operation) in operations.as_object().unwrap() {
            let path = path.replace("{id}", "demo");
            let answer = match verb.as_str() {
                "post" => {
                    let example = operation.pointer("/requestBody/content/application~1json/example");
                    caller.post(&path, example.unwrap_or(&json!({})))
                }
                _ if path.ends_with("/suggest") => caller.get(&format!("{path}?q=a")),
                _ => caller.get(&format!("{path}{}", query(operation))),
            };
            asked += 1;
            if answer.status != 200 || !finds(&answer.json()) {
                lacking.push(format!("{verb} {path}: {} {}", answer.status, answer.body));
            }
        }
    }
    assert!(asked > 40, "{asked} examples");
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
    server.stop();
}

/// The query string of an operation's examples.
fn query(operation: &Value) -> String {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let given = parameters.filter_map(|parameter| {
        let value = parameter.get("example").or_else(|| parameter.pointer("/schema/example"))?;
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        Some(format!("{}={text}", parameter["name"].as_str()?))
    });
    let given: Vec<String> = given.collect();
    if given.is_empty() { "?kind=funding".to_owned() } else { format!("?{}", given.join("&")) }
}

#[test]
fn mail_servers_know_the_address_of_a_person_who_has_just_moved() {
    let place = Place::new();
    // Things happen so often that some people have moved when the test looks.
    let server = place.start(&["demo", "--data", "demo", "--people", "400", "--pace", "1000000"]);
    let key = key(&curl(&server.log()));
    let deadline = Instant::now() + PATIENCE;
    let moved = loop {
        let known = fs::read_to_string(place.path("demo/mailboxes.txt")).unwrap_or_default();
        let addresses: BTreeSet<String> = known.lines().map(str::to_owned).collect();
        if addresses.len() >= 3 {
            break addresses;
        }
        assert!(Instant::now() < deadline, "nobody moves");
        std::thread::sleep(Duration::from_millis(500));
    };
    // What a server says beyond that depends on its manners: some accept everything, some nothing.
    let check = |address: &str| {
        let caller = Caller::new(address, &key);
        for email in &moved {
            let verdict = caller.post("/v1/verify-email", &json!({ "email": email })).json();
            assert_ne!(verdict["reason"], "mailbox_not_found", "{verdict}");
            assert_ne!(verdict["reason"], "domain_not_found", "{verdict}");
        }
    };
    check(&server.address);
    server.stop();
    let server = demo(&place, "400");
    check(&server.address);
    server.stop();
}
