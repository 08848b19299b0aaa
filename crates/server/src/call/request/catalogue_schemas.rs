//! The request schemas of a catalogue.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::{
    call::request::schemas::Schemas,
    endpoint::{Entry, Method},
};

/// Generates the request schemas of a catalogue.
pub fn all(catalogue: &[Entry]) -> Schemas {
    Schemas::new(catalogue.iter().map(|entry| (entry.spec.id, request_schema(entry))))
}

fn request_schema(entry: &Entry) -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    let schema = (entry.request_schema)(&mut generator);
    let definitions = generator.take_definitions(true);
    let mut schema = inline(schema.to_value(), &definitions);
    if entry.spec.method == Method::Post
        && entry.spec.price.charges()
        && let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut)
    {
        properties.insert("preview".into(), preview_property());
    }
    if let Value::Object(object) = &mut schema {
        object.insert("$defs".into(), Value::Object(definitions));
    }
    schema
}

/// The `preview` field of every charged POST.
pub fn preview_property() -> Value {
    json!({
        "type": ["boolean", "null"],
        "description": "Only say what the call would cost. Charges nothing and returns no personal data."
    })
}

/// The definition that a root schema references.
fn inline(schema: Value, definitions: &Map<String, Value>) -> Value {
    let name =
        schema.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix("#/$defs/"));
    name.and_then(|name| definitions.get(name)).cloned().unwrap_or(schema)
}
