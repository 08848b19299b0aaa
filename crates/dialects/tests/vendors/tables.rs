//! Every path of every table, compared with the schemas of our API: one that names no field fails here.

use dialects::{Dialect, Field, Style};
use serde_json::Value;
use server::{CATALOGUE, Entry, Method, openapi_document};

/// The schema that a reference means, or the schema itself.
fn resolved<'d>(document: &'d Value, schema: &'d Value) -> &'d Value {
    match schema["$ref"].as_str() {
        Some(reference) => resolved(document, document.pointer(reference.trim_start_matches('#')).unwrap()),
        None => schema,
    }
}

/// The schemas that a value of this schema may have.
fn alternatives<'d>(document: &'d Value, schema: &'d Value) -> Vec<&'d Value> {
    let schema = resolved(document, schema);
    let inner = ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|name| schema[name].as_array()).flatten();
    let mut all: Vec<&Value> = inner.flat_map(|inner| alternatives(document, inner)).collect();
    all.push(schema);
    all
}

/// The schema at a path.
fn at<'d>(document: &'d Value, schema: &'d Value, path: &str) -> Option<&'d Value> {
    if path.is_empty() {
        return Some(schema);
    }
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let (name, is_list) = first.strip_suffix("[]").map_or((first, false), |name| (name, true));
    alternatives(document, schema).into_iter().find_map(|schema| {
        let member = schema["properties"].get(name)?;
        let member = match is_list {
            true => alternatives(document, member).into_iter().find_map(|list| list.get("items"))?,
            false => member,
        };
        at(document, member, rest)
    })
}

fn entry(id: &str) -> &'static Entry {
    CATALOGUE.iter().find(|entry| entry.spec.id == id).unwrap_or_else(|| panic!("no endpoint {id}"))
}

fn operation<'d>(document: &'d Value, entry: &Entry) -> &'d Value {
    let method = if entry.spec.method == Method::Get { "get" } else { "post" };
    &document["paths"][entry.spec.path][method]
}

#[test]
fn every_parameter_is_a_field_of_our_request() {
    let document = openapi_document(CATALOGUE);
    let mut wrong = Vec::new();
    for table in Dialect::ALL.into_iter().flat_map(Dialect::requests) {
        let entry = entry(table.endpoint);
        let operation = operation(&document, entry);
        for param in table.params {
            let path = table.path(param);
            let is_there = match entry.spec.method {
                Method::Get => operation["parameters"].as_array().unwrap().iter().any(|known| {
                    let known = resolved(&document, known);
                    known["name"] == path.as_str()
                }),
                _ => {
                    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
                    at(&document, schema, &path).is_some()
                }
            };
            if !is_there {
                wrong.push(format!("{} -> {} {path}", param.from, table.endpoint));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_field_is_one_of_our_answer() {
    let document = openapi_document(CATALOGUE);
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for table in Dialect::ALL.into_iter().flat_map(Dialect::answers) {
        let entry = entry(table.endpoint);
        let status = entry.spec.status.to_string();
        let schema =
            &operation(&document, entry)["responses"][&status]["content"]["application/json"]["schema"];
        match at(&document, schema, table.at) {
            Some(record) => check(&document, record, table.fields, table.endpoint, &mut wrong, &mut seen),
            None => wrong.push(format!("{} has no {}", table.endpoint, table.at)),
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(seen > 200, "{seen} fields only");
}

fn check(
    document: &Value,
    record: &Value,
    fields: &[Field],
    place: &str,
    wrong: &mut Vec<String>,
    seen: &mut usize,
) {
    for field in fields {
        *seen += 1;
        let Some(found) = at(document, record, field.from) else {
            wrong.push(format!("{} <- {place} {}", field.to, field.from));
            continue;
        };
        match field.with {
            Style::Part(inner) => check(document, found, inner, place, wrong, seen),
            Style::Each(inner) => {
                let items = alternatives(document, found).into_iter().find_map(|list| list.get("items"));
                match items {
                    Some(item) => check(document, item, inner, place, wrong, seen),
                    None => wrong.push(format!("{} <- {place} {} is no list", field.to, field.from)),
                }
            }
            _ => {}
        }
    }
}

#[test]
fn no_field_of_a_vendor_is_written_twice() {
    for table in Dialect::ALL.into_iter().flat_map(Dialect::answers) {
        let mut names: Vec<&str> = table.fields.iter().map(|field| field.to).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all, "{} {}", table.endpoint, table.at);
    }
}
