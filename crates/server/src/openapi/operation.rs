//! One operation of the document: parameters, body, answers and problems of an endpoint or its sandbox twin.

use serde_json::{Map, Value, json};
use store::{Plan, Scope};

use super::{components::Schemas, examples::Example, shape};
use crate::{
    call::problem::Code,
    endpoint::{Access, Entry, Method, Spec},
};

/// Status of a preview, which does nothing of what the call would do.
const PREVIEW_STATUS: u16 = 200;

/// The operation of an endpoint, or of its twin in the sandbox.
pub(super) fn operation(entry: &Entry, schemas: &Schemas, sandbox: bool, example: &Example) -> Value {
    let spec = entry.spec;
    let id = if sandbox { format!("sandbox_{}", spec.id) } else { spec.id.to_owned() };
    let mut operation = json!({
        "operationId": id,
        "tags": [spec.group.as_str()],
        "summary": if sandbox { format!("{} (sandbox)", title(spec)) } else { title(spec) },
        "description": description(spec, sandbox),
        "parameters": parameters(spec, &schemas.definition, sandbox),
    });
    if spec.method.has_body() {
        let media = json!({ "schema": schemas.request, "example": body_of(spec, &example.request) });
        operation["requestBody"] = json!({ "required": true, "content": { "application/json": media } });
    }
    operation["responses"] = responses(spec, schemas, sandbox);
    if example.answer.is_some() {
        // A reference, because an endpoint and its twin have the same example.
        let reference = json!({ "$ref": format!("#/components/examples/{}", spec.id) });
        operation["responses"][spec.status.to_string()]["content"][media(spec)]["examples"] =
            json!({ "sandbox": reference });
    }
    operation["security"] = if needs_key(spec, sandbox) { json!([{ "key": [] }]) } else { json!([]) };
    operation["x-price"] = spec.price.to_string().into();
    operation
}

fn needs_key(spec: &Spec, sandbox: bool) -> bool {
    !sandbox && spec.access != Access::Public
}

/// The short title of an endpoint, made from its id: `run_watch_list` is "Run watch list".
pub(super) fn title(spec: &Spec) -> String {
    let words: Vec<String> = spec
        .id
        .split('_')
        .enumerate()
        .map(|(place, word)| match word {
            "icp" | "smb" => word.to_uppercase(),
            "icps" => "ICPs".to_owned(),
            _ if place == 0 => word[..1].to_uppercase() + &word[1..],
            _ => word.to_owned(),
        })
        .collect();
    words.join(" ")
}

fn description(spec: &Spec, sandbox: bool) -> String {
    if sandbox {
        return format!(
            "{}. Answers from a small made-up world: no key, no charge; `cost` shows what a real call would cost.",
            spec.summary
        );
    }
    let scope = match spec.access {
        Access::Public => "No key needed.".to_owned(),
        Access::Key(scope) => format!("Needs a key with the scope `{}`.", scope.as_str()),
    };
    format!("{}. Price: {}. {scope}", spec.summary, spec.price)
}

fn parameters(spec: &Spec, definition: &Value, sandbox: bool) -> Vec<Value> {
    let parts = shape::path_parts(spec);
    let required = definition.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut parameters = Vec::new();
    for (name, schema) in definition.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let in_path = parts.contains(&name.as_str());
        if !in_path && spec.method.has_body() {
            continue;
        }
        let mut schema = schema.clone();
        shape::without_null(&mut schema);
        // Generators read the parameter's own description, not that of its schema.
        let description = schema.as_object_mut().and_then(|schema| schema.shift_remove("description"));
        parameters.push(json!({
            "name": name,
            "in": if in_path { "path" } else { "query" },
            "required": in_path || required.iter().any(|one| one == name),
            "description": description.unwrap_or_default(),
            "schema": schema,
        }));
    }
    if spec.method == Method::Post && needs_key(spec, sandbox) {
        parameters.push(json!({
            "name": "Idempotency-Key",
            "in": "header",
            "required": false,
            "description": "The same key and body within 24 hours replay the first answer without a second charge.",
            "schema": { "type": "string", "maxLength": 255 },
        }));
    }
    if spec.price.charges() {
        parameters.push(json!({
            "name": "Max-Credits",
            "in": "header",
            "required": false,
            "description": "Refuse the call, free of charge, if it may cost more credits than this.",
            "schema": { "type": "number", "minimum": 0 },
        }));
    }
    parameters
}

