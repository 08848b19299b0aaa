//! The OpenAPI 3.1 document, assembled from the catalogue in the forms that client generators read well.

mod components;
mod examples;
mod operation;
mod shape;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value, json};

use crate::endpoint::{Entry, Method};

pub use examples::Example;

/// The OpenAPI document of a catalogue.
///
/// It names no server, so that it is valid at any base URL; clients configure the base URL.
pub fn document(catalogue: &[Entry]) -> Value {
    let recorded = examples::recorded();
    let (schemas, definitions) = components::of(catalogue);
    let mut paths = Map::new();
    let mut add = |path: String, method: Method, operation: Value| {
        let item = paths.entry(path).or_insert_with(|| json!({}));
        item[method_word(method)] = operation;
    };
    for (entry, schemas) in catalogue.iter().zip(&schemas) {
        let spec = entry.spec;
        let example = recorded.get(spec.id).cloned().unwrap_or_else(|| Example::of(entry));
        add(spec.path.into(), spec.method, operation::operation(entry, schemas, false, &example));
        if spec.has_twin() {
            add(spec.twin_path(), spec.method, operation::operation(entry, schemas, true, &example));
        }
    }
    let paths = Value::Object(paths);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "brimful",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "People and companies from one identifier: explained, and billed by outcome.",
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
        },
        "tags": tags(catalogue),
        "components": {
            "schemas": components::referred_to(&paths, definitions),
            "securitySchemes": { "key": { "type": "http", "scheme": "bearer" } },
        },
        "paths": paths,
    })
}

fn tags(catalogue: &[Entry]) -> Vec<Value> {
    let mut words: Vec<&str> = Vec::new();
    for entry in catalogue {
        let word = entry.spec.group.as_str();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.into_iter().map(|word| json!({ "name": word })).collect()
}

fn method_word(method: Method) -> &'static str {
    match method {
        Method::Get => "get",
        Method::Post => "post",
        Method::Patch => "patch",
        Method::Delete => "delete",
    }
}
