//! Facts with their witnesses: value, source, day, how sure, and who disagrees.

use maud::{Markup, html};
use serde_json::Value;

use super::{tag, words};

/// The facts of a record, from an answer with `explain`. `record` is the person or company.
pub(crate) fn table(record: &Value, explain: &Value) -> Markup {
    let values: Vec<&Value> = explain["values"].as_array().into_iter().flatten().collect();
    html! {
        section.card.flush #facts {
            div.row.sp { h2 { "Facts" } span.s.q { "value, and who says so" } }
            table.cards {
                thead { tr { th { "Field" } th { "Value" } th { "Source" } th { "Seen" } th { "Sure" } } }
                tbody { @for value in values { (fact(record, value)) } }
            }
        }
    }
}

fn fact(record: &Value, value: &Value) -> Markup {
    let field = value["field"].as_str().unwrap_or_default();
    let agreeing: Vec<&str> =
        value["agreeing"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let others: Vec<&Value> =
        value["others"].as_array().or(value["disagreeing"].as_array()).into_iter().flatten().collect();
    html! {
        tr class=[(!others.is_empty()).then_some("has")] {
            th scope="row" { (name(field)) }
            td.brk { (shown(record, field)) }
            td.nw data-l="Source" { span { (value["source"].as_str().unwrap_or_default()) " "
                @if !agreeing.is_empty() { span.q.s title=(format!("{} agree", agreeing.join(", "))) { "+" (agreeing.len()) } } } }
            td.nw.q data-l="Seen" { (value["observedAt"].as_str().map(words::date).unwrap_or_default()) }
            td data-l="Sure" { (tag::sure(value["confidence"].as_f64().unwrap_or(0.0))) }
        }
        @for other in others {
            tr.dis {
                th scope="row" { span.vh { (name(field)) ", another value" } }
                td { s { (text(&other["value"])) } }
                td.nw data-l="Source" { (other["source"].as_str().unwrap_or_default()) }
                td.nw data-l="Seen" { (other["observedAt"].as_str().map(words::date).unwrap_or_default()) }
                td.nw data-l="Sure" { "older" }
            }
        }
    }
}

/// A field's name in words: `company.name` is `Company name`, `skills[0]` is `Skills`.
fn name(field: &str) -> String {
    let mut plain = String::new();
    for letter in field.split('[').next().unwrap_or_default().chars() {
        match letter {
            '.' => plain.push('_'),
            letter if letter.is_uppercase() => {
                plain.push('_');
                plain.extend(letter.to_lowercase());
            }
            letter => plain.push(letter),
        }
    }
    words::label(&plain)
}

/// The value that a field such as `experience[0].title` has in the record.
fn shown(record: &Value, field: &str) -> String {
    let pointer = format!("/{}", field.replace('[', "/").replace(']', "").replace('.', "/"));
    record.pointer(&pointer).map(text).unwrap_or_default()
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), words::number),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        Value::Object(object) => {
            let named = ["fullName", "name", "title", "school", "city", "round"]
                .iter()
                .filter_map(|name| object.get(*name));
            let named: Vec<String> = named.map(text).collect();
            words::money(value)
                .unwrap_or_else(|| if named.is_empty() { words::place(value) } else { named.join(", ") })
        }
        Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
    }
}

/// Why a record is the answer: the evidence and its weight in bits.
pub(crate) fn why(answer: &Value) -> Markup {
    let decision = &answer["explain"]["decision"];
    let signed = |value: &Value| {
        let number = value.as_f64().unwrap_or(0.0);
        format!("{}{}", if number > 0.0 { "+" } else { "" }, words::number((number * 10.0).round() / 10.0))
    };
    let asked: Vec<&str> =
        answer["matched_on"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    html! {
        @if decision.is_object() {
            details.card {
                summary { h2 { "Why this record is the answer" } }
                div.stack.sep {
                    p.q.s { "Matched on " (asked.join(", ")) ", " (words::count(&answer["explain"]["candidates"])) " candidates." }
                    table.tight.in {
                        thead { tr { th { "Evidence" } th { "Outcome" } th.n { "Weight" } } }
                        tbody {
                            @for feature in decision["features"].as_array().into_iter().flatten() {
                                tr { td { (feature["feature"].as_str().unwrap_or_default()) } td { (feature["outcome"].as_str().unwrap_or_default()) } td.n { (signed(&feature["weight"])) } }
                            }
                            tr { td { "prior" } td { "one in many" } td.n { (signed(&decision["prior"])) } }
                            tr.b { td { "score" } td { (format!("{:.0} % sure, {:.0} % needed", decision["confidence"].as_f64().unwrap_or(0.0) * 100.0, decision["min_confidence"].as_f64().unwrap_or(0.0) * 100.0)) } td.n { (signed(&decision["score"])) } }
                        }
                    }
                }
            }
        }
    }
}

/// How many of these members a record has.
pub(crate) fn filled(record: &Value, fields: &[&str]) -> (usize, usize) {
    let has = |field: &&&str| match &record[**field] {
        Value::Null => false,
        Value::Array(items) => !items.is_empty(),
        Value::String(text) => !text.is_empty(),
        _ => true,
    };
    (fields.iter().filter(has).count(), fields.len())
}
