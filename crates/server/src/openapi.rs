//! The OpenAPI 3.1 document, assembled from the catalogue.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::{
    catalogue::{Access, Entry, Method, Price, Spec},
    problem::Code,
    sample::Sample,
    schemas,
};

/// The document of a catalogue.
pub fn document(catalogue: &[Entry], sample: &Sample) -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    // Requests are read and answers are written; a shared generator keeps one name for one schema.
    let mut requests = settings.clone().for_deserialize().into_generator();
    let mut answers = settings.for_serialize().into_generator();
    let mut paths = Map::new();
    let mut components = Map::new();
    for entry in catalogue {
        let request = (entry.request_schema)(&mut requests).to_value();
        let answer = (entry.answer_schema)(&mut answers).to_value();
        let definition = definition_of(&request, requests.definitions());
        let mut add = |path: String, operation: Value| {
            let method = method_word(entry.spec.method);
            let item = paths.entry(path).or_insert_with(|| json!({}));
            if let Value::Object(item) = item {
                item.insert(method.into(), operation);
            }
        };
        add(entry.spec.path.into(), operation(entry, &request, &definition, &answer, false, sample));
        if entry.spec.has_twin() {
            add(entry.spec.twin_path(), operation(entry, &request, &definition, &answer, true, sample));
        }
    }
    components.extend(requests.take_definitions(true));
    components.extend(answers.take_definitions(true));
    for entry in catalogue {
        finish_schemas(entry, &mut components);
    }
    components.extend(own_schemas());
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "brimful",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "People and companies from one identifier: explained, and billed by outcome.",
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "tags": tags(catalogue),
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": { "key": { "type": "http", "scheme": "bearer" } },
        },
    });
    no_boolean_schemas(&mut document);
    document
}

fn tags(catalogue: &[Entry]) -> Vec<Value> {
    let mut words: Vec<&str> = catalogue.iter().map(|entry| entry.spec.group.word()).collect();
    words.dedup();
    words.into_iter().map(|word| json!({ "name": word })).collect()
}

fn method_word(method: Method) -> &'static str {
    match method {
        Method::Get => "get",
        Method::Post => "post",
        Method::Delete => "delete",
    }
}

fn definition_of(schema: &Value, definitions: &Map<String, Value>) -> Value {
    name_of(schema).and_then(|name| definitions.get(name)).cloned().unwrap_or_else(|| schema.clone())
}

fn name_of(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/components/schemas/")
}

fn operation(
    entry: &Entry,
    request: &Value,
    definition: &Value,
    answer: &Value,
    sandbox: bool,
    sample: &Sample,
) -> Value {
    let spec = entry.spec;
    let id = if sandbox { format!("sandbox_{}", spec.id) } else { spec.id.to_owned() };
    let mut operation = json!({
        "operationId": id,
        "tags": [spec.group.word()],
        "summary": if sandbox { format!("{} (sandbox)", spec.summary) } else { spec.summary.to_owned() },
        "description": description(spec, sandbox),
        "parameters": parameters(spec, definition, sandbox),
        "responses": responses(spec, answer, sandbox),
    });
    if let Value::Object(operation) = &mut operation {
        if spec.method == Method::Post {
            let media = json!({ "schema": request, "example": body_example(entry, sample) });
            let body = json!({ "required": true, "content": { "application/json": media } });
            operation.insert("requestBody".into(), body);
        }
        if !sandbox && spec.access != Access::Public {
            operation.insert("security".into(), json!([{ "key": [] }]));
        }
        operation.insert("x-price".into(), price(spec.price).into());
    }
    operation
}

/// What an endpoint costs, in words.
pub fn price(price: Price) -> String {
    match price {
        Price::Free => "free".into(),
        Price::Flat(credits) => format!("{credits} cr when resolved"),
        Price::PerUnit(credits) => format!("{credits} cr per item resolved"),
    }
}

