//! Vendors and websites: health, hit rate, latency and cost.

use std::collections::BTreeSet;

use axum::{body::Body, http::Response};
use maud::{Markup, html};
use serde_json::Value;

use super::{guard::Operator, shown};
use crate::{
    here::status_of,
    parts::{
        layout::{self, Nav},
        note, tag, vessel, words,
    },
};

pub(crate) async fn show(Operator(here): Operator) -> Response<Body> {
    let found = here.read("operator_sources", &[]).await;
    let vendors: Vec<&Value> = found.body["vendors"].as_array().into_iter().flatten().collect();
    let total = |count: fn(&Value) -> f64| vendors.iter().map(|vendor| count(vendor)).sum::<f64>();
    let (asked, cost) = (total(asked), total(|vendor| vendor["cost_usd"].as_f64().unwrap_or(0.0)));
    let hits = total(hits);
    let body = html! {
        div.head { div { h1 { "Sources" } p.q { "What is asked outside when no record answers. Counted since this server started." } } }
        @if found.is_ok() {
            dl.g4 {
                div.card.stat { dt { "Websites" } dd { @if found.body["websites"] == true { "asked" } @else { "not asked" } } dd.s { "companies' own pages" } }
                div.card.stat { dt { "Requests" } dd { (words::number(asked)) } dd.s { "to " (shown::counted(&vendors.len().into(), "vendor", "vendors")) } }
                div.card.stat { dt { "Hit rate" } dd { (words::per_cent(hits, asked)) } dd.s { (shown::counted(&hits.into(), "hit", "hits")) } }
                div.card.stat { dt { "Cost" } dd { (dollars(cost)) } dd.s { "to vendors" } }
            }
            (table(&vendors))
        } @else { (note::problem(&found)) }
    };
    layout::with_status(&here, status_of(&found), Nav::Sources, "Sources", body)
}

fn asked(vendor: &Value) -> f64 {
    vendor["asked"].as_f64().unwrap_or(0.0)
}

fn hits(vendor: &Value) -> f64 {
    vendor["outcomes"]["hit"].as_f64().unwrap_or(0.0)
}

fn dollars(amount: f64) -> String {
    format!("${}", words::number(amount))
}

fn table(vendors: &[&Value]) -> Markup {
    if vendors.is_empty() {
        let text =
            "Add a [[vendors]] table to brimful.toml and start the server again; the guide has an example.";
        return vessel::empty(
            "No vendor is set up",
            text,
            html! { div.row { a.btn href="/docs/vendors" { span { "Read the guide" } } a.btn href="/operator/settings" { span { "See settings" } } } },
        );
    }
    html! {
        section.card.flush aria-label="Vendors" {
            table.cards {
                thead { tr { th { "Vendor" } th { "State" } th.n { "Asked" } th { "Replies" } th { "By fact: hits, latency" } th.n { "Cost" } } }
                tbody { @for vendor in vendors {
                    tr {
                        th scope="row" { (shown::text(&vendor["name"])) }
                        td.r { (state(vendor)) }
                        td.n data-l="Asked" { (words::number(asked(vendor))) }
                        td data-l="Replies" { (outcomes(&vendor["outcomes"])) }
                        td data-l="By fact" { (facts(vendor)) }
                        td.n data-l="Cost" { (dollars(vendor["cost_usd"].as_f64().unwrap_or(0.0))) }
                    }
                } }
            }
        }
    }
}

fn state(vendor: &Value) -> Markup {
    match (vendor["left_alone"] == true, asked(vendor) > 0.0) {
        (true, _) => tag::tag("warn", "left alone for a while"),
        (false, true) => tag::tag("ok", "answering"),
        (false, false) => tag::tag("", "not asked yet"),
    }
}

/// Replies by outcome, in words.
fn outcomes(outcomes: &Value) -> String {
    let counts = outcomes.as_object().into_iter().flatten();
    let told: Vec<String> = counts
        .map(|(outcome, count)| format!("{} {}", words::count(count), outcome.replace('_', " ")))
        .collect();
    if told.is_empty() { "–".to_owned() } else { told.join(", ") }
}

/// Recent hit rate and latency of each fact.
fn facts(vendor: &Value) -> Markup {
    let of = |name: &str| vendor[name].as_object().cloned().unwrap_or_default();
    let (rates, latencies) = (of("hit_percent"), of("latency_ms"));
    let names: BTreeSet<&String> = rates.keys().chain(latencies.keys()).collect();
    html! {
        @if names.is_empty() { "–" }
        @else {
            div { @for name in names {
                div.s {
                    (name.replace('_', " ")) " "
                    @if let Some(rate) = rates.get(name) { (words::count(rate)) " %" }
                    @if let Some(latency) = latencies.get(name).and_then(Value::as_f64) { ", " (words::milliseconds(latency)) }
                }
            } }
        }
    }
}
