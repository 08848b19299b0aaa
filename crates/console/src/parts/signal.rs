//! Signals in a line each.

use jiff::Timestamp;
use maud::{Markup, html};
use serde_json::Value;

use super::words;

/// What happened, and more about it.
pub(crate) fn told(signal: &Value) -> (String, String) {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let company = text(&signal["company"]["name"]);
    let join = |parts: Vec<String>| {
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    };
    let kind = signal["kind"].as_str().unwrap_or_default();
    match kind {
        "funding" => {
            let funding = &signal["funding"];
            let amount = words::money(&funding["amount"]).unwrap_or_else(|| "money".to_owned());
            let investors = funding["investors"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let round = words::label(funding["round"].as_str().unwrap_or_default());
            (
                format!("{company} raised {amount}"),
                join(vec![round, investors.collect::<Vec<_>>().join(", ")]),
            )
        }
        "acquisition" => {
            let bought = &signal["acquisition"];
            let price = words::money(&bought["price"]).unwrap_or_default();
            (format!("{company} buys {}", text(&bought["name"])), join(vec![price, text(&bought["domain"])]))
        }
        "hiring" => {
            let job = &signal["job"];
            let applicants =
                job["applicants"].as_u64().map(|count| format!("{count} applicants")).unwrap_or_default();
            (
                format!("{company} hires: {}", text(&job["title"])),
                join(vec![words::place(&job["location"]), applicants]),
            )
        }
        _ => {
            let change = &signal["change"];
            let at = |title: &Value, company: &Value| join(vec![text(title), text(&company["name"])]);
            let (from, to) =
                (at(&change["oldTitle"], &change["oldCompany"]), at(&change["newTitle"], &signal["company"]));
            let told = match (from.is_empty(), to.is_empty()) {
                (false, false) => format!("from {from} to {to}"),
                (true, false) => format!("now {to}"),
                (false, true) => format!("was {from}"),
                _ => company,
            };
            (change["person"].as_str().unwrap_or("A person").to_owned(), told)
        }
    }
}

/// Signals as rows.
pub(crate) fn table(signals: &Value, now: Timestamp) -> Markup {
    html! {
        table.cards #signals { tbody data-rows { @for signal in signals.as_array().into_iter().flatten() { (row(signal, now)) } } }
    }
}

/// One signal as a row.
pub(crate) fn row(signal: &Value, now: Timestamp) -> Markup {
    let (title, more) = told(signal);
    let at = words::timestamp(&signal["at"]);
    let company = words::company_path(&signal["company"]);
    html! {
        tr {
            td { @if let Some(path) = company { a.b href=(path) { (title) } } @else { span.b { (title) } } small { (more) } }
            td.q { (words::label(signal["kind"].as_str().unwrap_or_default()).replace('-', " ")) }
            td.n.q.r.nw { @if let Some(at) = at { time datetime=(at) { (words::ago(at, now)) } } }
        }
    }
}
