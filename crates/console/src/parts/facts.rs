//! Facts with their witnesses: value, source, day, how sure, and who disagrees.

use maud::{Markup, html};
use serde_json::Value;

use super::{tag, words};

/// The values of one field: a single one, or those of a list that one source tells.
struct Fact<'a> {
    name: String,
    shown: Vec<String>,
    first: &'a Value,
    conflicts: Vec<&'a Value>,
}

/// The facts of a record, from an answer with `explain`. `record` is the person or company.
pub(crate) fn table(record: &Value, explain: &Value) -> Markup {
    let mut facts: Vec<Fact<'_>> = Vec::new();
    for value in explain["values"].as_array().into_iter().flatten() {
        let field = value["field"].as_str().unwrap_or_default();
        let (name, shown) = (name(field), shown(record, field));
        let conflicts = value["conflicting"].as_array().into_iter().flatten();
        let is_item = field.contains('[');
        let same =
            |fact: &&mut Fact<'_>| is_item && fact.name == name && fact.first["source"] == value["source"];
        match facts.iter_mut().find(same) {
            Some(fact) => {
                fact.shown.push(shown);
                fact.conflicts.extend(conflicts);
            }
            None => {
                facts.push(Fact { name, shown: vec![shown], first: value, conflicts: conflicts.collect() })
            }
        }
    }
    html! {
        section.card.flush #facts {
            div.row.sp { h2 { "Facts" } span.s.q { "value, and who says so" } }
            table.cards {
                thead { tr { th { "Field" } th { "Value" } th { "Source" } th { "Seen" } th { "Sure" } } }
                tbody { @for fact in &facts { (row(fact)) } }
            }
        }
    }
}

/// The facts of a record from an answer without `explain`: those of these members that a line can show.
pub(crate) fn plain(record: &Value, fields: &[&str]) -> Markup {
    let is_shown = |field: &&&str| match &record[**field] {
        Value::Null | Value::Object(_) => false,
        Value::Array(items) => !items.is_empty() && items.iter().all(Value::is_string),
        _ => true,
    };
    html! {
        section.card #facts {
            div.row.sp { h2 { "Facts" } span.s.q { "asking again also shows the source of each" } }
            dl.kv { @for field in fields.iter().filter(is_shown) { dt { (name(field)) } dd.brk { (shown(record, field)) } } }
        }
    }
}

fn row(fact: &Fact<'_>) -> Markup {
    let value = fact.first;
    let agreeing: Vec<&str> =
        value["agreeing"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    html! {
        tr class=[(!fact.conflicts.is_empty()).then_some("has")] {
            th scope="row" { (fact.name) }
            td.brk { (fact.shown.join(", ")) }
            td.nw data-l="Source" { span { (value["source"].as_str().unwrap_or_default()) " "
                @if !agreeing.is_empty() { span.q.s title=(format!("{} agree", agreeing.join(", "))) { "+" (agreeing.len()) } } } }
            td.nw.q data-l="Seen" { (value["observedAt"].as_str().map(words::date).unwrap_or_default()) }
            td data-l="Sure" { (tag::sure(value["confidence"].as_f64().unwrap_or(0.0))) }
        }
        @for other in &fact.conflicts {
            tr.dis {
                th scope="row" { span.vh { (fact.name) ", another value" } }
                td.brk { s { (text(&other["value"])) } }
                td.nw data-l="Source" { (other["source"].as_str().unwrap_or_default()) }
                td.nw data-l="Seen" { (other["observedAt"].as_str().map(words::date).unwrap_or_default()) }
                td.nw data-l="Sure" { "disagrees" }
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
    let Some(value) = record.pointer(&pointer) else { return String::new() };
    match value {
        Value::Number(year) if field.ends_with("Year") => year.to_string(),
        Value::String(date) if field.ends_with("At") => words::date(date),
        Value::String(word) if field.ends_with("stage") || field.ends_with("seniority") => words::label(word),
        other => text(other),
    }
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
            let named: Vec<String> = named
                .map(text)
                .map(|word| if word.contains('_') { words::label(&word) } else { word })
                .collect();
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