fn description(spec: &Spec, sandbox: bool) -> String {
    if sandbox {
        return "Answers from a small made-up world: no key, no charge; `cost` shows what a real call would cost."
            .into();
    }
    let scope = match spec.access {
        Access::Public => "No key needed.".to_owned(),
        Access::Key(scope) => format!("Needs a key with the scope `{}`.", scope.word()),
    };
    format!("Price: {}. {scope}", price(spec.price))
}

fn path_parts(spec: &Spec) -> Vec<&'static str> {
    spec.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect()
}

fn parameters(spec: &Spec, definition: &Value, sandbox: bool) -> Vec<Value> {
    let parts = path_parts(spec);
    let mut parameters = Vec::new();
    let empty = Map::new();
    for (name, schema) in definition.get("properties").and_then(Value::as_object).unwrap_or(&empty) {
        let in_path = parts.contains(&name.as_str());
        if !in_path && spec.method == Method::Post {
            continue;
        }
        parameters.push(json!({
            "name": name,
            "in": if in_path { "path" } else { "query" },
            "required": in_path,
            "schema": without_null(schema.clone()),
        }));
    }
    if spec.method == Method::Post && !sandbox && spec.access != Access::Public {
        parameters.push(json!({
            "name": "Idempotency-Key",
            "in": "header",
            "required": false,
            "description": "The same key and body within 24 hours replay the first answer without a second charge.",
            "schema": { "type": "string", "maxLength": 255 },
        }));
    }
    parameters
}

/// A parameter is left out, never null.
fn without_null(mut schema: Value) -> Value {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            schema["type"] = only.clone();
        }
    }
    schema
}

fn body_example(entry: &Entry, sample: &Sample) -> Value {
    let mut example = (entry.example)(sample);
    if let Value::Object(members) = &mut example {
        for part in path_parts(entry.spec) {
            members.remove(part);
        }
    }
    example
}

fn responses(spec: &Spec, answer: &Value, sandbox: bool) -> Value {
    let schema = if spec.price.charges() && spec.method == Method::Post {
        json!({ "oneOf": [answer, { "$ref": "#/components/schemas/Preview" }] })
    } else {
        answer.clone()
    };
    let media = spec.media.split(';').next().unwrap_or(spec.media);
    let mut headers = json!({ "X-Request-Id": { "schema": { "type": "string" } } });
    if !sandbox && spec.access != Access::Public {
        headers["RateLimit"] = json!({ "schema": { "type": "string" } });
        headers["RateLimit-Policy"] = json!({ "schema": { "type": "string" } });
    }
    let mut responses = Map::new();
    responses.insert(
        spec.status.to_string(),
        json!({ "description": "The answer", "headers": headers, "content": { media: { "schema": schema } } }),
    );
    let mut statuses: Vec<u16> = vec![500];
    statuses.extend(if sandbox { vec![429] } else { Vec::new() });
    if !sandbox && spec.access != Access::Public {
        statuses.extend([401, 403, 429]);
    }
    if !sandbox && spec.price.charges() {
        statuses.extend([402, 503]);
    }
    if !path_parts(spec).is_empty() {
        statuses.push(404);
    }
    if spec.method == Method::Post {
        statuses.extend([400, 409, 413, 415]);
    }
    statuses.push(422);
    statuses.sort_unstable();
    for status in statuses {
        let codes: Vec<&str> =
            Code::ALL.iter().filter(|code| code.status() == status).map(|code| code.word()).collect();
        responses.insert(
            status.to_string(),
            json!({
                "description": codes.join(", "),
                "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
            }),
        );
    }
    Value::Object(responses)
}

