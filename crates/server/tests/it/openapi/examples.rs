//! The examples of the document, recorded from the sandbox.

use std::{collections::BTreeMap, fs};

use server::{CATALOGUE, Entry, Example};

use crate::support::{Setup, TestServer, call, twin_path};

/// Where the document takes them from.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/openapi/examples.json");
/// Set to write the file anew.
const RECORD: &str = "BRIMFUL_RECORD_EXAMPLES";

fn twins() -> impl Iterator<Item = &'static Entry> {
    CATALOGUE.iter().filter(|entry| entry.spec.has_twin() && entry.spec.media == "application/json")
}

fn recorded() -> BTreeMap<String, Example> {
    serde_json::from_str(&fs::read_to_string(FILE).unwrap()).unwrap()
}

/// More endpoints than one client may ask of the sandbox in a day.
fn often_asked(setup: &mut Setup) {
    setup.settings.limits.sandbox_calls_per_day = 1_000;
}

#[tokio::test]
async fn each_is_what_the_sandbox_answers() {
    let (server, sample) = TestServer::of_the_world(often_asked).await;
    let mut answered = BTreeMap::new();
    for entry in twins() {
        let request = (entry.example)(&sample);
        let answer = call(&server.anyone(), entry, &twin_path(entry, &sample), request.clone()).await.ok();
        answered.insert(entry.spec.id.to_owned(), Example { request, answer: Some(answer) });
    }
    if std::env::var_os(RECORD).is_some() {
        fs::write(FILE, serde_json::to_string_pretty(&answered).unwrap() + "\n").unwrap();
    }
    for (id, recorded) in recorded() {
        assert_eq!(answered.remove(&id), Some(recorded), "{id}: run this test with {RECORD}=1");
    }
    assert_eq!(
        answered.into_keys().collect::<Vec<_>>(),
        Vec::<String>::new(),
        "run this test with {RECORD}=1"
    );
}

#[tokio::test]
async fn each_request_resolves_something_on_other_days_too() {
    // The first day of a quarter: nothing has happened in it yet but what the sandbox has for sure.
    let first = "2026-07-01T00:30:00Z".parse().unwrap();
    let (server, sample) = TestServer::of_the_world_at(first, often_asked).await;
    let recorded = recorded();
    for entry in twins() {
        let request = recorded[entry.spec.id].request.clone();
        let answer = call(&server.anyone(), entry, &twin_path(entry, &sample), request).await.ok();
        if entry.spec.price.charges() {
            assert!(answer["cost"]["credits"].as_f64().unwrap() > 0.0, "{}: {answer}", entry.spec.id);
        }
    }
}
