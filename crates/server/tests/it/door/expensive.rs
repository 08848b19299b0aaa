//! The largest request that each endpoint takes leaves its sender's neighbours alone.

use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use server::{CATALOGUE, Sample};
use store::Plan;

use super::percentile;
use crate::support::{TestServer, call, own_path, verb};

/// Items of a generated list at most: more would not fit into a body.
const ITEMS_MAX: u64 = 10_000;
/// Calls of the neighbour beside each expensive one.
const CALLS: usize = 20;
/// What 19 in 20 of them have to stay below; ten times as long without optimisation, where the test shares its cores.
const NEIGHBOUR_MAX: Duration = Duration::from_millis(if cfg!(debug_assertions) { 500 } else { 50 });

/// The largest value a schema allows, as far as one can be made up.
fn largest(schema: &Value, document: &Value, number: u64, depth: usize) -> Option<Value> {
    if let Some(reference) = schema["$ref"].as_str() {
        return largest(document.pointer(reference.trim_start_matches('#'))?, document, number, depth);
    }
    if let Some(options) = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array()) {
        let option = options.iter().find(|option| option["type"] != "null")?;
        return largest(option, document, number, depth);
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.get(number as usize % words.len()).cloned();
    }
    if !schema["const"].is_null() {
        return Some(schema["const"].clone());
    }
    let kinds = &schema["type"];
    let is = |kind: &str| kinds == kind || kinds.as_array().is_some_and(|all| all.contains(&kind.into()));
    if is("array") {
        let count = schema["maxItems"].as_u64().unwrap_or(10).min(if depth == 0 { ITEMS_MAX } else { 1_000 });
        let items: Vec<Value> =
            (0..count).filter_map(|item| largest(&schema["items"], document, item, depth + 1)).collect();
        return (!items.is_empty()).then(|| items.into());
    }
    if is("integer") {
        return schema["maximum"].as_i64().map(Value::from);
    }
    if is("string") {
        return match schema["format"].as_str() {
            Some("email") => Some(format!("a{number}@c{number}.example").into()),
            Some("domain") => Some(format!("c{number}.example").into()),
            Some("person-profile") => Some(format!("https://network.example/in/p{number}").into()),
            Some("phone" | "company-page" | "date-time") => None,
            _ if schema["maxLength"].as_u64().is_some() => Some(format!("word{number}").into()),
            _ => None,
        };
    }
    if is("object") {
        let fields = schema["properties"].as_object()?;
        let made: Map<String, Value> = fields
            .iter()
            .filter_map(|(name, field)| Some((name.clone(), largest(field, document, number, depth + 1)?)))
            .collect();
        return (!made.is_empty()).then(|| made.into());
    }
    None
}

/// The example with each list and each limit as large as it may be, as long as the endpoint takes it.
fn requests(example: &Value, schema: &Value, document: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    let mut widest = example.clone();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        if matches!(name.as_str(), "id" | "cursor" | "webhook" | "preview") {
            continue;
        }
        let Some(value) = largest(field, document, 0, 0) else { continue };
        if value.is_array() || value.is_object() {
            let mut one = example.clone();
            one[name] = value;
            all.push(one);
        } else if name == "limit" {
            widest[name] = value;
        }
    }
    all.push(widest);
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_largest_request_of_each_endpoint_leaves_a_neighbour_alone() {
    // Some of the operator's endpoints need another account.
    let open = |setup: &mut crate::support::Setup| {
        setup.settings.signup.mode = server::SignupMode::Open;
        setup.settings.signup.per_client_day = 0;
    };
    let (server, _) = TestServer::of_the_world(open).await;
    let account = server.operator(&server.account(Plan::Scale, 10_000_000).await).await;
    let neighbour = server.account(Plan::Scale, 1_000_000).await;
    let sample = Sample::of(&server.store).unwrap();
    let question = json!({ "email": sample.email });
    for _ in 0..CALLS {
        neighbour.post("/v1/enrich", question.clone()).await.ok();
    }
    let document: Value = serde_json::from_str(server.app.openapi()).unwrap();
    let (mut slow, mut asked) = (Vec::new(), 0);
    for entry in CATALOGUE.iter().filter(|entry| entry.spec.method.has_body()) {
        if matches!(entry.spec.id, "signup" | "login" | "erase" | "file_privacy_request") {
            continue;
        }
        let body = &document["paths"][entry.spec.path][verb(entry).as_str().to_lowercase()]["requestBody"];
        let reference = body["content"]["application/json"]["schema"]["$ref"].as_str().unwrap();
        let schema = document.pointer(reference.trim_start_matches('#')).unwrap();
        for request in requests(&(entry.example)(&sample), schema, &document) {
            let path = own_path(&account, entry, &sample).await;
            let begun = Instant::now();
            let expensive = call(&account, entry, &path, request);
            let times = async {
                let mut times = Vec::new();
                for _ in 0..CALLS {
                    let begun = Instant::now();
                    neighbour.post("/v1/enrich", question.clone()).await.ok();
                    times.push(begun.elapsed());
                }
                times
            };
            let (answer, mut times) = tokio::join!(expensive, times);
            assert!(answer.status < 500, "{}: {}", entry.spec.id, answer.text());
            asked += usize::from(answer.status < 300);
            let p95 = percentile(&mut times, 0.95);
            if p95 > NEIGHBOUR_MAX {
                slow.push(format!(
                    "{} {} took {:?}, neighbour {p95:?}",
                    entry.spec.id,
                    answer.status,
                    begun.elapsed()
                ));
            }
        }
    }
    assert!(asked >= 40, "only {asked} requests were answered");
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
