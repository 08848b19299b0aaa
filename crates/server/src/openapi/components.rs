//! The named schemas: those of the catalogue with the fields that the pipeline adds, and the shared ones.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::shape::{self, path_parts};
use crate::call::request::catalogue_schemas;
use crate::{
    call::problem::Code,
    endpoint::{Entry, Method},
};

/// Reference prefix of named schemas.
const PLACE: &str = "#/components/schemas/";

/// Name of the answer to every preview that shows the price only.
const PRICE_PREVIEW: &str = "PricePreview";

/// Suffix of a request's name where an answer of the same name has a different schema.
const REQUEST_SUFFIX: &str = "Input";

/// The schemas of one endpoint.
pub(super) struct Schemas {
    /// Reference to the request.
    pub(super) request: Value,
    /// Definition of the request, path parameters included.
    pub(super) definition: Value,
    /// Reference to the answer.
    pub(super) answer: Value,
    /// Reference to the answer of a preview.
    pub(super) preview: Value,
}

/// The schemas of each endpoint, and the definitions they reference.
pub(super) fn of(catalogue: &[Entry]) -> (Vec<Schemas>, Map<String, Value>) {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    // Requests are deserialized and answers are serialized, which makes different fields optional.
    let mut reading = settings.clone().for_deserialize().into_generator();
    let mut writing = settings.for_serialize().into_generator();
    let (mut references, mut previews) = (Vec::new(), Vec::new());
    for entry in catalogue {
        let request = (entry.request_schema)(&mut reading).to_value();
        references.push((request, (entry.answer_schema)(&mut writing).to_value()));
        let shown = (entry.preview_schema)(&mut writing).map(schemars::Schema::to_value);
        previews.push(shown.unwrap_or_else(|| json!({ "$ref": format!("{PLACE}{PRICE_PREVIEW}") })));
    }
    let mut requests = shape::definitions(reading.take_definitions(true), shape::request);
    let mut answers = shape::definitions(writing.take_definitions(true), shape::answer);
    fill_items(catalogue, &references, &mut requests);
    let renamed = keep_apart(&mut requests, &answers);
    // A copy before finishing: endpoints may share a request type and differ in their path parameters.
    let unfinished = requests.clone();
    let mut all = Vec::new();
    for ((entry, (mut request, answer)), preview) in catalogue.iter().zip(references).zip(previews) {
        rename(&mut request, &renamed);
        let named = name_of(&request).and_then(|name| unfinished.get(name));
        let definition = named.unwrap_or(&request).clone();
        if let Some(named) = name_of(&request).and_then(|name| requests.get_mut(name)) {
            finish_request(entry, named);
        }
        if let Some(named) = name_of(&answer).and_then(|name| answers.get_mut(name)) {
            finish_answer(entry, named);
        }
        if let Some(named) = name_of(&preview).and_then(|name| answers.get_mut(name)) {
            finish_preview(named);
        }
        all.push(Schemas { request, definition, answer, preview });
    }
    requests.extend(answers);
    requests.extend(shared());
    (all, requests)
}

/// Fills in the items of calls that submit items: the fields of the single call.
fn fill_items(catalogue: &[Entry], references: &[(Value, Value)], requests: &mut Map<String, Value>) {
    for (entry, (request, _)) in catalogue.iter().zip(references) {
        let single = catalogue.iter().position(|one| Some(one.spec.id) == entry.spec.items_of);
        let Some(single) = single.and_then(|at| requests.get(name_of(&references[at].0)?)).cloned() else {
            continue;
        };
        let item = name_of(request).and_then(|name| requests.get(name)?.pointer("/properties/items/items"));
        let Some(item) = item.and_then(name_of).map(str::to_owned) else { continue };
        if let Some(place) = requests.get_mut(&item) {
            let description = place["description"].clone();
            *place = catalogue_schemas::item_of(single);
            place["description"] = description;
        }
    }
}