fn body_of(spec: &Spec, request: &Value) -> Value {
    let mut body = request.clone();
    if let Value::Object(members) = &mut body {
        for part in shape::path_parts(spec) {
            members.shift_remove(part);
        }
    }
    body
}

fn media(spec: &Spec) -> &'static str {
    spec.media.split(';').next().unwrap_or(spec.media)
}

fn responses(spec: &Spec, schemas: &Schemas, sandbox: bool) -> Value {
    let Schemas { answer, preview, .. } = schemas;
    let has_preview = spec.price.charges() && spec.method == Method::Post;
    let schema = if has_preview && spec.status == PREVIEW_STATUS {
        // The preview comes first: parsers that try variants in order report the faults of the last one.
        json!({ "oneOf": [preview, answer] })
    } else {
        answer.clone()
    };
    let mut headers = json!({ "X-Request-Id": { "schema": { "type": "string" } } });
    if needs_key(spec, sandbox) {
        headers["RateLimit"] = json!({ "schema": { "type": "string" } });
        headers["RateLimit-Policy"] = json!({ "schema": { "type": "string" } });
    }
    let mut responses = Map::new();
    let content = json!({ media(spec): { "schema": schema } });
    if has_preview && spec.status != PREVIEW_STATUS {
        let content = json!({ "application/json": { "schema": preview } });
        let preview =
            json!({ "description": "The price, for a preview", "headers": headers, "content": content });
        responses.insert(PREVIEW_STATUS.to_string(), preview);
    }
    responses.insert(
        spec.status.to_string(),
        json!({ "description": "The answer", "headers": headers, "content": content }),
    );
    let codes = codes(spec, sandbox);
    let mut statuses: Vec<u16> = codes.iter().map(|code| code.status()).collect();
    statuses.sort_unstable();
    statuses.dedup();
    for status in statuses {
        let mut words: Vec<&str> = Vec::new();
        for code in codes.iter().filter(|code| code.status() == status) {
            if !words.contains(&code.as_str()) {
                words.push(code.as_str());
            }
        }
        responses.insert(
            status.to_string(),
            json!({
                "description": words.join(", "),
                "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
            }),
        );
    }
    Value::Object(responses)
}

/// The problem codes that a call can return.
pub(super) fn codes(spec: &Spec, sandbox: bool) -> Vec<Code> {
    let mut codes = vec![Code::InvalidRequest, Code::UnknownField, Code::Internal, Code::SourcesUnavailable];
    if spec.method.has_body() {
        codes.extend([
            Code::InvalidJson,
            Code::BodyTooLarge,
            Code::UnsupportedMediaType,
            Code::UnsupportedEncoding,
            Code::Overloaded,
        ]);
    }
    if !shape::path_parts(spec).is_empty() {
        codes.push(Code::NotFound);
    }
    codes.extend(spec.problems);
    if spec.price.charges() {
        codes.push(Code::MaxCreditsExceeded);
    }
    if sandbox {
        codes.push(Code::SandboxLimit);
        return codes;
    }
    let Access::Key(scope) = spec.access else { return codes };
    codes.extend([Code::MissingKey, Code::InvalidKey, Code::ExpiredKey, Code::RevokedKey]);
    codes.extend([Code::ScopeRequired, Code::RateLimited]);
    if spec.method.has_body() && !spec.price.charges() {
        codes.push(Code::LimitReached);
    }
    if spec.plan > Plan::Free {
        codes.push(Code::PlanRequired);
    }
    if spec.plan > Plan::Free || scope == Scope::Spend {
        codes.push(Code::TrialExpired);
    }
    if spec.method == Method::Post {
        codes.extend([Code::RequestInProgress, Code::IdempotencyMismatch]);
    }
    if spec.price.charges() {
        codes.extend([Code::InsufficientCredits, Code::KeyCapReached]);
    }
    codes
}
