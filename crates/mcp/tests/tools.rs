//! What is true of every tool, by enumeration.
#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::BTreeSet;

use mcp::{
    ToolKind, Tools,
    table::{QUOTE, TOOLS},
};
use serde_json::Value;
use server::{Access, CATALOGUE, Method};
use store::Scope;

/// Arguments that belong to the tools and not to endpoints.
const OWN: [&str; 3] = ["fields", "max_credits", "idempotency_key"];
/// What an agent has to read before its first call.
const LIST_BYTES_MAX: usize = 120_000;

#[test]
fn every_row_of_the_table_names_an_endpoint_that_answers_json() {
    for row in TOOLS {
        let entry = CATALOGUE.iter().find(|entry| entry.spec.id == row.endpoint);
        let spec = entry.unwrap_or_else(|| panic!("{}: no endpoint {}", row.name, row.endpoint)).spec;
        assert_eq!(spec.media, "application/json", "{}", row.name);
        assert!(!spec.secret, "{}: an agent must not be shown a secret", row.name);
        assert!(matches!(spec.method, Method::Get | Method::Post), "{}", row.name);
        // What an agent may do with a key is to read and to spend, never to manage or to operate.
        assert!(matches!(spec.access, Access::Key(Scope::Read | Scope::Spend)), "{}", row.name);
        let has_bound = !spec.price.charges() || spec.method == Method::Post;
        assert!(has_bound, "{}: only a POST has a price that can be asked for", row.name);
    }
}

#[test]
fn every_row_becomes_a_tool_of_its_name_and_all_names_differ() {
    let names: Vec<&str> = Tools::get().tools().map(|(_, tool)| tool.name.as_ref()).collect();
    let rows: Vec<&str> = TOOLS.iter().map(|row| row.name).chain([QUOTE]).collect();
    assert_eq!(names, rows);
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    let is_plain = |name: &&str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    assert!(names.iter().all(is_plain), "{names:?}");
}

#[test]
fn annotations_say_what_prices_say() {
    for (kind, tool) in Tools::get().tools() {
        let hints = tool.annotations.as_ref().unwrap();
        assert_eq!(hints.read_only_hint, Some(!kind.spends()), "{}", tool.name);
        assert_eq!(hints.destructive_hint, Some(false), "{}", tool.name);
        assert!(hints.idempotent_hint.is_some() && hints.open_world_hint.is_some(), "{}", tool.name);
        let properties = tool.input_schema["properties"].as_object().unwrap();
        let required = tool.input_schema.get("required").and_then(Value::as_array);
        let requires = required.is_some_and(|names| names.iter().any(|name| name == "max_credits"));
        assert_eq!(properties.contains_key("max_credits"), kind.spends(), "{}", tool.name);
        assert_eq!(requires, kind.spends(), "{}", tool.name);
        assert_eq!(properties.contains_key("idempotency_key"), kind.spends(), "{}", tool.name);
        let description = tool.description.as_deref().unwrap();
        assert!(description.contains(if kind.spends() { "credits" } else { "Free." }), "{description}");
    }
}

#[test]
fn input_schemas_are_those_of_the_endpoints() {
    let schemas = server::request_schemas(CATALOGUE);
    for (kind, tool) in Tools::get().tools() {
        let ToolKind::Call(row, entry) = kind else { continue };
        let own = &tool.input_schema;
        assert_eq!(own["type"], "object", "{}", tool.name);
        let given = own["properties"].as_object().unwrap();
        let taken = schemas.request(entry.spec.id).get("properties").and_then(Value::as_object);
        let taken: BTreeSet<&str> = taken.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
        for name in given.keys().map(String::as_str).filter(|name| !OWN.contains(name)) {
            assert!(taken.contains(name), "{}: {name}", tool.name);
        }
        for name in taken.iter().filter(|name| !OWN.contains(*name) && **name != "preview") {
            assert_ne!(given.contains_key(*name), row.hidden.contains(name), "{}: {name}", tool.name);
        }
        assert!(!given.contains_key("preview"), "{}", tool.name);
    }
}

/// Every reference leads to a definition, and every schema is one that a validator of JSON Schema reads.
#[test]
fn every_reference_of_a_schema_leads_somewhere() {
    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => {
                if let Some(Value::String(reference)) = members.get("$ref") {
                    found.push(reference.clone());
                }
                members.values().for_each(|value| references(value, found));
            }
            Value::Array(items) => items.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }
    for (_, tool) in Tools::get().tools() {
        let schema = Value::Object((*tool.input_schema).clone());
        let mut found = Vec::new();
        references(&schema, &mut found);
        for reference in found {
            let place = reference.strip_prefix('#').unwrap();
            assert!(schema.pointer(place).is_some(), "{}: {reference}", tool.name);
        }
    }
}

#[test]
fn the_list_of_tools_is_short_enough_for_an_agent() {
    let sizes: Vec<(usize, &str)> = Tools::get()
        .tools()
        .map(|(_, tool)| (serde_json::to_string(tool).unwrap().len(), tool.name.as_ref()))
        .collect();
    let all: usize = sizes.iter().map(|(size, _)| size).sum();
    assert!(all <= LIST_BYTES_MAX, "{all} bytes: {sizes:?}");
}

/// Where the table of tools stands in the guide.
const GUIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/mcp.md");
const BEGIN: &str =
    "<!-- tools and prices: written by the test `the_guide_lists_every_tool_with_its_price` -->";
const END: &str = "<!-- end of tools and prices -->";
/// Set to write the table anew.
const RECORD: &str = "BRIMFUL_RECORD_EXAMPLES";

#[test]
fn the_guide_lists_every_tool_with_its_price() {
    let mut lines = vec!["| tool | calls | price |".to_owned(), "|---|---|---|".to_owned()];
    for (kind, tool) in Tools::get().tools() {
        let (call, price) = match kind {
            ToolKind::Call(_, entry) => {
                let method = format!("{:?}", entry.spec.method).to_uppercase();
                (
                    format!("`{method} {}`", entry.spec.path),
                    entry.spec.price.to_string().replace(" cr", " credits"),
                )
            }
            ToolKind::Quote => ("the same calls with `preview`".to_owned(), "free".to_owned()),
        };
        lines.push(format!("| `{}` | {call} | {price} |", tool.name));
    }
    let table = lines.join("\n");
    let guide = std::fs::read_to_string(GUIDE).unwrap();
    let (before, rest) = guide.split_once(BEGIN).expect("the guide marks where the table begins");
    let (written, after) = rest.split_once(END).expect("the guide marks where the table ends");
    if std::env::var_os(RECORD).is_some() {
        std::fs::write(GUIDE, format!("{before}{BEGIN}\n\n{table}\n\n{END}{after}")).unwrap();
        return;
    }
    assert_eq!(written.trim(), table, "run this test with {RECORD}=1");
}

#[test]
fn a_name_that_no_tool_has_is_told_the_nearest() {
    assert_eq!(Tools::get().nearest("findperson"), Some("find_person"));
    assert!(Tools::get().find("drop_table").is_none());
}