/// Adds what the pipeline adds: `preview` to requests; `cost` and `sandbox` to answers. Closes requests.
fn finish_schemas(entry: &Entry, components: &mut Map<String, Value>) {
    let settings = || {
        let mut settings = SchemaSettings::draft2020_12();
        settings.definitions_path = "/components/schemas".into();
        settings.into_generator()
    };
    let request = (entry.request_schema)(&mut settings()).to_value();
    let answer = (entry.answer_schema)(&mut settings()).to_value();
    let charges = entry.spec.price.charges();
    if let Some(definition) = name_of(&request).and_then(|name| components.get_mut(name)) {
        definition["additionalProperties"] = false.into();
        if let Some(properties) = definition.get_mut("properties").and_then(Value::as_object_mut) {
            for part in path_parts(entry.spec) {
                properties.shift_remove(part);
            }
            if charges && entry.spec.method == Method::Post {
                properties.insert("preview".into(), schemas::preview_property());
            }
        }
        if let Some(required) = definition.get_mut("required").and_then(Value::as_array_mut) {
            required.retain(|name| !path_parts(entry.spec).contains(&name.as_str().unwrap_or_default()));
        }
    }
    if charges && let Some(definition) = name_of(&answer).and_then(|name| components.get_mut(name)) {
        if let Some(properties) = definition.get_mut("properties").and_then(Value::as_object_mut) {
            properties.insert("cost".into(), json!({ "$ref": "#/components/schemas/Cost" }));
            properties.insert(
                "sandbox".into(),
                json!({ "type": "boolean", "description": "True in the sandbox." }),
            );
        }
        match definition.get_mut("required").and_then(Value::as_array_mut) {
            Some(required) if !required.contains(&"cost".into()) => required.push("cost".into()),
            Some(_) => {}
            None => definition["required"] = json!(["cost"]),
        }
    }
}

fn own_schemas() -> Map<String, Value> {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.word()).collect();
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
        "Preview": {
            "type": "object",
            "description": "What a call would cost. The charge never exceeds it.",
            "properties": {
                "preview": { "const": true },
                "would_cost": { "$ref": "#/components/schemas/WouldCost" },
                "sandbox": { "type": "boolean", "description": "True in the sandbox." },
            },
            "required": ["preview", "would_cost"],
        },
        "WouldCost": {
            "type": "object",
            "properties": {
                "max_credits": { "type": "number" },
                "estimated_credits": { "type": "number" },
            },
            "required": ["max_credits", "estimated_credits"],
        },
        "Problem": {
            "type": "object",
            "description": "An error, as RFC 9457 problem details.",
            "properties": {
                "type": { "type": "string" },
                "title": { "type": "string" },
                "status": { "type": "integer" },
                "detail": { "type": "string", "description": "What happened and what to do next." },
                "code": { "type": "string", "enum": codes },
                "request_id": { "type": "string" },
                "errors": { "type": "array", "items": { "$ref": "#/components/schemas/Fault" } },
                "required": { "type": "number", "description": "With insufficient_credits: credits needed." },
                "balance": { "type": "number", "description": "With insufficient_credits: credits there." },
                "largest_affordable_limit": { "type": "integer" },
                "affordable_items": { "type": "integer" },
                "required_scope": { "type": "string" },
                "required_plan": { "type": "string" },
                "sandbox": { "type": "boolean", "description": "True in the sandbox." },
            },
            "required": ["type", "title", "status", "detail", "code", "request_id"],
        },
        "Fault": {
            "type": "object",
            "description": "One thing wrong with a request.",
            "properties": {
                "pointer": { "type": "string", "description": "JSON Pointer to the value." },
                "code": { "type": "string" },
                "message": { "type": "string" },
            },
            "required": ["pointer", "code", "message"],
        },
    });
    match schemas {
        Value::Object(schemas) => schemas,
        _ => Map::new(),
    }
}

/// Client generators stumble over `true` as a schema; the empty schema says the same.
fn no_boolean_schemas(value: &mut Value) {
    match value {
        Value::Object(object) => {
            for (name, member) in object.iter_mut() {
                if name == "properties"
                    && let Value::Object(properties) = member
                {
                    for schema in properties.values_mut().filter(|schema| schema.is_boolean()) {
                        *schema = json!({});
                    }
                }
                if name == "items" && member.is_boolean() {
                    *member = json!({});
                }
                no_boolean_schemas(member);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(no_boolean_schemas),
        _ => {}
    }
}
