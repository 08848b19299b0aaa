//! The tools as clients are shown them, made from the table and the catalogue.

use std::sync::{Arc, LazyLock};

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};
use server::{CATALOGUE, Entry, Price, Schemas, request_schemas};

use crate::table::{QUOTE, TOOLS, ToolRow};

/// Paths that `fields` may name.
pub(crate) const FIELDS_MAX: usize = 50;
/// Longest idempotency key, as the API has it.
const IDEMPOTENCY_KEY_MAX: usize = 255;
/// Keywords of schemas that tell an agent nothing.
const NOISE: [&str; 2] = ["default", "title"];
/// Formats that an agent can write a value by; the others are widths of numbers.
const FORMATS: [&str; 4] = ["date-time", "date", "email", "uri"];

/// What a tool does.
#[derive(Clone, Copy)]
pub enum ToolKind {
    /// Calls an endpoint.
    Call(&'static ToolRow, &'static Entry),
    /// Prices another tool.
    Quote,
}

impl ToolKind {
    /// Whether a call of it can be charged.
    pub fn spends(self) -> bool {
        matches!(self, Self::Call(_, entry) if entry.spec.price.charges())
    }
}

/// The tools.
pub struct Tools {
    tools: Vec<(ToolKind, Tool)>,
}

static SHELF: LazyLock<Tools> = LazyLock::new(Tools::made);

impl Tools {
    /// The tools, made once.
    pub fn get() -> &'static Self {
        &SHELF
    }

    fn made() -> Self {
        let schemas = request_schemas(CATALOGUE);
        let entry = |row: &ToolRow| CATALOGUE.iter().find(|entry| entry.spec.id == row.endpoint);
        let calls = TOOLS.iter().filter_map(|row| Some((row, entry(row)?)));
        let mut tools: Vec<(ToolKind, Tool)> =
            calls.map(|(row, entry)| (ToolKind::Call(row, entry), call_tool(row, entry, &schemas))).collect();
        tools.push((ToolKind::Quote, quote_tool()));
        Self { tools }
    }

    /// Every tool, in order.
    pub fn tools(&self) -> impl Iterator<Item = &(ToolKind, Tool)> {
        self.tools.iter()
    }

    /// The tool of a name.
    pub fn find(&self, name: &str) -> Option<&(ToolKind, Tool)> {
        self.tools.iter().find(|(_, tool)| tool.name == name)
    }

    /// The tool whose name is nearest to one that no tool has.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        let alike = |tool: &Tool| strsim::jaro_winkler(name, &tool.name);
        let nearest = self.tools.iter().max_by(|(_, a), (_, b)| alike(a).total_cmp(&alike(b)));
        nearest.map(|(_, tool)| tool.name.as_ref())
    }
}

/// A price in words.
pub(crate) fn price_words(price: Price) -> String {
    price.to_string().replace(" cr", " credits")
}

fn call_tool(row: &'static ToolRow, entry: &'static Entry, schemas: &Schemas) -> Tool {
    let spec = entry.spec;
    let price = match spec.price {
        Price::Free => "Free.".to_owned(),
        price => format!("Price: {}.", price_words(price)),
    };
    let mut schema = schemas.request(spec.id).clone();
    without_noise(&mut schema, false);
    let mut schema = object(schema);
    let mut properties = schema.shift_remove("properties").map(object).unwrap_or_default();
    for hidden in row.hidden.iter().chain(&["preview"]) {
        properties.shift_remove(*hidden);
    }
    properties.insert("fields".into(), fields_property());
    if spec.price.charges() {
        properties.insert("max_credits".into(), max_credits_property());
        properties.insert("idempotency_key".into(), idempotency_property(spec.price));
        let required = schema.entry("required").or_insert_with(|| json!([]));
        if let Value::Array(names) = required {
            names.push("max_credits".into());
        }
    }
    schema.insert("properties".into(), Value::Object(properties));
    finished_schema(&mut schema);
    let annotations = ToolAnnotations::with_title(row.title)
        .read_only(!spec.price.charges())
        .destructive(false)
        .idempotent(true)
        .open_world(spec.price.charges());
    Tool::new(row.name, format!("{} {price}", row.description), Arc::new(schema))
        .with_title(row.title)
        .with_annotations(annotations)
        .with_raw_output_schema(Arc::new(output_schema()))
}

