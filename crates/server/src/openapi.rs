//! The OpenAPI 3.1 document, assembled from the catalogue in the forms that client generators read well.

mod agents;
mod components;
mod examples;
mod operation;
mod shape;
mod shared;
mod tags;
#[cfg(test)]
mod tests;
mod webhooks;

use serde_json::{Map, Value, json};

use crate::{
    call::problem::Code,
    endpoint::{Entry, Method, Spec},
};

pub use examples::Example;
pub use tags::group_words;

/// The OpenAPI document of a catalogue.
///
/// Its server is the one that the document was read from, so that it is valid at any base URL.
pub fn document(catalogue: &[Entry]) -> Value {
    let recorded = examples::recorded();
    let (schemas, mut definitions) = components::of(catalogue);
    let mut shared = shared::Shared::default();
    let mut paths = Map::new();
    let mut add = |path: String, method: Method, mut operation: Value| {
        shared.share(&mut operation);
        let item = paths.entry(path).or_insert_with(|| json!({}));
        item[method.as_str().to_lowercase()] = operation;
    };
    for (entry, schemas) in catalogue.iter().zip(&schemas) {
        let spec = entry.spec;
        let example = recorded.get(spec.id).cloned().unwrap_or_else(|| Example::of(entry));
        add(spec.path.into(), spec.method, operation::operation(entry, schemas, false, &example));
        if spec.has_twin() {
            add(spec.twin_path(), spec.method, operation::operation(entry, schemas, true, &example));
        }
    }
    definitions.extend(webhooks::schemas());
    let (paths, webhooks) = (Value::Object(paths), webhooks::webhooks());
    let mut components = json!({
        "securitySchemes": { "key": {
            "type": "http",
            "scheme": "bearer",
            "description": "A key such as `brimful_live_…`, made at `/keys` or with `POST /v1/me/keys`.",
        } },
    });
    shared.into_components(&mut components, recorded);
    let reached = json!([paths, webhooks, components["responses"]]);
    components["schemas"] = components::referred_to(&reached, definitions).into();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "brimful",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "People and companies from one identifier: explained, and billed by outcome. Guides and a page for \
                            every call are at `/docs`.",
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
            "contact": { "name": "The operator of this server" },
        },
        "servers": [{ "url": "/", "description": "The server that this document comes from" }],
        "tags": tags::tags(catalogue),
        "paths": paths,
        "webhooks": webhooks,
        "components": components,
    })
}

/// The small document for agents: about a dozen operations of [`document`], with short descriptions.
pub fn agents_document(catalogue: &[Entry]) -> Value {
    agents::document(document(catalogue))
}

/// The short title of an endpoint.
pub fn endpoint_title(spec: &Spec) -> String {
    operation::title(spec)
}

/// The problem codes that a call of an endpoint can return, each once.
pub fn problem_codes(spec: &Spec) -> Vec<Code> {
    let mut codes = Vec::new();
    for code in operation::codes(spec, false) {
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    codes
}

/// The recorded example of an endpoint: a request, and what the sandbox answers where it has a twin.
pub fn recorded_example(entry: &Entry) -> Example {
    examples::recorded().get(entry.spec.id).cloned().unwrap_or_else(|| Example::of(entry))
}
