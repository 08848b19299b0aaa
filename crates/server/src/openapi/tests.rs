//! Rules that keep generated clients typed. Each test names the generator fault it prevents.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{components, document, shape};
use crate::catalogue::CATALOGUE;

fn published() -> Value {
    document(CATALOGUE)
}

fn operations(document: &Value) -> Vec<&Value> {
    let paths = document["paths"].as_object().unwrap();
    paths.values().flat_map(|item| item.as_object().unwrap().values()).collect()
}

/// What a value is, or what it refers to.
fn resolved<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    value["$ref"].as_str().map_or(value, |path| document.pointer(&path[1..]).unwrap())
}

fn definitions(document: &Value) -> &Map<String, Value> {
    document["components"]["schemas"].as_object().unwrap()
}

fn each_schema(document: &Value, check: &mut dyn FnMut(&Map<String, Value>)) {
    for part in ["/components/schemas", "/components/responses", "/paths", "/webhooks"] {
        shape::each_object(document.pointer(part).unwrap(), check);
    }
}

#[test]
fn every_operation_has_a_name_of_its_own() {
    let document = published();
    let ids: Vec<&str> =
        operations(&document).iter().map(|operation| operation["operationId"].as_str().unwrap()).collect();
    let distinct: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), distinct.len());
    for id in ids {
        assert!(id.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_'), "{id}");
    }
}

#[test]
fn bodies_and_answers_are_named_schemas() {
    let document = published();
    for operation in operations(&document) {
        let id = &operation["operationId"];
        if let Some(body) = operation.pointer("/requestBody/content/application~1json/schema") {
            assert!(body["$ref"].is_string(), "the body of {id} has no name: {body}");
        }
        for (status, response) in operation["responses"].as_object().unwrap() {
            let schema = resolved(&document, response)["content"]
                .as_object()
                .unwrap()
                .values()
                .next()
                .unwrap()["schema"]
                .clone();
            let choices = schema["oneOf"].as_array().cloned().unwrap_or_else(|| vec![schema.clone()]);
            let named = choices.iter().all(|choice| choice["$ref"].is_string());
            assert!(named || schema == json!({ "type": "string" }), "{id} {status}: {schema}");
        }
    }
}

#[test]
fn every_reference_leads_to_a_schema_and_every_schema_is_referred_to() {
    let document = published();
    let mut referred = BTreeSet::new();
    each_schema(&document, &mut |object| {
        if let Some(Value::String(reference)) = object.get("$ref") {
            assert!(document.pointer(&reference[1..]).is_some(), "{reference} leads nowhere");
            referred.extend(reference.strip_prefix("#/components/schemas/").map(str::to_owned));
        }
    });
    let defined: BTreeSet<String> = definitions(&document).keys().cloned().collect();
    assert_eq!(referred, defined);
}

#[test]
fn two_types_of_one_name_are_a_mistake() {
    // The schema generator appends a number to the second of two types that share a name.
    for name in definitions(&published()).keys() {
        assert!(!name.ends_with(|last: char| last.is_ascii_digit()), "{name} needs a name of its own");
    }
}

#[test]
fn a_status_has_one_media_type() {
    let document = published();
    for operation in operations(&document) {
        for response in operation["responses"].as_object().unwrap().values() {
            assert_eq!(resolved(&document, response)["content"].as_object().unwrap().len(), 1, "{operation}");
        }
    }
}

#[test]
fn every_part_of_a_path_is_a_parameter() {
    let document = published();
    for (path, item) in document["paths"].as_object().unwrap() {
        let parts = path.split('/').filter(|part| part.starts_with('{')).count();
        for operation in item.as_object().unwrap().values() {
            let parameters = operation["parameters"].as_array().unwrap();
            let in_path = parameters.iter().filter(|parameter| parameter["in"] == "path").count();
            assert_eq!(in_path, parts, "{path}: {}", operation["operationId"]);
        }
    }
}

