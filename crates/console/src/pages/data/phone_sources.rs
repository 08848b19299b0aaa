//! What each source of phones answered about a person: the number or why there is none, when, and what it cost.

use jiff::Timestamp;
use maud::{Markup, html};
use serde_json::Value;

use crate::{
    here::Here,
    kept::Kept,
    parts::{tag, words},
};

/// What the sources said in an answer that was bought before.
pub(crate) fn of(here: &Here, kept: &Kept) -> Markup {
    html! {
        (list(&kept.body, kept.purchase.at(), Some(kept.purchase.price())))
        p.s.q { (kept.purchase.told(here)) }
    }
}

/// What the sources said in an answer that was given at this time. `price` is what it cost, if the answer does not say so.
pub(crate) fn list(body: &Value, asked_at: Timestamp, price: Option<String>) -> Markup {
    let attempts: Vec<&Value> = body["attempts"].as_array().into_iter().flatten().collect();
    let price = price.unwrap_or_else(|| words::credits(&body["cost"]["credits"]));
    html! {
        @if attempts.is_empty() { p.s.q { "There is no source to ask for phones." } } @else {
            h3 { "What each source said" }
            // A list: the card of contacts is too narrow for a table.
            ul.stack.t #sources { @for attempt in attempts {
                @let outcome = attempt["outcome"].as_str().unwrap_or_default();
                @let is_found = outcome == "found";
                li.stack.t {
                    p { span.b.brk { (attempt["provider"].as_str().unwrap_or_default()) } " " @if is_found { (number(body)) } @else { (said(outcome)) } }
                    p.s.q {
                        "asked " time datetime=(asked_at) { (words::clock(asked_at)) } ", took "
                        (words::milliseconds(attempt["latency_ms"].as_f64().unwrap_or(0.0))) ", "
                        @if is_found { (price) } @else { "0 cr" }
                    }
                }
            } }
        }
    }
}

/// The number that a source gave, with its state and the day of its last check.
fn number(body: &Value) -> Markup {
    let line = [body["line_type"].as_str(), body["carrier"].as_str(), body["country"].as_str()];
    let line: Vec<String> = line.into_iter().flatten().map(|word| word.replace('_', " ")).collect();
    html! {
        span.mono.brk { (body["phone"].as_str().unwrap_or_default()) } " "
        (tag::state(body["status"].as_str().unwrap_or("unknown")))
        small { (line.join(", ")) @if let Some(at) = body["last_validated_at"].as_str() { @if !line.is_empty() { ", " } "checked " (words::date(at)) } }
    }
}

/// What a source without a usable number said.
fn said(outcome: &str) -> String {
    match outcome {
        "not_found" => "knows no phone".to_owned(),
        "not_mobile" => "knows a number that is no mobile".to_owned(),
        "out_of_date" => "knows a number that was checked too long ago, or does not work".to_owned(),
        "unverified" => "knows a number that was never checked".to_owned(),
        "shared" => "knows a number that several people have".to_owned(),
        "fictional" => "knows a number that is reserved for fiction".to_owned(),
        "failed" => "could not answer".to_owned(),
        "timed_out" => "did not answer in time".to_owned(),
        other => other.replace('_', " "),
    }
}
