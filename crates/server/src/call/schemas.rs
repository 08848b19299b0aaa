//! The request schemas of the catalogue, made once.

use std::collections::HashMap;

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::endpoint::{Entry, Method};

/// Request schemas by endpoint id.
pub struct Schemas(HashMap<&'static str, Value>);

impl Schemas {
    /// The schemas of a catalogue.
    pub fn of(catalogue: &[Entry]) -> Self {
        Self(catalogue.iter().map(|entry| (entry.spec.id, request_schema(entry))).collect())
    }

    /// The schema of an endpoint's requests, with its definitions inside.
    pub fn request(&self, id: &str) -> &Value {
        self.0.get(id).unwrap_or(&Value::Null)
    }
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

/// The one field that every charging POST takes.
pub fn preview_property() -> Value {
    json!({
        "type": ["boolean", "null"],
        "description": "Only say what the call would cost. Charges nothing and returns no personal data."
    })
}

/// The definition a root schema points to.
fn inline(schema: Value, definitions: &Map<String, Value>) -> Value {
    let name =
        schema.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix("#/$defs/"));
    name.and_then(|name| definitions.get(name)).cloned().unwrap_or(schema)
}

/// Reads the query and path of a GET as the JSON object its schema describes. A name that is there twice, and
/// is no list, becomes a list all the same: which of the two is meant is not ours to guess.
pub fn from_query<'p>(pairs: impl IntoIterator<Item = &'p (String, String)>, schema: &Value) -> Value {
    let mut object = Map::new();
    for (name, text) in pairs {
        let kinds = schema.pointer(&format!("/properties/{name}/type"));
        let is = |kind: &str| {
            kinds.is_some_and(|kinds| match kinds {
                Value::Array(several) => several.iter().any(|one| one == kind),
                one => one == kind,
            })
        };
        let value = if is("array") || object.contains_key(name) {
            let mut list = match object.remove(name) {
                Some(Value::Array(list)) => list,
                other => other.into_iter().collect(),
            };
            list.push(text.clone().into());
            list.into()
        } else if is("integer") {
            text.parse::<i64>().map_or_else(|_| text.clone().into(), Value::from)
        } else if is("boolean") {
            text.parse::<bool>().map_or_else(|_| text.clone().into(), Value::from)
        } else {
            text.clone().into()
        };
        object.insert(name.clone(), value);
    }
    Value::Object(object)
}
