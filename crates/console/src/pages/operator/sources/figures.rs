//! The table of sources: one row each, with what is not known said so.

use maud::{Markup, html};
use serde_json::Value;

use crate::{
    pages::operator::shown,
    parts::{tag, vessel, words},
};

/// What stands where a figure cannot be known.
const NOT_RECORDED: &str = "not recorded";

/// Rows for sources, with the state of those that are vendors.
pub(super) fn table(sources: &[&Value], vendors: &[&Value]) -> Markup {
    html! {
        section.card.flush aria-label="Sources" {
            table.cards {
                thead { tr { th { "Source" } th { "State" } th.n { "Asked" } th.n { "Hit rate" } th.n { "Errors" } th.n { "Latency" } th.n { "Cost" } th.n { "Customers paid" } th.n { "Margin" } } }
                tbody { @for source in sources {
                    @let vendor = vendors.iter().copied().find(|vendor| vendor["name"] == source["name"]);
                    tr {
                        td.brk { span.b { (shown::text(&source["name"])) } small { (kind(source)) } }
                        td.r { (state(source, vendor)) }
                        td.n data-l="Asked" { div { (words::count(&source["asked"])) (passed_over(source)) } }
                        td.n data-l="Hit rate" { div { (percent(&source["hit_percent"])) small { (words::count(&source["hits"])) " of " (words::count(&source["answered"])) } } }
                        td.n data-l="Errors" { div { (words::count(&source["errors"])) (faults(source)) } }
                        td.n data-l="Latency" { (latency(source)) }
                        td.n data-l="Cost" { (cost(source)) }
                        td.n data-l="Customers paid" { div { (dollars(&source["paid_usd"])) small { (words::credits(&source["paid_credits"])) ", " (shown::counted(&source["calls"], "call", "calls")) } } }
                        td.n data-l="Margin" { (known(&source["margin_usd"])) }
                    }
                } }
            }
        }
    }
}

/// What stands where there is no vendor.
pub(super) fn no_vendor() -> Markup {
    let text =
        "Add a [[vendors]] table to brimful.toml and start the server again; the guide has an example.";
    vessel::empty(
        "No vendor is set up",
        text,
        html! { div.row { a.btn href="/docs/vendors" { span { "Read the guide" } } a.btn href="/operator/settings" { span { "See settings" } } } },
    )
}

/// An amount of US dollars; amounts below a cent keep their digits.
pub(super) fn dollars(value: &Value) -> String {
    let amount = value.as_f64().unwrap_or(0.0);
    let rounded = if amount.abs() >= 1.0 { (amount * 100.0).round() / 100.0 } else { amount };
    let mut text = words::number(rounded.abs());
    if let Some((_, decimals)) = text.split_once('.')
        && decimals.len() == 1
    {
        text.push('0');
    }
    format!("{}${text}", if rounded < 0.0 && text != "0" { "−" } else { "" })
}

fn known(value: &Value) -> String {
    if value.is_null() { NOT_RECORDED.to_owned() } else { dollars(value) }
}

fn kind(source: &Value) -> &'static str {
    match source["kind"].as_str().unwrap_or_default() {
        "website" => "companies' own pages",
        "former" => "not set up any more",
        _ => "vendor",
    }
}

fn percent(value: &Value) -> String {
    value.as_f64().map_or_else(|| "–".to_owned(), |percent| format!("{} %", words::number(percent)))
}

fn passed_over(source: &Value) -> Markup {
    html! { @if source["skipped"].as_u64() > Some(0) { small { (words::count(&source["skipped"])) " passed over" } } }
}

/// The most frequent fault.
fn faults(source: &Value) -> Markup {
    const NO_FAULTS: [&str; 7] =
        ["hit", "miss", "known_miss", "overtaken", "left_alone", "busy", "over_budget"];
    let outcomes = source["outcomes"].as_object().into_iter().flatten();
    let faults = outcomes.filter(|(outcome, _)| !NO_FAULTS.contains(&outcome.as_str()));
    let most = faults.max_by_key(|(_, count)| count.as_u64());
    html! { @if let Some((outcome, _)) = most { small { "mostly " (outcome.replace('_', " ")) } } }
}

fn latency(source: &Value) -> Markup {
    html! {
        @match (source["latency_p50_ms"].as_f64(), source["latency_p95_ms"].as_f64()) {
            (Some(half), Some(most)) => { div { (words::milliseconds(half)) small { "p95 " (words::milliseconds(most)) } } }
            _ => { "–" }
        }
    }
}

fn cost(source: &Value) -> Markup {
    html! {
        div {
            (known(&source["cost_usd"]))
            @if source["cost_usd"].is_null() { small { "no price is set" } }
            @else if !source["cost_per_hit_usd"].is_null() { small { (dollars(&source["cost_per_hit_usd"])) " a hit" } }
        }
    }
}

fn state(source: &Value, vendor: Option<&Value>) -> Markup {
    let Some(vendor) = vendor else {
        return match source["kind"] == "former" {
            true => tag::tag("", "gone"),
            false => tag::tag("ok", "asked"),
        };
    };
    let failures = vendor["failures"].as_u64().unwrap_or(0);
    match vendor["left_alone_seconds"].as_i64() {
        Some(left) => tag::tag("bad", &format!("left alone for {}", shown::span(left))),
        None if failures > 0 => {
            tag::tag("warn", &shown::counted(&failures.into(), "failure in a row", "failures in a row"))
        }
        None if source["asked"].as_u64() == Some(0) => tag::tag("", "not asked yet"),
        None => tag::tag("ok", "answering"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn amounts_have_a_true_minus_and_keep_what_is_below_a_cent() {
        let told = [json!(12.3456), json!(-0.064), json!(0), json!(1234.5)].map(|value| dollars(&value));
        assert_eq!(told, ["$12.35", "−$0.064", "$0", "$1,234.50"]);
        assert_eq!(known(&Value::Null), "not recorded");
    }
}