/// Renames request definitions that differ from an answer definition of the same name; returns the renamed ones.
pub(super) fn keep_apart(requests: &mut Map<String, Value>, answers: &Map<String, Value>) -> Vec<String> {
    let mut renamed: Vec<String> = Vec::new();
    // A definition that references a renamed one differs too, so repeat until nothing changes.
    loop {
        let differs = |name: &str, schema: &Value| {
            answers.get(name).is_some_and(|answer| {
                answer != schema || renamed.iter().any(|other| refers_to(schema, other))
            })
        };
        let more = requests
            .iter()
            .find(|(name, schema)| !renamed.contains(name) && differs(name, schema))
            .map(|(name, _)| name.clone());
        match more {
            Some(name) => renamed.push(name),
            None => break,
        }
    }
    *requests = std::mem::take(requests)
        .into_iter()
        .map(|(name, mut schema)| {
            rename(&mut schema, &renamed);
            if renamed.contains(&name) { (name + REQUEST_SUFFIX, schema) } else { (name, schema) }
        })
        .collect();
    renamed
}

fn name_of(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix(PLACE)
}

fn refers_to(schema: &Value, name: &str) -> bool {
    let mut found = false;
    shape::each_object(schema, &mut |object| found |= name_of_object(object) == Some(name));
    found
}

fn name_of_object(object: &Map<String, Value>) -> Option<&str> {
    object.get("$ref")?.as_str()?.strip_prefix(PLACE)
}

fn rename(schema: &mut Value, renamed: &[String]) {
    shape::each_object_mut(schema, &mut |object| {
        let name = name_of_object(object).filter(|name| renamed.iter().any(|other| other == name));
        if let Some(new) = name.map(|name| format!("{PLACE}{name}{REQUEST_SUFFIX}")) {
            object.insert("$ref".into(), new.into());
        }
    });
}

/// Closes a request schema, removes path parameters, and adds `preview` where a call is charged.
fn finish_request(entry: &Entry, definition: &mut Value) {
    let parts = path_parts(entry.spec);
    definition["additionalProperties"] = false.into();
    if let Some(properties) = definition.get_mut("properties").and_then(Value::as_object_mut) {
        properties.retain(|name, _| !parts.contains(&name.as_str()));
        if entry.spec.price.charges() && entry.spec.method == Method::Post {
            properties.insert("preview".into(), catalogue_schemas::preview_property());
        }
    }
    if let Some(required) = definition.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|name| !parts.contains(&name.as_str().unwrap_or_default()));
        if required.is_empty()
            && let Value::Object(definition) = definition
        {
            definition.shift_remove("required");
        }
    }
}

/// Adds `cost` and `sandbox` to an answer, and the discriminator from a price preview.
fn finish_answer(entry: &Entry, definition: &mut Value) {
    let charges = entry.spec.price.charges();
    let Value::Object(definition) = definition else { return };
    let Value::Object(properties) = definition.entry("properties").or_insert_with(|| json!({})) else {
        return;
    };
    if entry.spec.has_twin() {
        properties.insert("sandbox".into(), sandbox_property());
    }
    if !charges {
        return;
    }
    properties.insert("cost".into(), json!({ "$ref": "#/components/schemas/Cost" }));
    // Never sent. With a constant on both sides TypeScript can narrow the two answers of a call by `answer.preview`.
    let never = json!({
        "type": "boolean",
        "const": false,
        "description": "Absent here; true in a `PricePreview`.",
    });
    properties.insert("preview".into(), never);
    if let Value::Array(required) = definition.entry("required").or_insert_with(|| json!([]))
        && !required.contains(&"cost".into())
    {
        required.push("cost".into());
    }
}

/// Adds to what a preview shows what every preview has, once: several endpoints may share the type.
fn finish_preview(definition: &mut Value) {
    if definition.pointer("/properties/would_cost").is_some() {
        return;
    }
    let mut shared = shared();
    let Some(Value::Object(mut whole)) = shared.shift_remove(PRICE_PREVIEW) else { return };
    for list in ["properties", "required"] {
        match (whole.get_mut(list), definition.get_mut(list)) {
            (Some(Value::Object(base)), Some(Value::Object(own))) => {
                base.append(own);
                std::mem::swap(base, own);
            }
            (Some(Value::Array(base)), Some(Value::Array(own))) => {
                base.append(own);
                std::mem::swap(base, own);
            }
            _ => {}
        }
    }
}

/// Keeps only the definitions that are reachable from a part of the document.
pub(super) fn referred_to(part: &Value, mut definitions: Map<String, Value>) -> Map<String, Value> {
    let mut reached: Vec<String> = Vec::new();
    let collect = |value: &Value, reached: &mut Vec<String>| {
        shape::each_object(value, &mut |object| {
            if let Some(name) = name_of_object(object).filter(|name| !reached.iter().any(|one| one == name)) {
                reached.push(name.to_owned());
            }
        });
    };
    collect(part, &mut reached);
    let mut next = 0;
    while let Some(name) = reached.get(next) {
        if let Some(definition) = definitions.get(name) {
            collect(definition, &mut reached);
        }
        next += 1;
    }
    definitions.retain(|name, _| reached.contains(name));
    definitions
}

