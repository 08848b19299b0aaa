//! `GET /openapi.json`: the whole surface, in one document.

mod examples;
mod surface;

use std::collections::BTreeSet;

use serde_json::Value;
use server::CATALOGUE;

use crate::support::TestServer;

/// The codes that callers may rely on.
pub const PROMISED_CODES: [&str; 19] = [
    "invalid_json",
    "missing_key",
    "invalid_key",
    "expired_key",
    "revoked_key",
    "insufficient_credits",
    "plan_required",
    "scope_required",
    "trial_expired",
    "not_found",
    "request_in_progress",
    "body_too_large",
    "invalid_request",
    "unknown_field",
    "idempotency_mismatch",
    "rate_limited",
    "sandbox_limit",
    "internal",
    "sources_unavailable",
];

async fn document() -> Value {
    TestServer::start().await.anyone().get("/openapi.json").await.ok()
}

/// Every object in a document with its place.
fn walk<'d>(value: &'d Value, place: &str, visit: &mut impl FnMut(&str, &'d Value)) {
    visit(place, value);
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| walk(member, &format!("{place}/{name}"), visit));
        }
        Value::Array(items) => items.iter().for_each(|item| walk(item, place, visit)),
        _ => {}
    }
}

/// What a value is, or what it refers to.
fn resolved<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    value["$ref"].as_str().map_or(value, |path| document.pointer(&path[1..]).unwrap())
}

fn operations(document: &Value) -> impl Iterator<Item = &Value> {
    document["paths"].as_object().unwrap().values().flat_map(|item| item.as_object().unwrap().values())
}

#[tokio::test]
async fn every_entry_and_every_twin_is_an_operation_with_an_id_of_its_own() {
    let document = document().await;
    let ids: Vec<&str> = operations(&document).map(|one| one["operationId"].as_str().unwrap()).collect();
    let unique: BTreeSet<_> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len());
    for entry in CATALOGUE {
        assert!(ids.contains(&entry.spec.id), "{}", entry.spec.id);
        let twin = format!("sandbox_{}", entry.spec.id);
        assert_eq!(ids.contains(&twin.as_str()), entry.spec.has_twin(), "{twin}");
    }
    let twins = CATALOGUE.iter().filter(|entry| entry.spec.has_twin()).count();
    assert_eq!(ids.len(), CATALOGUE.len() + twins, "nothing is documented that is not there");
}

#[tokio::test]
async fn client_generators_can_read_it() {
    let document = document().await;
    walk(&document, "", &mut |place, value| {
        if let Some(reference) = value["$ref"].as_str() {
            assert!(document.pointer(&reference[1..]).is_some(), "{place}: {reference} leads nowhere");
        }
        let in_example = place.contains("/example/") || place.starts_with("/components/examples/");
        if !in_example && (place.ends_with("/properties") || place.ends_with("/items")) {
            assert!(!value.is_boolean(), "{place} is a boolean schema");
            for (name, schema) in value.as_object().unwrap() {
                assert!(
                    !schema.is_boolean() || place.ends_with("/items"),
                    "{place}/{name} is a boolean schema"
                );
            }
        }
    });
    for operation in operations(&document) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            assert_eq!(
                resolved(&document, response)["content"].as_object().unwrap().len(),
                1,
                "{} {status}",
                operation["operationId"]
            );
        }
        for parameter in operation["parameters"].as_array().unwrap() {
            assert_ne!(parameter["schema"]["type"], "object", "{parameter}");
        }
    }
}

#[tokio::test]
async fn every_email_that_a_charging_call_answers_has_its_status_and_the_date_of_its_check() {
    let document = document().await;
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut answered = BTreeSet::new();
    for entry in CATALOGUE.iter().filter(|entry| entry.spec.price.charges()) {
        let operation =
            &document["paths"][entry.spec.path][format!("{:?}", entry.spec.method).to_lowercase()];
        let mut open = vec![&operation["responses"][entry.spec.status.to_string()]];
        while let Some(part) = open.pop() {
            walk(part, "", &mut |_, value| {
                let reference = value["$ref"].as_str();
                let name = reference.and_then(|reference| reference.strip_prefix("#/components/schemas/"));
                if let Some(name) = name.filter(|name| answered.insert((*name).to_owned())) {
                    open.push(&schemas[name]);
                }
            });
        }
    }
    let mut with_email = Vec::new();
    // A contact is what the caller sent.
    for name in answered.iter().filter(|name| *name != "Contact") {
        let Some(properties) = schemas[name]["properties"].as_object() else { continue };
        if !properties.contains_key("email") {
            continue;
        }
        let has_one = |names: &[&str]| names.iter().any(|name| properties.contains_key(*name));
        assert!(has_one(&["status", "email_status", "emailStatus"]), "{name} has an email without a status");
        let dates = ["last_validated_at", "email_last_validated_at", "emailLastValidatedAt"];
        assert!(has_one(&dates), "{name} has an email without the date of its check");
        with_email.push(name.as_str());
    }
    for needed in ["FindEmailAnswer", "OwnedBusiness", "Person", "VerifyEmailAnswer"] {
        assert!(with_email.contains(&needed), "{needed}: {with_email:?}");
    }
}

#[tokio::test]
async fn every_problem_it_promises_can_be_told_apart_by_code() {
    let document = document().await;
    // The code itself is open, so that a new one breaks no client; each answer says which codes it may carry.
    let responses = operations(&document)
        .flat_map(|one| one["responses"].as_object().unwrap().values())
        .map(|response| resolved(&document, response));
    let codes: BTreeSet<&str> =
        responses.flat_map(|response| response["description"].as_str().unwrap().split(", ")).collect();
    for needed in PROMISED_CODES {
        assert!(codes.contains(needed), "{needed}");
    }
}

#[tokio::test]
async fn it_is_sent_once_and_compressed_to_those_who_accept_that() {
    let server = TestServer::start().await;
    let client = reqwest::Client::new();
    for path in ["/openapi.json", "/openapi-agents.json"] {
        let ask = |headers: &[(&'static str, String)]| {
            let request = client.get(format!("http://{}{path}", server.address));
            headers.iter().fold(request, |request, (name, value)| request.header(*name, value)).send()
        };
        let plain = ask(&[]).await.unwrap();
        assert!(plain.headers().get("content-encoding").is_none());
        assert_eq!(plain.headers()["content-type"], "application/json");
        let length = plain.bytes().await.unwrap().len();
        let zipped = ask(&[("accept-encoding", "gzip".into())]).await.unwrap();
        assert_eq!(zipped.headers()["content-encoding"], "gzip");
        let etag = zipped.headers()["etag"].to_str().unwrap().to_owned();
        let short = zipped.bytes().await.unwrap().len();
        assert!(short * 5 < length, "{path}: {short} of {length} bytes");
        let again = ask(&[("accept-encoding", "gzip".into()), ("if-none-match", etag)]).await.unwrap();
        assert_eq!(again.status(), 304);
    }
}
