//! An answer for people: names first, then facts, and lists as rows.

use maud::{Markup, html};
use serde_json::{Map, Value};

use super::{tag, words};

/// Items of a list that are shown; the JSON beside it has all.
const ITEMS_MAX: usize = 25;
/// How deep objects are shown inside each other.
const DEPTH_MAX: usize = 4;
/// Letters of a tag.
const TAG_LETTERS_MAX: usize = 28;
/// Members that the frame of an answer shows already.
const FRAME: [&str; 4] = ["cost", "sandbox", "next_cursor", "found"];

/// The answer of an endpoint.
pub(crate) fn answer(value: &Value) -> Markup {
    match value {
        Value::Object(object) => {
            html! {
                @if let Some(found) = object.get("found").and_then(Value::as_bool) {
                    div.row { @if found { (tag::tag("ok", "found")) } @else { (tag::tag("", "not found")) span.s.q { "Nothing is charged for that." } } }
                }
                (members(object, 0))
            }
        }
        Value::String(text) => html! { pre.s tabindex="0" role="region" aria-label="Text" { (text) } },
        other => html! { p { (scalar(other)) } },
    }
}

/// The line that a person or a company is known by, with a link to its page.
pub(crate) fn name(value: &Value) -> Option<Markup> {
    let id = value["id"].as_str().unwrap_or_default();
    if let Some(name) = value["fullName"].as_str() {
        let company = value["company"]["name"].as_str();
        let title = value["title"].as_str().unwrap_or_default();
        return Some(html! {
            div {
                p.b { @if id.is_empty() { (name) } @else { a href=(format!("/people/{id}")) { (name) } } }
                p.s.q { (title) @if let Some(company) = company { @if !title.is_empty() { " at " } (company) } }
            }
        });
    }
    let name = value["name"].as_str().filter(|_| value.get("domain").is_some() || id.starts_with("com_"))?;
    Some(html! {
        div {
            p.b { @if let Some(path) = words::company_path(value) { a href=(path) { (name) } } @else { (name) } }
            p.s.q { (value["industry"].as_str().or(value["domain"].as_str()).unwrap_or_default()) }
        }
    })
}

fn members(object: &Map<String, Value>, depth: usize) -> Markup {
    let whole = Value::Object(object.clone());
    let named = name(&whole);
    let hidden = |key: &str| {
        (depth == 0 && FRAME.contains(&key))
            || (named.is_some() && matches!(key, "id" | "fullName" | "firstName" | "lastName" | "name"))
    };
    let shown: Vec<(&String, &Value)> =
        object.iter().filter(|(key, value)| !hidden(key) && !is_empty(value)).collect();
    let (flat, deep): (Vec<_>, Vec<_>) = shown.into_iter().partition(|(_, value)| is_flat(value));
    html! {
        @if let Some(named) = named { (named) }
        @if !flat.is_empty() {
            dl.kv { @for (key, value) in flat { dt { (key_label(key)) } dd { (one_line(key, value)) } } }
        }
        @if depth < DEPTH_MAX {
            @for (key, value) in deep {
                div.stack.t.sep { h3 { (key_label(key)) @if let Some(list) = value.as_array() { " · " (list.len()) } } (block(value, depth + 1)) }
            }
        }
    }
}

fn block(value: &Value, depth: usize) -> Markup {
    match value {
        Value::Object(object) => members(object, depth),
        Value::Array(items) => html! {
            ul.stack { @for item in items.iter().take(ITEMS_MAX) { li.stack.t { (block(item, depth)) } } }
            @if items.len() > ITEMS_MAX { p.s.q { (items.len() - ITEMS_MAX) " more in the JSON" } }
        },
        other => html! { (scalar(other)) },
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(object) => object.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}

/// Whether a value fits into one line: a scalar, a list of scalars, a place, an amount, or a company that is named.
fn is_flat(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().all(|item| !item.is_object() && !item.is_array()),
        Value::Object(_) => {
            value.get("city").is_some() || value.get("country").is_some() || value.get("amount").is_some()
        }
        _ => true,
    }
}

fn one_line(key: &str, value: &Value) -> Markup {
    match value {
        // Sentences are wrapped, words are tags.
        Value::Array(items) if items.iter().any(|item| item.as_str().is_some_and(is_long)) => {
            html! { ul.stack.t { @for item in items.iter().take(ITEMS_MAX) { li { (scalar(item)) } } } }
        }
        Value::Array(items) => {
            html! { span.row { @for item in items.iter().take(ITEMS_MAX) { span.tag.p { (scalar(item)) } } } }
        }
        Value::Object(_) => html! { (words::money(value).unwrap_or_else(|| words::place(value))) },
        Value::String(word) if key.to_lowercase().ends_with("status") => tag::state(word),
        Value::Number(number) if matches!(key, "confidence" | "score" | "similarity") => {
            match number.as_f64() {
                Some(share) if (0.0..=1.0).contains(&share) => tag::sure(share),
                _ => scalar(value),
            }
        }
        other => scalar(other),
    }
}

/// Whether a text is too long for a tag, which is not wrapped.
fn is_long(text: &str) -> bool {
    text.chars().count() > TAG_LETTERS_MAX
}

/// A scalar as text: times as days, the rest as it is.
fn scalar(value: &Value) -> Markup {
    match value {
        Value::Bool(true) => html! { "yes" },
        Value::Bool(false) => html! { span.q { "no" } },
        Value::Number(number) => {
            html! { (number.as_f64().map_or_else(|| number.to_string(), words::number)) }
        }
        Value::String(text)
            if text.len() >= 20 && text.ends_with('Z') && text.parse::<jiff::Timestamp>().is_ok() =>
        {
            html! { time datetime=(text) title=(text) { (words::date(text)) } }
        }
        Value::String(text) => html! { (text) },
        other => html! { (other) },
    }
}

/// A member's name in words: `networkUrl` is `Network url`.
pub(crate) fn key_label(key: &str) -> String {
    let mut label = String::new();
    for letter in key.chars() {
        if letter.is_uppercase() {
            label.push('_');
        }
        label.extend(letter.to_lowercase());
    }
    words::label(&label)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn markup_in_names_and_values_is_escaped() {
        let value = json!({ "person": { "id": "per_\"><x", "fullName": "<script>", "title": "<b>", "skills": ["<i>"] }, "<u>": { "<s>": "<em>" } });
        let shown = answer(&value).into_string();
        for tag in ["<script>", "<b>", "<i>", "<u>", "<s>", "<em>", "\"><x"] {
            assert!(!shown.contains(tag), "{tag} in {shown}");
        }
    }
}
