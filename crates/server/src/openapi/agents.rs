//! The small document for agents: the most useful operations, with short descriptions.

use serde_json::{Map, Value, json};

use super::{components, shape};

/// Operations of the small document.
const OPERATIONS: [&str; 12] = [
    "enrich",
    "companies",
    "verify_email",
    "find_email",
    "find_phone",
    "search_people",
    "search_companies",
    "signals",
    "find_decision_maker",
    "lookalike_accounts",
    "prospect_package",
    "me",
];
/// Members that explain an answer, and webhooks; an agent reads of them in the whole document.
const LEFT_OUT: [&str; 6] = ["explain", "explanation", "why_not", "sources", "rates", "webhook"];
/// Rules of values, which the server reports with what would be right.
const VALUE_RULES: [&str; 6] =
    ["minLength", "maxLength", "minItems", "maxItems", "default", "x-enum-varnames"];
/// Formats of ids, which their descriptions tell by how they begin.
const ID_FORMATS: [&str; 2] = ["company-id", "person-id"];

/// The small document, made from the whole one.
pub(super) fn document(mut whole: Value) -> Value {
    let paths = whole["paths"].as_object().cloned().unwrap_or_default();
    let kept: Map<String, Value> =
        paths.into_iter().filter_map(|(path, item)| Some((path, kept(item)?))).collect();
    let mut schemas = whole["components"]["schemas"].as_object().cloned().unwrap_or_default();
    schemas.values_mut().for_each(shorten);
    let paths = Value::Object(kept);
    undescribe_answers(&paths, &mut schemas);
    let mut tags = whole["tags"].take();
    if let Value::Array(tags) = &mut tags {
        tags.retain(|tag| paths.to_string().contains(&format!("\"tags\":[{}]", tag["name"])));
    }
    let mut info = whole["info"].take();
    info["title"] = "brimful for agents".into();
    info["description"] =
        "The most useful calls of brimful. `preview: true` in a call that charges answers only its price, as \
         `would_cost`. A filter `x` that is a list has the forms `x_all` (all of) and `exclude_x` (none of), too. The whole \
         document is at /openapi.json, the documentation at /llms.txt."
            .into();
    let problem = json!({
        "description": "An error: `code` is stable, `detail` says what to do next.",
        "content": { "application/problem+json": { "schema": components::reference("Problem") } },
    });
    let reached = json!([paths, problem]);
    json!({
        "openapi": whole["openapi"],
        "info": info,
        "servers": whole["servers"],
        "tags": tags,
        "paths": paths,
        "components": {
            "schemas": components::referred_to(&reached, schemas),
            "responses": { "Problem": problem },
            "securitySchemes": whole["components"]["securitySchemes"],
        },
    })
}

/// The operations of a path that are kept, without headers and examples, and with one response for all errors.
fn kept(item: Value) -> Option<Value> {
    let Value::Object(operations) = item else { return None };
    let mut kept = Map::new();
    for (method, mut operation) in operations {
        if !OPERATIONS.iter().any(|id| operation["operationId"] == *id) {
            continue;
        }
        if let Some(parameters) = operation["parameters"].as_array_mut() {
            parameters.retain(|parameter| parameter.get("$ref").is_none());
            parameters.iter_mut().for_each(shorten);
        }
        if let Some(responses) = operation["responses"].as_object_mut() {
            responses.retain(|status, _| status.starts_with('2'));
            for response in responses.values_mut().filter_map(Value::as_object_mut) {
                response.shift_remove("headers");
                for media in response["content"].as_object_mut().into_iter().flat_map(Map::values_mut) {
                    drop(media.as_object_mut().and_then(|media| media.shift_remove("examples")));
                    // The last choice is the answer proper, the first one the preview.
                    if let Some(answer) =
                        media.pointer_mut("/schema/oneOf").and_then(Value::as_array_mut).and_then(Vec::pop)
                    {
                        media["schema"] = answer;
                    }
                }
            }
            responses.insert("4XX".into(), json!({ "$ref": "#/components/responses/Problem" }));
        }
        kept.insert(method, operation);
    }
    (!kept.is_empty()).then_some(Value::Object(kept))
}

/// Keeps the first sentence of each description, and drops what an agent does not need.
fn shorten(schema: &mut Value) {
    shape::each_object_mut(schema, &mut |object| {
        if let Some(Value::String(description)) = object.get_mut("description") {
            let first = description.split("\n\n").next().unwrap_or_default().replace('\n', " ");
            let end = first.find(". ").map_or(first.len(), |end| end + 1);
            *description = first[..end].to_owned();
        }
        VALUE_RULES.iter().for_each(|rule| drop(object.shift_remove(*rule)));
        if object.get("format").and_then(Value::as_str).is_some_and(|format| ID_FORMATS.contains(&format)) {
            object.shift_remove("format");
        }
        if let Some(Value::Object(properties)) = object.get_mut("properties") {
            properties.retain(|name, schema| is_needed(name, schema));
            properties.values_mut().for_each(shape::without_null);
        }
        if let Some(Value::Array(required)) = object.get_mut("required") {
            required.retain(|name| !LEFT_OUT.iter().any(|dropped| name == dropped));
        }
    });
}

fn is_needed(name: &str, schema: &Value) -> bool {
    let is_form_of_filter = name.starts_with("exclude_") || name.ends_with("_all");
    let is_never_sent = name == "preview" && schema["const"] == false;
    !LEFT_OUT.contains(&name) && !is_form_of_filter && !is_never_sent
}

/// Takes the descriptions from fields that are only answered: an agent needs words for what it sends.
fn undescribe_answers(paths: &Value, schemas: &mut Map<String, Value>) {
    let operations = paths.as_object().into_iter().flat_map(Map::values).filter_map(Value::as_object);
    let sent: Vec<&Value> = operations
        .flat_map(Map::values)
        .flat_map(|operation| [&operation["parameters"], &operation["requestBody"]])
        .collect();
    let sent = components::referred_to(&json!(sent), schemas.clone());
    for (_, schema) in schemas.iter_mut().filter(|(name, _)| !sent.contains_key(*name)) {
        let properties =
            schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut);
        for property in properties.filter_map(Value::as_object_mut) {
            property.shift_remove("description");
        }
    }
}
