//! Normalizes JSON Schema to the forms that client generators turn into good types.
//!
//! The output of `schemars` is valid, but generators handle some of it badly: a documented enum becomes many constants,
//! an absent field becomes nullable, an unsigned integer gets a non-standard format.

use crate::endpoint::Spec;
use serde_json::{Map, Value, json};

/// Applies a normalization to every definition.
pub(super) fn definitions(mut all: Map<String, Value>, shape: fn(&str, &mut Value)) -> Map<String, Value> {
    for (name, schema) in &mut all {
        shape(name, schema);
    }
    all
}

/// Normalizes the definition of a request.
pub(super) fn request(name: &str, schema: &mut Value) {
    no_boolean_schemas(schema);
    each_object_mut(schema, &mut |object| {
        fold_words(object);
        no_integer_format(object);
    });
    name_words(name, schema);
}

/// Normalizes the definition of an answer.
pub(super) fn answer(name: &str, schema: &mut Value) {
    request(name, schema);
    each_object_mut(schema, &mut |object| {
        // With a default, a client would fill in a value that the answer did not contain.
        object.shift_remove("default");
        absent_is_not_null(object);
    });
}

/// Visits every object of a document, outer ones first.
pub(super) fn each_object(value: &Value, visit: &mut dyn FnMut(&Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            visit(object);
            object.values().for_each(|member| each_object(member, visit));
        }
        Value::Array(items) => items.iter().for_each(|item| each_object(item, visit)),
        _ => {}
    }
}

/// Visits every object of a schema mutably, outer ones first.
///
/// `properties` maps field names to schemas, so that object itself is not visited as a schema.
pub(super) fn each_object_mut(value: &mut Value, visit: &mut dyn FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(object) => {
            visit(object);
            for (name, member) in object {
                match member {
                    Value::Object(properties) if name == "properties" => {
                        properties.values_mut().for_each(|schema| each_object_mut(schema, visit));
                    }
                    other => each_object_mut(other, visit),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| each_object_mut(item, visit)),
        _ => {}
    }
}

/// Removes `null` from a schema: the value is omitted instead.
pub(super) fn without_null(schema: &mut Value) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            schema["type"] = only.clone();
        }
    }
    let Value::Object(object) = schema else { return };
    if let Some(Value::Array(choices)) = object.get_mut("anyOf") {
        choices.retain(|choice| choice != &json!({ "type": "null" }));
        if let [Value::Object(only)] = choices.as_slice() {
            let only = only.clone();
            object.shift_remove("anyOf");
            // The field's own annotations override those of its type.
            for (name, member) in only {
                object.entry(name).or_insert(member);
            }
        }
    }
}

/// Unknown values are omitted, so an optional member of an answer is never null.
fn absent_is_not_null(object: &mut Map<String, Value>) {
    let required = object.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(Value::Object(properties)) = object.get_mut("properties") {
        for (name, schema) in properties {
            if !required.iter().any(|one| one == name) {
                without_null(schema);
            }
        }
    }
}

/// `schemars` writes a documented enum as one constant per value; merged into one `enum`, it becomes one type.
fn fold_words(object: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = object.get("oneOf") else { return };
    let (mut words, mut lines) = (Vec::new(), Vec::new());
    for choice in choices {
        if choice.get("type") != Some(&json!("string")) {
            return;
        }
        match (choice.get("const"), choice.get("enum")) {
            (Some(word), None) => {
                let comment = choice.get("description").and_then(Value::as_str);
                let word_text = word.as_str().unwrap_or_default();
                lines.extend(comment.map(|comment| format!("- `{word_text}`: {comment}")));
                words.push(word.clone());
            }
            (None, Some(Value::Array(several))) => words.extend(several.iter().cloned()),
            _ => return,
        }
    }
    let mut description = object.get("description").and_then(Value::as_str).unwrap_or_default().to_owned();
    if !lines.is_empty() {
        description = format!("{description}\n\n{}", lines.join("\n")).trim_start().to_owned();
    }
    object.shift_remove("oneOf");
    object.insert("type".into(), "string".into());
    object.insert("enum".into(), words.into());
    object.insert("description".into(), description.into());
}

/// Names enum values that do not begin with a letter; generators would number them.
fn name_words(type_name: &str, schema: &mut Value) {
    let Some(words) = schema.get("enum").and_then(Value::as_array) else { return };
    let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
    let starts_well = |word: &&str| word.starts_with(|first: char| first.is_ascii_alphabetic());
    if words.iter().all(starts_well) {
        return;
    }
    let start = type_name.rfind(|letter: char| letter.is_ascii_uppercase()).unwrap_or(0);
    let prefix = type_name[start..].to_ascii_uppercase();
    let names: Vec<String> = words
        .iter()
        .map(|word| format!("{prefix}_{}", word.replace('+', "_PLUS").replace('-', "_").to_ascii_uppercase()))
        .collect();
    schema["x-enum-varnames"] = names.into();
}

/// `minimum` and `maximum` replace formats such as `uint32`. Some generators map `int64` to big integers, which they
/// then send as text.
fn no_integer_format(object: &mut Map<String, Value>) {
    let is_integer = match object.get("type") {
        Some(Value::Array(types)) => types.iter().any(|kind| kind == "integer"),
        Some(kind) => kind == "integer",
        None => false,
    };
    if is_integer {
        object.shift_remove("format");
    }
}

/// Replaces the schema `true`, which some generators reject, with the equivalent empty schema.
fn no_boolean_schemas(schema: &mut Value) {
    each_object_mut(schema, &mut |object| {
        if let Some(Value::Object(properties)) = object.get_mut("properties") {
            properties
                .values_mut()
                .filter(|member| member.is_boolean())
                .for_each(|member| *member = json!({}));
        }
        if let Some(items) = object.get_mut("items").filter(|items| items.is_boolean()) {
            *items = json!({});
        }
    });
}

/// Names of the path parameters.
pub(super) fn path_parts(spec: &Spec) -> Vec<&'static str> {
    spec.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect()
}
