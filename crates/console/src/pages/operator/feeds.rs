//! Feeds with their lag and failures.

use axum::{body::Body, http::Response};
use maud::{Markup, html};
use serde_json::Value;

use super::{guard::Operator, shown};
use crate::{
    here::{Answer, Here, status_of},
    parts::{
        layout::{self, Nav},
        note, tag, vessel, words,
    },
};

/// A feed is behind when its last good poll is this many intervals ago.
const LATE_INTERVALS: i64 = 3;

pub(crate) async fn show(Operator(here): Operator) -> Response<Body> {
    let found = here.read("operator_feeds", &[]).await;
    let body = html! {
        div.head { div { h1 { "Feeds" } p.q { "What is polled for news: those of the configuration, then job boards that were found at websites." } } }
        @if found.is_ok() { (table(&here, &found)) } @else { (note::problem(&found)) }
    };
    layout::with_status(&here, status_of(&found), Nav::Feeds, "Feeds", body)
}

fn table(here: &Here, found: &Answer) -> Markup {
    let (rows, now) = (shown::rows(found), here.app.clock.now());
    if rows.is_empty() {
        let text = "Add a [[feeds]] table to brimful.toml and start the server again; job boards come by themselves.";
        let next = html! { a.btn href="/operator/settings" { span { "See settings" } } };
        return vessel::empty("No feed is polled", text, next);
    }
    html! {
        section.card.flush aria-label="Feeds" {
            table.cards {
                thead { tr { th { "Feed" } th { "State" } th.n { "Lag" } th.n { "Every" } th { "Last news" } th.n { "Claims" } th.n { "Polls" } } }
                tbody { @for feed in rows {
                    @let fault = shown::text(&feed["fault"]);
                    tr {
                        td.brk { span.b { (shown::text(&feed["name"])) }
                            @if feed["found"] == true { small { "found at a website" } }
                            @if !fault.is_empty() { small { (shown::counted(&feed["failures"], "failure", "failures")) ": " (fault) } } }
                        td.r { (state(feed)) }
                        td.n data-l="Lag" { (feed["lag_seconds"].as_i64().map_or_else(|| "–".to_owned(), shown::span)) }
                        td.n data-l="Every" { (feed["every_seconds"].as_i64().map(shown::span).unwrap_or_default()) }
                        td.nw data-l="Last news" { (shown::time(&feed["changed_at"], now, "none yet")) }
                        td.n data-l="Claims" { (words::count(&feed["claims"])) }
                        td.n data-l="Polls" { (words::count(&feed["polls"])) }
                    }
                } }
            }
        }
    }
}

fn state(feed: &Value) -> Markup {
    let (lag, every) = (feed["lag_seconds"].as_i64(), feed["every_seconds"].as_i64().unwrap_or(0));
    let failures = feed["failures"].as_u64().unwrap_or(0);
    match lag {
        _ if failures > 0 => tag::tag("bad", "failing"),
        None => tag::tag("", "not polled yet"),
        Some(lag) if lag > LATE_INTERVALS * every => tag::tag("warn", "behind"),
        Some(_) => tag::tag("ok", "on time"),
    }
}
