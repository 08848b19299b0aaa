//! The request schemas of a catalogue.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::{
    call::request::schemas::{Rules, Schemas},
    endpoint::{Entry, Method},
};

/// Where the schema of an item lies in that of a call that submits items.
const ITEM: &str = "/properties/items/items";
/// Constraints on values that an item does not have: an invalid value rejects its own item, not the whole job.
const VALUE_RULES: [&str; 4] = ["format", "minLength", "minimum", "maximum"];
/// Most columns of the caller's own row of an item.
pub const ROW_COLUMNS_MAX: usize = 200;
/// Most characters of a cell of it.
const CELL_CHARACTERS_MAX: usize = 10_000;
/// Members of the single call that an item does not have: results of a job have no place for explanations, and the price
/// of a job is asked for as a whole.
const NOT_IN_ITEMS: [&str; 2] = ["explain", "preview"];

/// Generates the request schemas of a catalogue.
pub fn all(catalogue: &[Entry]) -> Schemas {
    Schemas::new(catalogue.iter().map(|entry| {
        let mut schema = request_schema(entry);
        if let Some(single) =
            entry.spec.items_of.and_then(|id| catalogue.iter().find(|one| one.spec.id == id))
        {
            fill_items(&mut schema, request_schema(single));
        }
        (entry.spec.id, Rules { schema, check: entry.faults })
    }))
}

/// Puts the schema of the single call in the place of the items.
fn fill_items(schema: &mut Value, mut single: Value) {
    let definitions = single.as_object_mut().and_then(|single| single.shift_remove("$defs"));
    if let (Some(Value::Object(own)), Some(Value::Object(further))) = (schema.get_mut("$defs"), definitions) {
        own.extend(further);
    }
    if let Some(place) = schema.pointer_mut(ITEM) {
        *place = item_of(single);
    }
}

/// The schema of an item: that of the single call without what rejects the whole job, and with a `ref` and a `row`.
pub fn item_of(mut single: Value) -> Value {
    let Value::Object(schema) = &mut single else { return single };
    schema.shift_remove("required");
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        NOT_IN_ITEMS.iter().for_each(|name| {
            properties.shift_remove(*name);
        });
        for property in properties.values_mut().filter_map(Value::as_object_mut) {
            VALUE_RULES.iter().for_each(|rule| {
                property.shift_remove(*rule);
            });
        }
        properties.insert(
            "ref".into(),
            json!({
                "type": ["string", "null"],
                "maxLength": 200,
                "description": "Your own name for the item, given back with its result."
            }),
        );
        properties.insert(
            "row".into(),
            json!({
                "type": ["object", "null"],
                "maxProperties": ROW_COLUMNS_MAX,
                "additionalProperties": { "type": "string", "maxLength": CELL_CHARACTERS_MAX },
                "description": "Your own columns of the item, text by name, given back with its result. Exports begin with \
                                them, in their order."
            }),
        );
    }
    single
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
        "description": "Only say what the call would cost and, of a search, what it would find, masked. Charges nothing."
    })
}

/// The definition that a root schema references.
fn inline(schema: Value, definitions: &Map<String, Value>) -> Value {
    let name =
        schema.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix("#/$defs/"));
    name.and_then(|name| definitions.get(name)).cloned().unwrap_or(schema)
}
