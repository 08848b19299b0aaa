//! The reviewed surface: one small snapshot per endpoint and one per shared schema, so that each change of what callers
//! see is a difference to be read.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use serde_json::{Map, Value, json};
use server::{CATALOGUE, Entry};
use store::Plan;

use crate::support::TestServer;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/openapi/snapshots/surface");
const REFERENCE: &str = "#/components/schemas/";

/// The operation of an endpoint, or of its sandbox twin.
fn operation<'d>(document: &'d Value, path: &str, entry: &Entry) -> &'d Value {
    &document["paths"][path][format!("{:?}", entry.spec.method).to_lowercase()]
}

/// What a value is, or what it refers to.
fn resolved<'d>(document: &'d Value, value: &'d Value) -> &'d Value {
    value["$ref"].as_str().map_or(value, |path| document.pointer(&path[1..]).unwrap())
}

/// Names of the schemas that a value refers to, directly or through others.
fn schemas_of(value: &Value, all: &Map<String, Value>, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let Some(name) = members.get("$ref").and_then(Value::as_str)
                && let Some(name) = name.strip_prefix(REFERENCE)
                && found.insert(name.to_owned())
            {
                schemas_of(&all[name], all, found);
            }
            members.values().for_each(|member| schemas_of(member, all, found));
        }
        Value::Array(items) => items.iter().for_each(|item| schemas_of(item, all, found)),
        _ => {}
    }
}

/// An operation as it is reviewed: without examples, which are recorded elsewhere, and with one line per problem.
fn reviewed(document: &Value, entry: &Entry, operation: &Value) -> Value {
    let mut operation = operation.clone();
    for parameter in operation["parameters"].as_array_mut().unwrap() {
        *parameter = resolved(document, parameter).clone();
    }
    let success = entry.spec.status.to_string();
    let responses = operation["responses"].as_object().cloned().unwrap_or_default();
    let problems: BTreeMap<&String, &Value> = responses
        .iter()
        .filter(|(status, _)| **status != success)
        .map(|(status, response)| (status, &resolved(document, response)["description"]))
        .collect();
    let answer = responses[&success]["content"].as_object().map(|content| {
        content.iter().map(|(media, answer)| (media.clone(), answer["schema"].clone())).collect::<Map<_, _>>()
    });
    let request = operation["requestBody"]["content"]["application/json"]["schema"].take();
    let members = ["operationId", "summary", "description", "tags", "parameters", "security", "x-price"];
    let kept: Map<String, Value> =
        members.iter().map(|member| ((*member).to_owned(), operation[*member].take())).collect();
    json!({
        "call": format!("{:?} {}", entry.spec.method, entry.spec.path),
        "operation": kept,
        "request": request,
        "answer": { success: answer },
        "problems": problems,
    })
}

/// Everything that is reviewed, by the name of its snapshot.
fn surface(document: &Value) -> BTreeMap<String, Value> {
    let all = document["components"]["schemas"].as_object().unwrap();
    let mut users: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for entry in CATALOGUE {
        let mut names = BTreeSet::new();
        schemas_of(operation(document, entry.spec.path, entry), all, &mut names);
        names.into_iter().for_each(|name| {
            users.entry(name).or_default().insert(entry.spec.id);
        });
    }
    let mut surface = BTreeMap::new();
    for entry in CATALOGUE {
        let mut of_entry = reviewed(document, entry, operation(document, entry.spec.path, entry));
        let is_own = |users: &BTreeSet<&str>| users.len() == 1 && users.contains(entry.spec.id);
        let own = users.iter().filter(|(_, users)| is_own(users)).map(|(name, _)| name);
        of_entry["schemas"] = own.map(|name| (name.clone(), all[name].clone())).collect();
        surface.insert(entry.spec.id.to_owned(), of_entry);
    }
    for (name, schema) in all {
        if users.get(name).is_none_or(|users| users.len() != 1) {
            surface.insert(format!("schema-{name}"), schema.clone());
        }
    }
    surface
}

#[tokio::test]
async fn every_change_of_an_endpoint_shows_in_its_snapshot() {
    let document: Value = TestServer::start().await.anyone().get("/openapi.json").await.ok();
    let surface = surface(&document);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(FOLDER);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        surface.iter().for_each(|(name, value)| insta::assert_json_snapshot!(name.as_str(), value));
    });
    for file in fs::read_dir(Path::new(FOLDER)).unwrap() {
        let file = file.unwrap().file_name().into_string().unwrap();
        let name = file.strip_suffix(".snap").unwrap_or_default();
        assert!(surface.contains_key(name), "{file} belongs to no endpoint or schema; delete it");
    }
}

#[tokio::test]
async fn a_sandbox_twin_is_its_endpoint_without_key_and_charge() {
    let document: Value = TestServer::start().await.anyone().get("/openapi.json").await.ok();
    for entry in CATALOGUE.iter().filter(|entry| entry.spec.has_twin()) {
        let own = operation(&document, entry.spec.path, entry);
        let twin = operation(&document, &entry.spec.twin_path(), entry);
        assert_eq!(twin["security"], json!([]), "{}", entry.spec.id);
        assert_eq!(twin["summary"], format!("{} (sandbox)", own["summary"].as_str().unwrap()));
        for member in ["requestBody", "x-price"] {
            assert_eq!(twin[member], own[member], "{member} of {}", entry.spec.id);
        }
    }
}

/// Where the tables of calls and prices stand in the README.
const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
const BEGIN: &str =
    "<!-- calls and prices: written by the test `the_readme_lists_every_call_with_its_price` -->";
const END: &str = "<!-- end of calls and prices -->";
/// Set to write the tables anew.
const RECORD: &str = "BRIMFUL_RECORD_EXAMPLES";

fn table() -> String {
    let mut lines = vec!["| call | answers | price |".to_owned(), "|---|---|---|".to_owned()];
    let is_for_customers = |entry: &&Entry| {
        use server::Group::{Account, Operator, Privacy, Sandbox};
        !matches!(entry.spec.group, Account | Operator | Privacy | Sandbox)
            && (entry.spec.price.charges()
                || entry.spec.method == server::Method::Post
                || entry.spec.path == "/v1/signals")
    };
    for entry in CATALOGUE.iter().filter(is_for_customers) {
        let method = format!("{:?}", entry.spec.method).to_uppercase();
        let price = entry.spec.price.to_string().replace(" cr", " credits");
        let plan = entry.spec.plan;
        let plan =
            if plan == Plan::Free { String::new() } else { format!(", from the plan {} up", plan.as_str()) };
        lines.push(format!("| `{method} {}` | {} | {price}{plan} |", entry.spec.path, entry.spec.summary));
    }
    lines.join("\n")
}

#[test]
fn the_readme_lists_every_call_with_its_price() {
    let readme = fs::read_to_string(README).unwrap();
    let (before, rest) = readme.split_once(BEGIN).expect("the README marks where the table begins");
    let (written, after) = rest.split_once(END).expect("the README marks where the table ends");
    if std::env::var_os(RECORD).is_some() {
        fs::write(README, format!("{before}{BEGIN}\n\n{}\n\n{END}{after}", table())).unwrap();
        return;
    }
    assert_eq!(written.trim(), table(), "run this test with {RECORD}=1");
}