/// Reference to a named schema.
pub(super) fn reference(name: &str) -> Value {
    json!({ "$ref": format!("{PLACE}{name}") })
}

fn sandbox_property() -> Value {
    json!({ "type": "boolean", "description": "True in the sandbox." })
}

fn shared() -> Map<String, Value> {
    let sandbox = sandbox_property();
    let codes: Vec<String> = Code::ALL.iter().map(|code| format!("`{}`", code.as_str())).collect();
    let codes = format!("Stable code. Take an unknown one by its status. Known: {}.", codes.join(", "));
    let schemas = json!({
        "Cost": {
            "type": "object",
            "description": "What the call cost.",
            "properties": {
                "credits": { "type": "number", "description": "Credits charged." },
                "balance_remaining": { "type": "number", "description": "Credits left; absent in the sandbox." },
            },
            "required": ["credits"],
        },
        "PricePreview": {
            "type": "object",
            "description": "What a call would cost; the answer to `preview: true`. The charge never exceeds it.",
            "properties": {
                // Without a type: the Python generator would accept any boolean otherwise.
                "preview": { "const": true, "description": "Always true." },
                "would_cost": { "$ref": "#/components/schemas/WouldCost" },
                "total": { "type": "integer", "description": "How many there are in all, for a search." },
                "sandbox": sandbox,
            },
            "required": ["preview", "would_cost"],
        },
        "WouldCost": {
            "type": "object",
            "description": "A price before the call.",
            "properties": {
                "max_credits": { "type": "number", "description": "The most it can cost." },
                "estimated_credits": { "type": "number", "description": "What it is expected to cost." },
            },
            "required": ["max_credits", "estimated_credits"],
        },
        "Problem": {
            "type": "object",
            "description": "An error, as RFC 9457 problem details.",
            "properties": {
                "type": { "type": "string", "description": "Where the code is explained." },
                "title": { "type": "string", "description": "What the code means, whatever the request." },
                "status": { "type": "integer", "description": "HTTP status." },
                "detail": { "type": "string", "description": "What happened and what to do next." },
                // Not an enum: codes are added within a version, and a closed set would break older clients.
                "code": { "type": "string", "description": codes },
                "request_id": { "type": "string", "description": "As in `X-Request-Id`." },
                "errors": {
                    "type": "array",
                    "description": "Every fault of an invalid request.",
                    "items": { "$ref": "#/components/schemas/Fault" },
                },
                "required": {
                    "type": "number",
                    "description": "With insufficient_credits, key_cap_reached and max_credits_exceeded: credits needed.",
                },
                "max_credits": { "type": "number", "description": "With max_credits_exceeded: what Max-Credits allows." },
                "monthly_cap": { "type": "number", "description": "With key_cap_reached: the cap." },
                "used_this_month": { "type": "number", "description": "With key_cap_reached: credits spent of it." },
                "resets_at": {
                    "type": "string",
                    "format": "date-time",
                    "description": "With key_cap_reached: when the next month begins.",
                },
                "balance": { "type": "number", "description": "With insufficient_credits: credits there." },
                "largest_affordable_limit": {
                    "type": "integer",
                    "description": "With insufficient_credits and max_credits_exceeded: the largest `limit` that fits.",
                },
                "affordable_items": {
                    "type": "integer",
                    "description": "With insufficient_credits and max_credits_exceeded: how many items fit.",
                },
                "required_scope": { "type": "string", "description": "With scope_required: the scope." },
                "required_plan": { "type": "string", "description": "With plan_required: the lowest plan." },
                "sandbox": sandbox,
            },
            "required": ["type", "title", "status", "detail", "code", "request_id"],
        },
        "Fault": {
            "type": "object",
            "description": "One thing wrong with a request.",
            "properties": {
                "pointer": { "type": "string", "description": "JSON Pointer to the value." },
                "code": { "type": "string", "description": "Stable code." },
                "message": { "type": "string", "description": "What is wrong, and what would be right." },
            },
            "required": ["pointer", "code", "message"],
        },
    });
    match schemas {
        Value::Object(schemas) => schemas,
        _ => Map::new(),
    }
}
