//! The free look at the first rows of a table, beside the price.

use maud::{Markup, html};
use serde_json::Value;

use crate::{
    here::Answer,
    parts::{readable, tag, words},
};

/// The free look at the first rows: whether each would be found, and of a company which facts are known.
pub(super) fn draw(quote: &Answer, items: &[Value]) -> Markup {
    let rows: Vec<&Value> = quote.body["rows"].as_array().into_iter().flatten().collect();
    // The reference of an item is the number of its row in the file.
    let asked = |row: &Value| {
        let item = items.iter().find(|item| item["ref"] == row["ref"]).and_then(Value::as_object);
        let values = item.into_iter().flatten().filter(|(name, _)| *name != "ref");
        values.filter_map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(" · ")
    };
    html! {
        section.card.flush #preview aria-label="Preview" {
            div.row.sp { h2 { "First rows" } span.s.q { "free, names and values after the job" } }
            @if rows.is_empty() {
                p.pad.q { "Today's free rows of previews are used up; the price above stays true." }
            } @else {
                table.cards {
                    thead { tr { th.n { "Row" } th { "Asked" } th { "Found" } th { "What is known" } } }
                    tbody { @for row in &rows {
                        tr {
                            td.n data-l="Row" { (row["ref"].as_str().unwrap_or_default()) }
                            td.brk { (asked(row)) }
                            td.r { (state(row["status"].as_str().unwrap_or_default())) }
                            td.q.s.brk data-l="What is known" { (known(row)) }
                        }
                    } }
                }
            }
        }
        @if let Some(left) = quote.body["rows_left_today"].as_u64() {
            p.hint { (words::number(left as f64)) " rows of previews are left today." }
        }
    }
}

fn state(status: &str) -> Markup {
    match status {
        "found" => tag::tag("ok", "found"),
        "not_found" => tag::tag("", "not found, free"),
        "invalid" => tag::tag("warn", "not understood, free"),
        _ => tag::tag("acc", "asked when the job runs"),
    }
}

/// What a row of a preview says besides its state.
fn known(row: &Value) -> String {
    let list = |name: &str| row[name].as_array().into_iter().flatten().collect::<Vec<_>>();
    let faults: Vec<&str> = list("errors").iter().filter_map(|fault| fault["message"].as_str()).collect();
    let fields: Vec<String> =
        list("has").iter().filter_map(|name| name.as_str()).map(readable::key_label).collect();
    match (faults.is_empty(), fields.is_empty(), row["record"].as_str()) {
        (false, ..) => faults.join(" "),
        (_, false, _) => fields.join(", "),
        (_, _, Some("person")) => "a person".to_owned(),
        (_, _, Some(record)) => record.to_owned(),
        (_, _, None) => String::new(),
    }
}
