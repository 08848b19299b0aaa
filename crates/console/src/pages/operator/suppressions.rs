//! The suppression list: who must not be stored, without who they are.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::json;
use server::PageCall;

use super::{
    guard::{Operator, OperatorForm},
    requests, shown,
};
use crate::{
    here::{Answer, Here, status_of},
    parts::{
        field::{self, Input},
        layout::{self, Nav},
        note, price, vessel, words,
    },
};

/// Entries of a page.
const ROWS: &str = "50";
const KINDS: [(&str, &str); 4] = [
    ("email", "Email of a person"),
    ("phone", "Phone of a person"),
    ("profile", "Profile of a person"),
    ("domain", "Domain of a company"),
];

/// What was typed.
#[derive(Default)]
struct Typed {
    kind: String,
    value: String,
    reason: String,
}

pub(crate) async fn show(Operator(here): Operator) -> Response<Body> {
    draw(&here, StatusCode::OK, html! {}, &Typed::default(), "").await
}

pub(crate) async fn older(OperatorForm(sent): OperatorForm) -> Response<Body> {
    draw(&sent.here, StatusCode::OK, html! {}, &Typed::default(), sent.get("cursor")).await
}

pub(crate) async fn add(OperatorForm(sent): OperatorForm) -> Response<Body> {
    let field = |name| sent.get(name).to_owned();
    let typed = Typed { kind: field("kind"), value: field("value"), reason: field("reason") };
    let kind = KINDS.iter().map(|(kind, _)| *kind).find(|kind| *kind == typed.kind).unwrap_or("email");
    let mut body = json!({ kind: typed.value });
    if !typed.reason.is_empty() {
        body["reason"] = typed.reason.as_str().into();
    }
    let answer = sent.here.post("add_suppression", body, Some(sent.get("once"))).await;
    if answer.is_ok() {
        let told = note::done(html! { p { "Erased and kept out. " (requests::erased(&answer)) } });
        return draw(&sent.here, StatusCode::OK, told, &Typed::default(), "").await;
    }
    draw(&sent.here, status_of(&answer), note::problem(&answer), &typed, "").await
}

pub(crate) async fn remove(Path(id): Path<String>, OperatorForm(sent): OperatorForm) -> Response<Body> {
    let idempotency_key = Some(sent.get("once").to_owned()).filter(|key| !key.is_empty());
    let call = PageCall { parts: vec![("id".to_owned(), id)], idempotency_key, ..PageCall::default() };
    let answer = sent.here.call("remove_suppression", call).await;
    let (status, told) = match answer.is_ok() {
        true => (
            StatusCode::OK,
            note::done(html! { p { "The entry is off the list; sources may tell of them again." } }),
        ),
        false => (status_of(&answer), note::problem(&answer)),
    };
    draw(&sent.here, status, told, &Typed::default(), "").await
}

async fn draw(here: &Here, status: StatusCode, told: Markup, typed: &Typed, cursor: &str) -> Response<Body> {
    let query = shown::given([("limit", ROWS), ("cursor", cursor)]);
    let found = here.read("list_suppressions", &query).await;
    let kinds = KINDS.map(|(kind, label)| (kind.to_owned(), label.to_owned()));
    let body = html! {
        div.head { div { h1 { "Suppressions" } p.q { "People and companies that no import takes in. Only keyed hashes are kept, so the list does not say who they are." } } }
        (told)
        @if found.is_ok() { (table(here, &found)) } @else { (note::problem(&found)) }
        form.card method="post" action="/operator/suppressions" {
            (field::token(here))
            (field::once(here))
            h2 { "Erase and keep out" }
            div.f { label { "What is known of them" (field::select("kind", "What is known of them", &kinds, &typed.kind)) } }
            div.g2.near {
                (Input { name: "value", label: "Which", value: &typed.value, required: true, autocomplete: "off",
                    hint: "A domain takes the company, those who work there, and all with an email at it.", ..Input::default() }.draw())
                (Input { name: "reason", label: "Reason", value: &typed.reason, placeholder: "such as: asked by mail", ..Input::default() }.draw())
            }
            div.row { (price::button("bad", "Erase for good", "free")) }
            p.hint { "Records, signals, kept answers and list entries about them are erased. That cannot be undone." }
        }
    };
    let status = if found.is_ok() { status } else { status_of(&found) };
    layout::with_status(here, status, Nav::Suppressions, "Suppressions", body)
}

fn table(here: &Here, found: &Answer) -> Markup {
    let (rows, now) = (shown::rows(found), here.app.clock.now());
    if rows.is_empty() {
        let next = html! { a.btn href="/operator/requests" { span { "See privacy requests" } } };
        return vessel::empty(
            "The list is empty",
            "An approved request or the form below puts an entry here.",
            next,
        );
    }
    html! {
        section.card.flush aria-label="Entries" {
            table.cards {
                thead { tr { th { "Reason" } th { "Made from" } th.n { "Hashes" } th { "Since" } th { span.vh { "Actions" } } } }
                tbody { @for entry in rows {
                    @let id = shown::text(&entry["id"]);
                    tr {
                        td.brk { (shown::text(&entry["reason"])) small.mono { (id) } }
                        td data-l="Made from" { (shown::text(&entry["kind"])) }
                        td.n data-l="Hashes" { (words::count(&entry["identifiers"])) }
                        td.nw data-l="Since" { (shown::time(&entry["created_at"], now, "")) }
                        td { (shown::act(here, &format!("/operator/suppressions/{id}/remove"), "Let in again", "")) }
                    }
                } }
            }
            (shown::foot(here, found, ("entry", "entries"), "/operator/suppressions/older", &html! {}))
        }
    }
}
