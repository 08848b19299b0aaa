//! The first page of a visitor without an account.

use axum::{body::Body, http::Response};
use maud::html;
use server::SignupMode;

use crate::{
    here::Here,
    parts::{
        layout::{self, Nav},
        price,
    },
};

/// Endpoints that the first page names.
const SHOWN: [&str; 6] =
    ["enrich", "companies", "find_email", "search_people", "buying_committee", "signals"];

pub(crate) fn start(here: &Here) -> Response<Body> {
    let settings = &here.app.settings;
    let shown = SHOWN.into_iter().filter_map(|id| here.entry(id));
    let body = html! {
        div.head {
            div {
                h1 { "One identifier in, one explained record out" }
                p.q { "Every value says where it comes from, and every credit says what it bought. What is not found costs nothing." }
            }
        }
        div.row {
            a.btn.pri href="/playground/enrich" { span { "Try it now" } b { "free" } }
            @if settings.signup.mode == SignupMode::Closed {
                a.btn href="/login" { span { "Sign in" } }
            } @else {
                a.btn href="/signup" { span { "Start a trial" } b { (settings.trial.credits) " cr free" } }
            }
        }
        section.card.flush {
            div.row.sp { h2 { "What it answers" } a.s href="/pricing" { "All " (here.app.catalogue().iter().filter(|entry| entry.spec.has_twin()).count()) " with prices" } }
            table.cards { tbody { @for entry in shown {
                tr {
                    td { a.b href=(format!("/playground/{}", entry.spec.id)) { (crate::parts::words::endpoint(entry.spec.path)) } small { (entry.spec.summary) } }
                    td.n.r.nw { (price::short(entry.spec.price)) }
                }
            } } }
        }
        div.g2 {
            section.card {
                h2 { "For programs" }
                p.s.q { "The same calls over HTTP: " a href="/docs" { "documentation" } ", " a href="/openapi.json" { "OpenAPI" } ", and "
                    a href="/problems" { "errors" } " that say what to do next." }
            }
            section.card {
                h2 { "For the people it knows" }
                p.s.q { "What is kept, where it comes from, and " a href="/privacy" { "how to be left out" } "." }
            }
        }
    };
    layout::page(here, Nav::Overview, "People and companies from one identifier", body)
}
