//! The audit log: who changed what, when, and how it ended.

use axum::{body::Body, http::Response};
use maud::{Markup, html};
use serde_json::Value;

use super::{
    guard::{Operator, OperatorForm},
    shown,
};
use crate::{
    here::{Answer, Here, status_of},
    parts::{
        layout::{self, Nav},
        note, tag, vessel, words,
    },
};

/// Entries of a page.
const ROWS: &str = "50";

pub(crate) async fn show(Operator(here): Operator) -> Response<Body> {
    draw(&here, "").await
}

pub(crate) async fn older(OperatorForm(sent): OperatorForm) -> Response<Body> {
    draw(&sent.here, sent.get("cursor")).await
}

async fn draw(here: &Here, cursor: &str) -> Response<Body> {
    let query = shown::given([("limit", ROWS), ("cursor", cursor)]);
    let found = here.read("operator_audit", &query).await;
    let body = html! {
        div.head { div { h1 { "Audit log" } p.q { "Every change by an operator, on these pages, over the API and on the command line. Kept for three years." } } }
        @if found.is_ok() { (table(here, &found)) } @else { (note::problem(&found)) }
    };
    layout::with_status(here, status_of(&found), Nav::Audit, "Audit log", body)
}

fn table(here: &Here, found: &Answer) -> Markup {
    let (rows, now) = (shown::rows(found), here.app.clock.now());
    if rows.is_empty() {
        let next = html! { a.btn href="/operator/accounts" { span { "See accounts" } } };
        return vessel::empty(
            "No change yet",
            "Each grant, decision and erasure is entered here before it is made.",
            next,
        );
    }
    html! {
        section.card.flush aria-label="Changes" {
            table.cards {
                thead { tr { th { "Time" } th { "What" } th { "On" } th { "Who" } th { "Outcome" } } }
                tbody { @for entry in rows {
                    tr {
                        td.nw.q { (shown::time(&entry["at"], now, "")) }
                        td.b { (action(shown::text(&entry["action"]))) }
                        td.brk.mono.s data-l="On" { (subject(shown::text(&entry["subject"]))) }
                        td.brk data-l="Who" { (who(entry)) }
                        td.r { (outcome(entry)) }
                    }
                } }
            }
            (shown::foot(here, found, ("entry", "entries"), "/operator/audit", &html! {}))
        }
    }
}

/// The name of an action: that of the endpoint that does it, in words.
fn action(id: &str) -> String {
    words::label(id.strip_prefix("operator_").unwrap_or(id))
}

/// Ids of what was changed; an account leads to its page.
fn subject(ids: &str) -> Markup {
    html! {
        span { @for id in ids.split_whitespace() {
            @if is_account(id) { a href=(format!("/operator/accounts/{id}")) { (id) } " " } @else { (id) " " }
        } }
    }
}

fn is_account(id: &str) -> bool {
    id.starts_with("acc_") && id.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// Who made a change: the email of an account, which leads to its page, or the user of a command.
fn who(entry: &Value) -> Markup {
    let (account, request) = (shown::text(&entry["account_id"]), shown::text(&entry["request_id"]));
    let (email, user) = (shown::text(&entry["account_email"]), shown::text(&entry["system_user"]));
    html! {
        @if account.is_empty() { span { @if user.is_empty() { "not known" } @else { (user) } small { "command line" } } }
        @else { span {
            @if email.is_empty() { span.mono.s { (subject(account)) } }
            @else if is_account(account) { a href=(format!("/operator/accounts/{account}")) { (email) } }
            @else { (email) }
            @if !request.is_empty() { small.mono { (request) } }
        } }
    }
}

fn outcome(entry: &Value) -> Markup {
    let code = shown::text(&entry["code"]);
    html! {
        @match shown::text(&entry["outcome"]) {
            "done" => { (tag::tag("ok", "done")) }
            "begun" => { (tag::tag("warn", "begun, end unknown")) }
            other => { (tag::tag("bad", other)) }
        }
        @if !code.is_empty() { small { a href=(format!("/problems#{code}")) { (code) } } }
    }
}
