//! From our answer to a vendor's fields.

use serde_json::{Map, Value};

/// A field of a vendor.
#[derive(Debug)]
pub struct Field {
    /// The vendor's field, with dots where it is within another.
    pub to: &'static str,
    /// Path in our record, with dots, and `[]` after a list of which each item is meant. Empty for the record itself.
    pub from: &'static str,
    /// How the value is written.
    pub with: Style,
}

/// How a value of ours is written.
#[derive(Debug, Clone, Copy)]
pub enum Style {
    /// As it is.
    Same,
    /// As it is recorded, or in small letters where the vendor has all words so.
    Words,
    /// By a named conversion; null where it has no value.
    By(fn(&Value) -> Value),
    /// By a named conversion, in small letters where the vendor has all words so.
    WordsBy(fn(&Value) -> Value),
    /// An object with these fields; null without a record.
    Part(&'static [Field]),
    /// A list of objects with these fields; empty without records.
    Each(&'static [Field]),
    /// Always null: the vendor has the field, and we do not.
    Null,
    /// Always an empty list, for the same reason.
    NoList,
}

/// The fields of a vendor's record that an answer of one of our endpoints becomes.
#[derive(Debug)]
pub struct AnswerTable {
    /// Our endpoint.
    pub endpoint: &'static str,
    /// Where the record stands in our answer, written as [`Field::from`].
    pub at: &'static str,
    /// The fields.
    pub fields: &'static [Field],
}

/// The vendor's record of one of ours. `small` writes words in small letters.
pub(crate) fn shape(fields: &[Field], record: &Value, small: bool) -> Value {
    let mut shaped = Map::new();
    for field in fields {
        put(&mut shaped, field.to, value(field, record, small));
    }
    Value::Object(shaped)
}

fn value(field: &Field, record: &Value, small: bool) -> Value {
    let found = at(record, field.from);
    match field.with {
        Style::Same => found,
        Style::Words => words(found, small),
        Style::By(convert) => convert(&found),
        Style::WordsBy(convert) => words(convert(&found), small),
        Style::Part(fields) if found.is_object() => shape(fields, &found, small),
        Style::Each(fields) => {
            let items = found.as_array().map(Vec::as_slice).unwrap_or_default();
            items.iter().map(|item| shape(fields, item, small)).collect()
        }
        Style::Part(_) | Style::Null => Value::Null,
        Style::NoList => Value::Array(Vec::new()),
    }
}

/// The value at a path; null where there is none, and an empty list for a list that is not there.
pub(crate) fn at(record: &Value, path: &str) -> Value {
    if path.is_empty() {
        return record.clone();
    }
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    match first.strip_suffix("[]") {
        Some(list) => {
            let items = record[list].as_array().map(Vec::as_slice).unwrap_or_default();
            items.iter().map(|item| at(item, rest)).filter(|value| !value.is_null()).collect()
        }
        None => match record.get(first) {
            Some(value) => at(value, rest),
            None => Value::Null,
        },
    }
}

fn words(value: Value, small: bool) -> Value {
    match value {
        Value::String(text) if small => text.to_lowercase().into(),
        Value::Array(items) => items.into_iter().map(|item| words(item, small)).collect(),
        value => value,
    }
}

fn put(object: &mut Map<String, Value>, path: &str, value: Value) {
    match path.split_once('.') {
        None => drop(object.insert(path.to_owned(), value)),
        Some((first, rest)) => {
            if let Value::Object(inner) = object.entry(first).or_insert_with(|| Value::Object(Map::new())) {
                put(inner, rest, value);
            }
        }
    }
}
