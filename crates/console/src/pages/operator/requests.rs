//! Requests to be erased, and the decision on each.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::json;

use super::{
    guard::{Operator, OperatorForm},
    shown,
};
use crate::{
    here::{Answer, Here, status_of},
    pages::public::not_found,
    parts::{
        layout::{self, Nav},
        note, tag, vessel, words,
    },
};

/// Requests of a page.
const ROWS: &str = "50";
const STATUSES: [(&str, &str); 3] = [("open", "Open"), ("approved", "Erased"), ("refused", "Refused")];

pub(crate) async fn show(Operator(here): Operator) -> Response<Body> {
    let status = here.param("status").unwrap_or_default().to_owned();
    draw(&here, StatusCode::OK, html! {}, &status, "").await
}

pub(crate) async fn filter(OperatorForm(sent): OperatorForm) -> Response<Body> {
    draw(&sent.here, StatusCode::OK, html! {}, sent.get("status"), sent.get("cursor")).await
}

/// Decides on a request: `approve` or `refuse`.
pub(crate) async fn decide(
    Path((id, act)): Path<(String, String)>,
    OperatorForm(sent): OperatorForm,
) -> Response<Body> {
    let (here, once) = (&sent.here, Some(sent.get("once")));
    let answer = match act.as_str() {
        "approve" => here.post_to("approve_privacy_request", &id, json!({}), once).await,
        "refuse" => here.post_to("refuse_privacy_request", &id, json!({}), once).await,
        _ => return not_found::show(here),
    };
    let told = match (answer.is_ok(), act.as_str()) {
        (false, _) => note::problem(&answer),
        (true, "approve") => note::done(html! { p { "Erased and kept out. " (erased(&answer)) } }),
        (true, _) => note::done(html! { p { "Refused, and who asked is forgotten." } }),
    };
    draw(here, if answer.is_ok() { StatusCode::OK } else { status_of(&answer) }, told, "", "").await
}

/// What an erasure took away, in words.
pub(crate) fn erased(answer: &Answer) -> String {
    let erased = &answer.body["erased"];
    if !erased.is_object() {
        return "It was decided before.".to_owned();
    }
    let counts = ["people", "companies", "jobs", "claims", "signals", "rows"].map(|name| match name {
        "rows" => format!("{} other rows", words::count(&erased[name])),
        name => format!("{} {name}", words::count(&erased[name])),
    });
    format!("Gone: {}.", counts.join(", "))
}

async fn draw(here: &Here, status: StatusCode, told: Markup, of: &str, cursor: &str) -> Response<Body> {
    let of = if of.is_empty() { "open" } else { of };
    let query = shown::given([("limit", ROWS), ("status", of), ("cursor", cursor)]);
    let found = here.read("list_privacy_requests", &query).await;
    let body = html! {
        div.head { div { h1 { "Privacy requests" } p.q { "What people asked for at /privacy. Who asked is kept only until you decide." } } }
        (told)
        nav.seg aria-label="Requests that are" { @for (value, label) in STATUSES {
            a href=(format!("/operator/requests?status={value}")) aria-current=[(value == of).then_some("page")] { (label) }
        } }
        @if found.is_ok() { (table(here, &found, of)) } @else { (note::problem(&found)) }
    };
    let status = if found.is_ok() { status } else { status_of(&found) };
    layout::with_status(here, status, Nav::Requests, "Privacy requests", body)
}

fn table(here: &Here, found: &Answer, of: &str) -> Markup {
    let (rows, now) = (shown::rows(found), here.app.clock.now());
    if rows.is_empty() {
        let next = html! { a.btn href="/operator/suppressions" { span { "See the suppression list" } } };
        return vessel::empty("No such request", "People ask at /privacy to be erased and kept out.", next);
    }
    let hidden = html! { input type="hidden" name="status" value=(of); };
    html! {
        section.card.flush aria-label="Requests" {
            table.cards {
                thead { tr { th { "Who" } th { "State" } th { "Asked" } th { "Decided" } th { span.vh { "Actions" } } } }
                tbody { @for request in rows {
                    @let id = shown::text(&request["id"]);
                    @let act = |act: &str| format!("/operator/requests/{id}/{act}");
                    tr {
                        td.brk { (request["value"].as_str().unwrap_or("forgotten")) small { (shown::text(&request["kind"])) " · " span.mono { (id) } } }
                        td.r { (state(shown::text(&request["status"]))) }
                        td.nw data-l="Asked" { (shown::time(&request["created_at"], now, "")) }
                        td.nw data-l="Decided" { (shown::time(&request["decided_at"], now, "not yet")) }
                        td { @if request["status"] == "open" { span.row {
                            (shown::act(here, &act("approve"), "Erase for good", "bad"))
                            (shown::act(here, &act("refuse"), "Refuse", ""))
                        } } }
                    }
                } }
            }
            (shown::foot(here, found, ("request", "requests"), "/operator/requests", &hidden))
        }
    }
}

fn state(status: &str) -> Markup {
    match status {
        "open" => tag::tag("warn", "open"),
        "approved" => tag::tag("ok", "erased"),
        other => tag::tag("", other),
    }
}
