//! Calls of the history as rows that lead to each.

use maud::{Markup, html};
use serde_json::Value;

use crate::{
    here::Here,
    parts::{tag, words},
};

fn path(row: &Value) -> &str {
    row["path"].as_str().map(words::endpoint).unwrap_or(row["endpoint"].as_str().unwrap_or_default())
}

fn link(row: &Value) -> String {
    format!("/log/{}", row["request_id"].as_str().unwrap_or_default())
}

/// Calls with what they asked for, how they ended and what they cost.
pub(crate) fn short(here: &Here, rows: &[&Value]) -> Markup {
    let now = here.app.clock.now();
    html! {
        table.tight.cards { tbody data-rows { @for row in rows {
            tr {
                td { a href=(link(row)) { (path(row)) } small { (subject(&row["asked"])) } }
                td { (tag::outcome(row)) small { (words::timestamp(&row["at"]).map(|at| words::ago(at, now)).unwrap_or_default()) } }
                td.n.r.nw { (words::credits(&row["credits"])) }
            }
        } } }
    }
}

/// Calls with everything.
pub(crate) fn full(here: &Here, rows: &[&Value]) -> Markup {
    let now = here.app.clock.now();
    html! {
        table.cards {
            thead { tr { th { "Time" } th { "Call" } th { "Key" } th { "Outcome" } th.n { "Cost, time" } } }
            tbody data-rows { @for row in rows {
                tr {
                    td.nw.q { @if let Some(at) = words::timestamp(&row["at"]) { time datetime=(at) title=(format!("{} UTC", words::clock(at))) { (words::ago(at, now)) } } }
                    td { a href=(link(row)) { (path(row)) } small { (subject(&row["asked"])) } }
                    td.q.s data-l="Key" { (row["key_name"].as_str().unwrap_or("–")) }
                    td { (tag::outcome(row)) }
                    td.n.r.nw { (words::credits(&row["credits"])) small { (words::milliseconds(row["latency_ms"].as_f64().unwrap_or(0.0))) } }
                }
            } }
        }
    }
}

/// What a call asked for, in a few words.
fn subject(asked: &Value) -> String {
    let names = [
        "fullName",
        "name",
        "email",
        "phone",
        "networkUrl",
        "company_domain",
        "domain",
        "company_name",
        "id",
        "request_id",
        "kind",
    ];
    if let Some(text) = names.iter().find_map(|name| asked[name].as_str()) {
        return text.trim_start_matches("https://").to_owned();
    }
    let first = |object: &Value| {
        let (name, value) = object.as_object()?.iter().next()?;
        let value = match value {
            Value::String(text) => text.clone(),
            Value::Array(items) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
            other => other.to_string(),
        };
        Some(format!("{name} {value}"))
    };
    if asked["filters"].as_object().is_some_and(serde_json::Map::is_empty) {
        return "no filters".to_owned();
    }
    let text = first(&asked["filters"]).or_else(|| first(asked)).unwrap_or_default();
    text.chars().take(60).collect()
}
