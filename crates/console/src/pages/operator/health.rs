//! Whether the installation is well: what `brimful doctor` checks.

pub(crate) mod calibration;

use axum::{body::Body, http::Response};
use maud::{Markup, html};
use serde_json::Value;

use super::{guard::Operator, shown};
use crate::{
    here::{Here, status_of},
    parts::{
        layout::{self, Nav},
        note, tag, words,
    },
};

/// Seconds after which checks that are being made are asked for again.
const RELOAD_SECONDS: u32 = 2;

pub(crate) async fn show(Operator(here): Operator) -> Response<Body> {
    let found = here.read("operator_health", &[]).await;
    let body = html! {
        div.head { div { h1 { "Health" } p.q { "What brimful doctor checks. Everything stored is read for this, in the background." } } }
        @if found.is_ok() { (content(&here, &found.body)) } @else { (note::problem(&found)) }
    };
    layout::with_status(&here, status_of(&found), Nav::Health, "Health", body)
}

fn content(here: &Here, body: &Value) -> Markup {
    let checks: Vec<&Value> = body["checks"].as_array().into_iter().flatten().collect();
    let is_running = body["checking"] == true;
    html! {
        div.stack.l5 #health data-reload=[is_running.then_some(RELOAD_SECONDS)] {
            @if is_running { div.note role="status" { div {
                @if checks.is_empty() { "The first check is under way. " } @else { "Checking again. What was found last: " }
                noscript { a href="/operator/health" { "Reload" } }
            } } }
            @if !checks.is_empty() {
                section.card.flush aria-label="Checks" {
                    div.row.sp {
                        @match body["ok"].as_bool() { Some(true) => (tag::tag("ok", "all is well")), _ => (tag::tag("bad", "not well")) }
                        span.s.q { "checked " (shown::time(&body["checked_at"], here.app.clock.now(), "")) }
                    }
                    table.cards {
                        thead { tr { th { "Checked" } th { "State" } th { "Found" } } }
                        tbody { @for check in checks {
                            tr {
                                th scope="row" { (words::label(shown::text(&check["name"]))) }
                                td.r { (state(check)) }
                                td.brk { (shown::text(&check["detail"])) }
                            }
                        } }
                    }
                }
            }
        }
    }
}

fn state(check: &Value) -> Markup {
    match (check["ok"] == true, check["warning"] == true) {
        (false, _) => tag::tag("bad", "not well"),
        (true, true) => tag::tag("warn", "look at it"),
        (true, false) => tag::tag("ok", "well"),
    }
}
