//! Whether the installation is well: what `brimful doctor` checks.

pub(crate) mod calibration;

use axum::{body::Body, http::Response};
use maud::{Markup, html};
use serde_json::Value;

use super::{guard::Operator, shown};
use crate::{
    here::status_of,
    parts::{
        layout::{self, Nav},
        note, tag, words,
    },
};

pub(crate) async fn show(Operator(here): Operator) -> Response<Body> {
    let found = here.read("operator_health", &[]).await;
    let checks: Vec<&Value> = found.body["checks"].as_array().into_iter().flatten().collect();
    let body = html! {
        div.head {
            div { h1 { "Health" } p.q { "Everything stored was read for this. brimful doctor also checks files and mail." } }
            @if found.is_ok() { @if found.body["ok"] == true { (tag::tag("ok", "all is well")) } @else { (tag::tag("bad", "not well")) } }
        }
        @if found.is_ok() {
            section.card.flush aria-label="Checks" {
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
        } @else { (note::problem(&found)) }
    };
    layout::with_status(&here, status_of(&found), Nav::Health, "Health", body)
}

fn state(check: &Value) -> Markup {
    match (check["ok"] == true, check["warning"] == true) {
        (false, _) => tag::tag("bad", "not well"),
        (true, true) => tag::tag("warn", "look at it"),
        (true, false) => tag::tag("ok", "well"),
    }
}
