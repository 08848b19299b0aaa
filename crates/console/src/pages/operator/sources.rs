//! Sources: health, hit rate, latency, cost and margin in a period.

mod figures;
pub(crate) mod order;

use axum::{body::Body, http::Response};
use maud::{Markup, html};
use serde_json::Value;

use super::{guard::Operator, shown};
use crate::{
    here::{Here, status_of},
    parts::{
        layout::{self, Nav},
        note, words,
    },
};

/// Periods, in the words of the API and of the page.
const PERIODS: [(&str, &str); 3] = [("7d", "7 days"), ("30d", "30 days"), ("90d", "90 days")];
const PERIOD_DEFAULT: &str = "30d";
/// Seconds after which figures that are being counted are asked for again.
const RELOAD_SECONDS: u32 = 2;

pub(crate) async fn show(Operator(here): Operator) -> Response<Body> {
    let period = chosen(&here);
    let found = here.read("operator_sources", &[("period", period)]).await;
    let body = html! {
        div.head {
            div { h1 { "Sources" } p.q { "What is asked outside when no record answers, what it costs and what it earns." } }
            nav.seg aria-label="Period" { @for (value, label) in PERIODS {
                a href=(format!("/operator/sources?period={value}")) aria-current=[(value == period).then_some("true")] { (label) }
            } }
        }
        @if found.is_ok() { (content(&here, &found.body)) } @else { (note::problem(&found)) }
    };
    layout::with_status(&here, status_of(&found), Nav::Sources, "Sources", body)
}

fn chosen(here: &Here) -> &'static str {
    let asked = here.param("period").unwrap_or(PERIOD_DEFAULT);
    PERIODS.iter().map(|(value, _)| *value).find(|value| *value == asked).unwrap_or(PERIOD_DEFAULT)
}

fn content(here: &Here, body: &Value) -> Markup {
    let sources: Vec<&Value> = body["sources"].as_array().into_iter().flatten().collect();
    let vendors: Vec<&Value> = body["vendors"].as_array().into_iter().flatten().collect();
    let is_counted = !body["counted_at"].is_null();
    html! {
        div.stack.l5 #sources data-reload=[(!is_counted).then_some(RELOAD_SECONDS)] {
            @if is_counted {
                (totals(body, &sources))
                @if !sources.is_empty() { (figures::table(&sources, &vendors)) }
                p.hint {
                    "Counted " (shown::time(&body["counted_at"], here.app.clock.now(), "")) " from calls since "
                    (words::timestamp(&body["since"]).map(words::day).unwrap_or_default()) ". "
                    "Margin is what customers paid for calls that a source contributed to, at the present price of a credit in their plan, less what its requests cost. "
                    "Answers from records that it filled before are not counted. States are those of this server."
                }
            } @else {
                div.note role="status" { div { "The calls of this period are being counted. " noscript { a href=(here.path) { "Reload" } } } }
            }
            @if vendors.is_empty() { (figures::no_vendor()) }
        }
    }
}

fn totals(body: &Value, sources: &[&Value]) -> Markup {
    let total = &body["total"];
    let sum = |name: &str| sources.iter().filter_map(|source| source[name].as_f64()).sum::<f64>();
    let (asked, answered, hits) = (sum("asked"), sum("answered"), sum("hits"));
    html! {
        dl.g4 {
            div.card.stat { dt { "Requests" } dd { (words::number(asked)) } dd.s { "for " (shown::counted(&total["calls"], "call", "calls")) } }
            div.card.stat { dt { "Hit rate" } dd { (words::per_cent(hits, answered)) } dd.s { (shown::counted(&hits.into(), "hit", "hits")) " in " (shown::counted(&answered.into(), "reply", "replies")) } }
            div.card.stat { dt { "Cost" } dd { (figures::dollars(&total["cost_usd"])) } dd.s { "to vendors" } }
            div.card.stat { dt { "Margin" } dd { (figures::dollars(&total["margin_usd"])) }
                dd.s { "customers paid " (words::credits(&total["paid_credits"])) ", " (figures::dollars(&total["paid_usd"])) } }
        }
    }
}