fn quote_tool() -> Tool {
    let names: Vec<&str> = TOOLS.iter().map(|row| row.name).collect();
    let schema = json!({
        "type": "object",
        "properties": {
            "tool": { "type": "string", "enum": names, "description": "The tool to price." },
            "arguments": {
                "type": "object",
                "description": "The arguments that the tool would be called with; max_credits may be left out."
            }
        },
        "required": ["tool"],
        "additionalProperties": false
    });
    let annotations = ToolAnnotations::with_title("Quote a call")
        .read_only(true)
        .destructive(false)
        .idempotent(true)
        .open_world(false);
    Tool::new(
        QUOTE,
        "What a call of another tool would cost, at most and as estimated, without making it. Of a search it also \
         says how many match, with masked rows. Free.",
        Arc::new(object(schema)),
    )
    .with_title("Quote a call")
    .with_annotations(annotations)
    .with_raw_output_schema(Arc::new(output_schema()))
}

fn fields_property() -> Value {
    json!({
        "type": "array",
        "items": { "type": "string" },
        "maxItems": FIELDS_MAX,
        "description": "Answer only these paths, such as [\"results.fullName\", \"results.company.domain\"]; [\"*\"] \
                        answers everything. Without it, sources and empty values are left out."
    })
}

fn max_credits_property() -> Value {
    json!({
        "type": "number",
        "minimum": 0,
        "description": "Refuse the call, free of charge, if it may cost more credits than this."
    })
}

fn idempotency_property(price: Price) -> Value {
    let without = match price {
        Price::Flat(_) => {
            "Without it, the same arguments within 24 hours are answered again without a charge"
        }
        _ => {
            "Without it, items that were paid for before are not charged again; what the call itself costs is charged \
             each time"
        }
    };
    json!({
        "type": "string",
        "maxLength": IDEMPOTENCY_KEY_MAX,
        "description": format!("Two calls with the same key act once. {without}.")
    })
}

/// What every answer has; the rest depends on the tool and on `fields`.
fn output_schema() -> JsonObject {
    object(json!({
        "type": "object",
        "properties": {
            "cost": {
                "type": "object",
                "properties": {
                    "credits": { "type": "number", "description": "Credits charged for this call." },
                    "balance_remaining": { "type": "number", "description": "Credits left." }
                },
                "required": ["credits"]
            },
            "sandbox": { "type": "boolean", "description": "Whether the data is made up." }
        },
        "required": ["cost"]
    }))
}

fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

/// Puts the parts of a tool's schema in order: it describes an object, and definitions that nothing names are left out.
fn finished_schema(schema: &mut JsonObject) {
    schema.insert("type".into(), "object".into());
    schema.shift_remove("description");
    loop {
        let text = Value::Object(schema.clone()).to_string();
        let Some(Value::Object(definitions)) = schema.get_mut("$defs") else { return };
        let before = definitions.len();
        definitions.retain(|name, _| text.contains(&format!("\"#/$defs/{name}\"")));
        if definitions.is_empty() {
            schema.shift_remove("$defs");
            return;
        }
        if definitions.len() == before {
            return;
        }
    }
}

/// Makes a schema shorter without changing what an agent may send: no formats of numbers, no `null` beside a type.
fn without_noise(schema: &mut Value, names_are_members: bool) {
    match schema {
        Value::Object(members) => {
            if !names_are_members {
                NOISE.iter().for_each(|name| {
                    members.shift_remove(*name);
                });
                let is_told = |format: &Value| FORMATS.iter().any(|known| format == known);
                if members.get("format").is_some_and(|format| !is_told(format)) {
                    members.shift_remove("format");
                }
                if let Some(kinds) = members.get_mut("type") {
                    single_type(kinds);
                }
                for choice in ["anyOf", "oneOf"] {
                    if let Some(Value::Array(choices)) = members.get_mut(choice) {
                        choices.retain(|one| *one != json!({ "type": "null" }));
                    }
                }
            }
            for (name, inner) in members.iter_mut() {
                let holds_members = ["properties", "$defs"].contains(&name.as_str());
                without_noise(inner, !names_are_members && holds_members);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| without_noise(item, false)),
        _ => {}
    }
}

fn single_type(kinds: &mut Value) {
    if let Value::Array(several) = kinds {
        several.retain(|kind| kind != "null");
        if let [only] = several.as_slice() {
            *kinds = only.clone();
        }
    }
}
