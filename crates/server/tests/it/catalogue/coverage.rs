//! Every entry of the catalogue, by enumeration: an endpoint that lacks something fails here.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use server::{Access, CATALOGUE, Group, Sample, SignupMode};
use store::Plan;

use crate::support::{TestServer, call, own_example, own_path, twin_path, verb};

/// A server of the world at which anyone may sign up.
pub(super) async fn server_of_the_world() -> (TestServer, Sample) {
    TestServer::of_the_world(|setup| {
        setup.settings.signup.mode = SignupMode::Open;
        // More endpoints than one client may send refused keys or ask the sandbox.
        setup.settings.limits.refused_keys_per_minute = 10_000;
        setup.settings.limits.sandbox_calls_per_day = 10_000;
    })
    .await
}

#[test]
fn ids_and_routes_are_unique() {
    let ids: BTreeSet<_> = CATALOGUE.iter().map(|entry| entry.spec.id).collect();
    assert_eq!(ids.len(), CATALOGUE.len());
    let routes: BTreeSet<_> =
        CATALOGUE.iter().map(|entry| format!("{:?} {}", entry.spec.method, entry.spec.path)).collect();
    assert_eq!(routes.len(), CATALOGUE.len());
}

/// The places of emails and phones of people in an answer that have no status beside them. A contact is what the caller
/// sent, and a company's phone is published.
fn contacts_without_status(answer: &Value, place: &str) -> Vec<String> {
    match answer {
        Value::Object(members) => {
            let is_company = members.contains_key("domains") || members.contains_key("industries");
            let lacks = |contact: &&str| {
                let has = |name: &str| members.contains_key(name);
                let is_there = members.get(*contact).is_some_and(Value::is_string);
                let is_told =
                    has("status") || has(&format!("{contact}_status")) || has(&format!("{contact}Status"));
                is_there && !is_told && !is_company && !place.ends_with("/contact")
            };
            let lacking = ["email", "phone", "mobile"].into_iter().filter(lacks);
            let lacking: Vec<String> = lacking.map(|contact| format!("{place}/{contact}")).collect();
            let below = members
                .iter()
                .flat_map(|(name, member)| contacts_without_status(member, &format!("{place}/{name}")));
            lacking.into_iter().chain(below).collect()
        }
        Value::Array(items) => items.iter().flat_map(|item| contacts_without_status(item, place)).collect(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn every_example_is_answered_as_the_document_says() {
    let (server, sample) = server_of_the_world().await;
    let account = server.operator(&server.account(Plan::Scale, 1_000).await).await;
    let document: Value = serde_json::from_str(server.app.openapi()).unwrap();
    for entry in CATALOGUE {
        let spec = entry.spec;
        let path = own_path(&account, entry, &sample).await;
        let example = own_example(&account, entry, &sample).await;
        let answer = call(&account, entry, &path, example).await;
        assert_eq!(answer.status, spec.status, "{}: {}", spec.id, answer.text());
        assert_eq!(answer.header("content-type"), spec.media, "{}", spec.id);
        assert!(answer.header("x-request-id").starts_with("req_"), "{}", spec.id);
        if spec.media == "application/json" {
            // A list or filter of one's own may have nothing new; its twin's demo has.
            // A job is charged as its items are answered.
            if spec.price.charges() && spec.group != Group::Sticky && spec.items_of.is_none() {
                assert!(
                    answer.json()["cost"]["credits"].as_f64().unwrap() > 0.0,
                    "{} resolves nothing",
                    spec.id
                );
            }
            let operation = &document["paths"][spec.path][verb(entry).as_str().to_lowercase()];
            let schema = &operation["responses"][spec.status.to_string()]["content"][spec.media]["schema"];
            // Of a charging call's two answers, the first is the price preview.
            let schema = schema.pointer("/oneOf/1").unwrap_or(schema);
            assert_eq!(misfits(&answer.json(), schema, &document, ""), Vec::<String>::new(), "{}", spec.id);
            if spec.price.charges() {
                let unproven = contacts_without_status(&answer.json(), "");
                assert_eq!(unproven, Vec::<String>::new(), "{}", spec.id);
            }
        }
    }
    server.prove_books();
}

#[tokio::test]
async fn every_example_is_answered_with_all_that_its_endpoint_promises() {
    let (server, sample) = server_of_the_world().await;
    let account = server.account(Plan::Scale, 1_000).await;
    let mut lacking = Vec::new();
    for entry in CATALOGUE.iter().filter(|entry| entry.spec.has_twin() && entry.spec.group != Group::Sticky) {
        if entry.spec.media != "application/json" {
            continue;
        }
        let answer = call(&account, entry, entry.spec.path, (entry.example)(&sample)).await.ok();
        let mut empty = Vec::new();
        empties(&answer, "", &mut empty);
        lacking.extend(empty.into_iter().map(|place| format!("{} {place}", entry.spec.id)));
    }
    assert_eq!(lacking, Vec::<String>::new(), "an example shows what can be had");
}

/// Where an answer has an empty list or nothing at all, down to the sections of a section.
fn empties(answer: &Value, place: &str, found: &mut Vec<String>) {
    for (name, member) in answer.as_object().into_iter().flatten() {
        let place = format!("{place}/{name}");
        match member {
            Value::Null if name != "next_cursor" => found.push(place),
            Value::Array(items) if items.is_empty() => found.push(place),
            Value::Object(_) if name == "committee" => empties(member, &place, found),
            _ => {}
        }
    }
}

#[tokio::test]
async fn every_twin_answers_as_its_endpoint_does() {
    let (server, sample) = server_of_the_world().await;
    let account = server.account(Plan::Scale, 1_000).await;
    // What else has a twin answers from lists and indexes that differ by the test's own people.
    let alike = CATALOGUE.iter().filter(|entry| matches!(entry.spec.group, Group::Resolve | Group::Find));
    for entry in alike {
        let mut real = call(&account, entry, entry.spec.path, (entry.example)(&sample)).await.ok();
        let mut twin =
            call(&server.anyone(), entry, &twin_path(entry, &sample), (entry.example)(&sample)).await.ok();
        assert_eq!(twin.as_object_mut().unwrap().shift_remove("sandbox"), Some(json!(true)));
        real["cost"].as_object_mut().unwrap().shift_remove("balance_remaining");
        assert_eq!(twin, real, "{}", entry.spec.id);
    }
}

#[tokio::test]
async fn without_a_key_only_public_endpoints_answer() {
    let (server, sample) = server_of_the_world().await;
    let mut public = Vec::new();
    for entry in CATALOGUE {
        let path = entry.spec.path.replace("{id}", "key_x");
        let answer = call(&server.anyone(), entry, &path, (entry.example)(&sample)).await;
        match entry.spec.access {
            Access::Public => public.push(entry.spec.id),
            Access::Key(_) => drop(answer.problem(401, "missing_key")),
        }
    }
    assert_eq!(
        public,
        ["signup", "login", "file_privacy_request", "sandbox_info"],
        "an endpoint is added to this list on purpose"
    );
}

#[tokio::test]
async fn without_credits_no_charging_endpoint_answers() {
    let (server, sample) = server_of_the_world().await;
    let account = server.account(Plan::Scale, 0).await;
    for entry in CATALOGUE.iter().filter(|entry| entry.spec.price.charges()) {
        let path = own_path(&account, entry, &sample).await;
        let answer = call(&account, entry, &path, (entry.example)(&sample)).await;
        let problem = answer.problem(402, "insufficient_credits");
        assert_eq!(problem["balance"], 0, "{}", entry.spec.id);
        assert!(problem["required"].as_f64().unwrap() > 0.0, "{}", entry.spec.id);
    }
    assert_eq!(server.traces(&account).calls, 0);
}

#[tokio::test]
async fn an_unknown_field_is_refused_everywhere() {
    let (server, sample) = server_of_the_world().await;
    let account = server.operator(&server.account(Plan::Scale, 10).await).await;
    for entry in CATALOGUE {
        let mut example = (entry.example)(&sample);
        example["zzz"] = "1".into();
        let path = own_path(&account, entry, &sample).await;
        call(&account, entry, &path, example).await.problem(422, "unknown_field");
    }
}

/// Where a value does not fit the schema it is documented with.
fn misfits(value: &Value, schema: &Value, document: &Value, place: &str) -> Vec<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        return misfits(value, document.pointer(&reference[1..]).unwrap(), document, place);
    }
    if let Some(options) = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array()) {
        let attempts = options.iter().map(|option| misfits(value, option, document, place));
        return attempts.min_by_key(Vec::len).unwrap_or_default();
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let allowed = |one: &Value| one == kind || (one == "number" && kind == "integer");
    let fits = match &schema["type"] {
        Value::Null => true,
        Value::Array(several) => several.iter().any(allowed),
        one => allowed(one),
    };
    if !fits {
        return vec![format!("{place} is a {kind}")];
    }
    match value {
        Value::Object(members) if schema["properties"].is_object() => {
            let known = schema["properties"].as_object().unwrap();
            let missing = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let missing = missing.filter(|name| !members.contains_key(*name));
            let mut found: Vec<String> = missing.map(|name| format!("{place}/{name} is missing")).collect();
            for (name, member) in members {
                match known.get(name) {
                    Some(schema) => {
                        found.extend(misfits(member, schema, document, &format!("{place}/{name}")));
                    }
                    None if schema["additionalProperties"] == true => {}
                    None => found.push(format!("{place}/{name} is not documented")),
                }
            }
            found
        }
        Value::Array(items) if schema["items"].is_object() => {
            let each = items.iter().enumerate();
            each.flat_map(|(index, item)| {
                misfits(item, &schema["items"], document, &format!("{place}/{index}"))
            })
            .collect()
        }
        _ => Vec::new(),
    }
}