#[test]
fn parameters_are_scalars_or_lists_of_scalars() {
    let document = published();
    let scalar = |schema: &Value| {
        let named = schema["$ref"].as_str().and_then(|name| name.rsplit('/').next());
        let schema = named.map_or(schema, |name| &definitions(&document)[name]);
        matches!(schema["type"].as_str(), Some("string" | "integer" | "number" | "boolean"))
    };
    for operation in operations(&document) {
        for parameter in operation["parameters"].as_array().unwrap() {
            let parameter = resolved(&document, parameter);
            let schema = &parameter["schema"];
            let fits = if schema["type"] == "array" { scalar(&schema["items"]) } else { scalar(schema) };
            assert!(fits, "{} of {}: {schema}", parameter["name"], operation["operationId"]);
            assert_ne!(parameter["description"], "", "{parameter}");
        }
    }
}

#[test]
fn no_schema_is_a_boolean() {
    each_schema(&published(), &mut |object| {
        for (name, schema) in object.get("properties").and_then(Value::as_object).into_iter().flatten() {
            assert!(schema.is_object(), "{name} is {schema}");
        }
        assert!(!object.get("items").is_some_and(Value::is_boolean), "{object:?}");
    });
}

#[test]
fn the_words_of_an_enum_become_one_type() {
    let document = published();
    each_schema(&document, &mut |object| {
        let constants = object.get("oneOf").and_then(Value::as_array).into_iter().flatten();
        assert_eq!(constants.filter(|choice| choice.get("const").is_some()).count(), 0, "{object:?}");
    });
    for (name, schema) in definitions(&document) {
        let Some(words) = schema["enum"].as_array() else { continue };
        // Generators write enum values in upper case, where no two may collide.
        let folded: BTreeSet<String> =
            words.iter().map(|word| word.as_str().unwrap().to_uppercase()).collect();
        assert_eq!(folded.len(), words.len(), "{name}");
        assert!(!folded.contains(""), "{name}");
    }
    assert_eq!(definitions(&document)["SizeBand"]["x-enum-varnames"][7], "BAND_10001_PLUS");
}

#[test]
fn an_absent_fact_is_absent_and_never_null_or_made_up() {
    let document = published();
    let person = &definitions(&document)["Person"];
    assert_eq!(person["properties"]["firstName"]["type"], "string");
    assert_eq!(person["properties"]["company"]["$ref"], "#/components/schemas/Employer");
    assert_eq!(person["properties"]["company"]["description"], "Current employer.");
    let required = person["required"].as_array().unwrap();
    assert!(required.contains(&json!("id")) && required.contains(&json!("fullName")));
    assert_eq!(person["properties"]["id"].get("default"), None);
    // The end of a list is an explicit field, not an omitted one.
    let page = &definitions(&document)["PeopleAnswer"];
    assert_eq!(page["properties"]["next_cursor"]["type"], json!(["string", "null"]));
}

#[test]
fn a_preview_and_an_answer_can_be_told_apart_by_one_constant() {
    let document = published();
    let definitions = definitions(&document);
    let mut unions = 0;
    for operation in operations(&document) {
        let Some(choices) = operation.pointer("/responses/200/content/application~1json/schema/oneOf") else {
            continue;
        };
        unions += 1;
        let name = choices[1]["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
        assert_eq!(definitions[name]["properties"]["preview"]["const"], false, "{name}");
        assert!(definitions[name]["required"].as_array().unwrap().contains(&json!("cost")), "{name}");
        let preview = &definitions[choices[0]["$ref"].as_str().unwrap().rsplit('/').next().unwrap()];
        assert_eq!(preview["properties"]["preview"]["const"], true, "{name}");
        let required = preview["required"].as_array().unwrap();
        for member in ["preview", "would_cost"] {
            let count = required.iter().filter(|one| **one == json!(member)).count();
            assert_eq!(count, 1, "{name} requires {member}");
        }
    }
    assert!(unions > 0);
}

#[test]
fn a_type_that_is_read_otherwise_than_written_has_two_names() {
    let in_requests = json!({ "type": "object", "properties": { "max": { "type": ["integer", "null"] } } });
    let in_answers = json!({ "type": "object", "properties": { "max": { "type": "integer" } } });
    let holder =
        json!({ "type": "object", "properties": { "range": { "$ref": "#/components/schemas/Range" } } });
    let alike = json!({ "type": "string", "enum": ["a", "b"] });
    let map = |range: &Value| {
        let members = json!({ "Filter": holder, "Range": range, "Word": alike });
        members.as_object().unwrap().clone()
    };
    let mut requests = map(&in_requests);
    let renamed = components::keep_apart(&mut requests, &map(&in_answers));
    assert_eq!(renamed, ["Range", "Filter"]);
    let names: Vec<&String> = requests.keys().collect();
    assert_eq!(names, ["FilterInput", "RangeInput", "Word"]);
    assert_eq!(requests["FilterInput"]["properties"]["range"]["$ref"], "#/components/schemas/RangeInput");
}

#[test]
fn every_operation_says_whether_it_needs_a_key_and_has_a_short_title() {
    let document = published();
    for operation in operations(&document) {
        let id = &operation["operationId"];
        let security = operation["security"].as_array().unwrap_or_else(|| panic!("{id} says nothing"));
        assert!(security.is_empty() || security == &[json!({ "key": [] })], "{id}");
        let title = operation["summary"].as_str().unwrap();
        assert!(title.len() <= 50 && !title.ends_with('.'), "{id}: {title}");
    }
    for tag in document["tags"].as_array().unwrap() {
        assert!(tag["description"].as_str().is_some_and(|text| text.ends_with('.')), "{tag}");
    }
    assert_eq!(document["servers"][0]["url"], "/");
}

#[test]
fn no_example_makes_a_tool_send_an_idempotency_key() {
    let parameter = published()["components"]["parameters"]["IdempotencyKey"].take();
    assert_eq!(parameter["name"], "Idempotency-Key");
    assert!(parameter["required"] == false && !parameter.to_string().contains("example"), "{parameter}");
}

#[test]
fn every_kind_of_event_is_a_webhook_with_a_payload_and_signature_headers() {
    let document = published();
    let webhooks = document["webhooks"].as_object().unwrap();
    assert_eq!(webhooks.len(), store::EventKind::ALL.len());
    for kind in store::EventKind::ALL {
        let operation = &webhooks[kind.as_str()]["post"];
        let reference = &operation["requestBody"]["content"]["application/json"]["schema"];
        let event = resolved(&document, reference);
        assert_eq!(event["properties"]["type"]["const"], kind.as_str());
        assert!(resolved(&document, &event["properties"]["data"])["properties"].is_object(), "{kind:?}");
        let headers: Vec<&str> = operation["parameters"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["name"].as_str().unwrap())
            .collect();
        assert_eq!(headers, ["webhook-id", "webhook-timestamp", "webhook-signature"]);
    }
}

/// Largest whole document and largest small one, in bytes.
const WHOLE_BYTES_MAX: usize = 900_000;
const SMALL_BYTES_MAX: usize = 60_000;

#[test]
fn what_repeats_is_written_once_and_an_agent_can_read_the_small_document() {
    let whole = published().to_string().len();
    assert!(whole <= WHOLE_BYTES_MAX, "{whole}");
    let small = super::agents_document(CATALOGUE);
    let bytes = small.to_string().len();
    assert!(bytes <= SMALL_BYTES_MAX, "{bytes}");
    assert_eq!(operations(&small).len(), 12);
    shape::each_object(&small, &mut |object| {
        if let Some(Value::String(reference)) = object.get("$ref") {
            assert!(small.pointer(&reference[1..]).is_some(), "{reference} leads nowhere");
        }
    });
}
