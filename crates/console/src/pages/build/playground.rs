//! The playground: every endpoint with a form made from its schema.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
    response::{IntoResponse, Redirect},
};
use maud::{Markup, html};
use serde_json::Value;
use server::{Access, Entry, Group, Price, group_words};
use store::{Credits, Scope};

use super::{
    fields::{self, Field},
    snippets::{self, Parts},
};
use crate::{
    form::Sent,
    here::{Answer, Here, MAX_CREDITS, status_of},
    kept::{self, Kept, Purchase, Purchases},
    pages::public::not_found,
    parts::{
        code, field,
        layout::{self, Nav},
        note,
        price::{self, Quote},
        readable, tag, words,
    },
};

/// What the page shows.
struct View<'a> {
    entry: &'static Entry,
    sandbox: bool,
    request: Value,
    /// The raw text, if that was sent and is no JSON.
    raw: Option<String>,
    answer: Option<&'a Answer>,
    /// Id of the request under which the answer can be had again.
    kept: Option<String>,
    /// When the answer was bought, if that was before.
    told: Option<Markup>,
}

/// Query parameter of the page with the example, whatever was bought before.
const EXAMPLE: &str = "example";

pub(crate) async fn index() -> Response<Body> {
    Redirect::to("/playground/enrich").into_response()
}

pub(crate) async fn show(here: Here, Path(endpoint): Path<String>) -> Response<Body> {
    let Some(entry) = find(&here, &endpoint) else { return not_found::show(&here) };
    let sandbox = is_sandbox(&here, entry, here.param("mode").unwrap_or_default());
    let (request, kept) = match here.param("request") {
        Some(id) => {
            let mut call = here.read_one("history_detail", "request_id", id, &[]).await;
            let kept = kept::named(&here, "request", &[entry.spec.id]).await;
            (call.body["asked"].take(), kept)
        }
        None if sandbox || here.param(EXAMPLE).is_some() => (Value::Null, None),
        None => {
            let kept = Purchases::of(&here).await.first(&here, &[entry.spec.id], is_whole, |_| true).await;
            (kept.as_ref().map(|kept| kept.purchase.request().clone()).unwrap_or_default(), kept)
        }
    };
    let request = if request.is_object() { request } else { here.app.example(entry) };
    let kept = kept.filter(|_| !sandbox);
    let told = kept.as_ref().map(|kept| kept.purchase.told(&here));
    let answer = kept.map(|Kept { purchase, body }| Answer {
        status: entry.spec.status,
        request_id: purchase.request_id().to_owned(),
        body,
        cookie: None,
    });
    let kept = answer.as_ref().map(|answer| answer.request_id.clone());
    let view = View { entry, sandbox, request, raw: None, answer: answer.as_ref(), kept, told };
    draw(&here, StatusCode::OK, &view)
}

/// Whether the request of a purchase is kept without anything left out, so that its form can be sent again.
fn is_whole(purchase: &Purchase) -> bool {
    purchase.request().is_object() && !purchase.request().to_string().contains('…')
}

pub(crate) async fn send(Path(endpoint): Path<String>, sent: Sent) -> Response<Body> {
    let here = &sent.here;
    let Some(entry) = find(here, &endpoint) else { return not_found::show(here) };
    let sandbox = is_sandbox(here, entry, sent.get("mode"));
    // A look at the price is sent by no button, so that the form that is open says which one is meant.
    let used = if sent.get("use").is_empty() { sent.get("how") } else { sent.get("use") };
    let (request, raw) = if used == "raw" {
        let text = sent.get("raw");
        match serde_json::from_str::<Value>(text) {
            Ok(request) => (request, None),
            Err(_) => (Value::String(text.to_owned()), Some(text.to_owned())),
        }
    } else {
        (fields::request(&fields::fields(here.app.request_schema(entry.spec.id)), &sent), None)
    };
    if sent.get("look") == "price" {
        return draw(
            here,
            StatusCode::OK,
            &View { entry, sandbox, request, raw, answer: None, kept: None, told: None },
        );
    }
    let call = Parts::of(entry.spec, &request).call(sandbox);
    // In the sandbox nothing happens, so that nothing can happen twice or cost anything.
    let answer =
        if sandbox { here.call(entry.spec.id, call).await } else { sent.pay(entry.spec.id, call).await };
    let status = if answer.is_ok() { StatusCode::OK } else { status_of(&answer) };
    let kept = if sandbox { None } else { kept::kept_as(here, &answer).await };
    draw(here, status, &View { entry, sandbox, request, raw, answer: Some(&answer), kept, told: None })
}

fn find(here: &Here, endpoint: &str) -> Option<&'static Entry> {
    let id = endpoint.replace('-', "_");
    here.entry(endpoint).or_else(|| here.entry(&id))
}

/// The sandbox answers where it can, unless the visitor is signed in and did not ask for it.
fn is_sandbox(here: &Here, entry: &Entry, mode: &str) -> bool {
    entry.spec.has_twin() && (here.account().is_none() || mode == "sandbox")
}

fn draw(here: &Here, status: StatusCode, view: &View<'_>) -> Response<Body> {
    let spec = view.entry.spec;
    let fields = fields::fields(here.app.request_schema(spec.id));
    let mode = |name: &'static str, label: &'static str, on: bool| {
        let path = format!("/playground/{}?mode={name}", spec.id);
        html! { a href=(path) aria-current=[on.then_some("true")] { (label) } }
    };
    let body = html! {
        div.head {
            div {
                h1 { "Playground" }
                p.q { "Every endpoint, with a form made from its schema. The sandbox answers from a small invented world and charges nothing." }
            }
            @if spec.has_twin() {
                div.seg role="group" aria-label="Which world" {
                    (mode("sandbox", "Sandbox", view.sandbox))
                    @if here.account().is_some() { (mode("live", "Live", !view.sandbox)) }
                    @else { a href="/login?next=/playground" { "Sign in for live" } }
                }
            }
        }
        @if here.param("first").is_some() && view.answer.is_none() {
            (note::done(html! { p.b { "Your account is open." } p { "Send this example: it costs what the button says, and nothing when nothing is found. "
                "A key for programs is made on the page " a href="/keys" { "Keys" } "." } }))
        }
        div.play {
            (list(here, view.entry))
            (form(here, view, &fields))
            (answered(here, view))
        }
    };
    layout::with_status(here, status, Nav::Playground, words::endpoint(spec.path), body)
}

fn list(here: &Here, current: &Entry) -> Markup {
    let is_operator = here.visitor.has_scope(Scope::Operate);
    let shown = |entry: &&Entry| {
        is_operator || entry.spec.access != Access::Key(Scope::Operate) || entry.spec.id == current.spec.id
    };
    let entries: Vec<&Entry> = here.app.catalogue().iter().filter(shown).collect();
    let mut groups: Vec<Group> = entries.iter().map(|entry| entry.spec.group).collect();
    groups.dedup();
    html! {
        nav.card.slim aria-label="Endpoints" {
            h2.vh { "Endpoints" }
            input type="search" aria-label="Find an endpoint" placeholder="Find an endpoint" data-filter="eps";
            div.list #eps tabindex="0" role="region" aria-label="All endpoints" { @for group in groups {
                section {
                    h3 { (group_words(group).0) }
                    ul { @for entry in entries.iter().filter(|entry| entry.spec.group == group) {
                        li { a href=(format!("/playground/{}", entry.spec.id)) aria-current=[(entry.spec.id == current.spec.id).then_some("page")] {
                            span { @if entry.spec.method != server::Method::Post { span.q { (entry.spec.method.as_str()) " " } } (words::endpoint(entry.spec.path)) }
                            span.q.s.nw { (price::short(entry.spec.price).replace(" cr", "")) }
                        } }
                    } }
                }
            } }
        }
    }
}

/// What the button of the form says, and the charge that it allows.
struct Offer {
    label: String,
    /// None where nothing can be charged.
    max: Option<Credits>,
}

impl Offer {
    /// The highest price of the request. One that has faults is refused free of charge, and nothing more is allowed than that.
    fn of(here: &Here, view: &View<'_>) -> Self {
        let spec = view.entry.spec;
        if view.sandbox || spec.price == Price::Free {
            return Self { label: "free".to_owned(), max: None };
        }
        match Quote::of(here, spec.id, &view.request) {
            Some(quote) => Self { label: quote.label(), max: Some(quote.most()) },
            None => Self { label: price::short(spec.price), max: Some(Credits::ZERO) },
        }
    }
}

fn form(here: &Here, view: &View<'_>, fields: &[Field]) -> Markup {
    let spec = view.entry.spec;
    let (first, more): (Vec<&Field>, Vec<&Field>) =
        fields.iter().partition(|field| field.is_in(&view.request));
    let raw =
        view.raw.clone().unwrap_or_else(|| serde_json::to_string_pretty(&view.request).unwrap_or_default());
    let price = Offer::of(here, view);
    let needs_account = !view.sandbox && spec.access != Access::Public && here.account().is_none();
    let send = |name: &str| {
        html! {
            @if needs_account {
                a.btn.pri.wide href=(format!("/login?next=/playground/{}", spec.id)) { span { "Sign in to send" } }
            } @else {
                button.btn.pri.wide id=(format!("send-{name}")) type="submit" name="use" value=(name) { span { "Send" } b { (price.label) } }
            }
        }
    };
    let is_raw = view.raw.is_some();
    html! {
        form.card method="post" action=(format!("/playground/{}", spec.id)) data-swap="answer bound send-form send-raw" data-quote="bound send-form send-raw" {
            (field::token(here))
            (field::once(here))
            span #bound hidden { @if let Some(max) = price.max { input type="hidden" name=(MAX_CREDITS) value=(max); } }
            input type="hidden" name="mode" value=(if view.sandbox { "sandbox" } else { "live" });
            div.stack.t {
                h2.mono { (spec.method.as_str()) " " (spec.path) }
                p.q.s { (spec.summary) ". " (price::when(spec.price)) " "
                    a href=(format!("/docs/endpoints/{}", spec.id.replace('_', "-"))) { "Reference" } }
            }
            div.tabs {
                input type="radio" name="how" id="h1" value="form" checked[!is_raw]; label for="h1" { "Form" }
                div {
                    @for field in &first { (field.draw(&view.request)) }
                    @if first.is_empty() && more.is_empty() { p.s.q { "This call takes nothing." } }
                    @if !more.is_empty() {
                        details open[first.is_empty()] {
                            summary.s { (more.len()) " more fields" }
                            div.stack.sep { @for field in &more { (field.draw(&view.request)) } }
                        }
                    }
                    (send("form"))
                }
                input type="radio" name="how" id="h2" value="raw" checked[is_raw]; label for="h2" { "JSON" }
                div {
                    div.f { label for="raw" { "Request" } textarea.mono id="raw" name="raw" rows="14" spellcheck="false" { (raw) } }
                    (send("raw"))
                }
            }
            p.hint {
                @if view.sandbox { "The sandbox is free and needs no account." }
                @else if let Some(account) = here.account() { "You have " (price::credits(account.balance)) ". " kbd { "Ctrl Enter" } " sends." }
            }
        }
    }
}

fn answered(here: &Here, view: &View<'_>) -> Markup {
    let spec = view.entry.spec;
    let snippets = snippets::snippets(&here.origin, spec, &view.request, view.sandbox);
    html! {
        section.card #answer aria-label="Answer" aria-live="polite" {
            @if let Some(answer) = view.answer {
                div.row.sp {
                    span.row {
                        (tag::tag(if answer.is_ok() { "ok" } else { "bad" }, &answer.status.to_string()))
                        @if let Some(cost) = answer.body["cost"].get("credits").filter(|_| answer.is_ok()) {
                            @if view.sandbox { span.s.q { "live: " (words::credits(cost)) } }
                            @else { span.s.q { @if cost.as_f64() > Some(0.0) { "charged " (words::credits(cost)) } @else { "not charged" } } }
                        }
                    }
                    @if here.account().is_some() && !view.sandbox {
                        a.s.mono href=(format!("/log/{}", answer.request_id)) { (short_id(&answer.request_id)) }
                    } @else { span.s.q.mono { (short_id(&answer.request_id)) } }
                }
                @if let Some(told) = &view.told {
                    p.hint { (told) " " a href=(format!("/playground/{}?mode=live&{EXAMPLE}=1", spec.id)) { "Start with the example" } }
                }
                @if let Some(id) = &view.kept {
                    p.hint { a href=(format!("/playground/{}?mode=live&request={id}", spec.id)) data-address { "This answer again" } " for a day, free." }
                }
            } @else {
                div.row.sp { h2 { "Answer" } span.s.q { "nothing sent yet" } }
            }
            div.tabs {
                @if let Some(answer) = view.answer {
                    input type="radio" name="as" id="a1" checked; label for="a1" { "Readable" }
                    div { @if answer.is_ok() { (readable::answer(&answer.body)) } @else { (note::problem(answer)) } }
                    input type="radio" name="as" id="a2"; label for="a2" { "JSON" }
                    div { (code::json("j1", "Answer as JSON", &answer.body)) }
                }
                @for (place, (name, text)) in snippets.iter().enumerate() {
                    @let id = format!("s{place}");
                    input type="radio" name="as" id=(id) checked[view.answer.is_none() && place == 0]; label for=(id) { (name) }
                    div { (code::block(&format!("c{place}"), &format!("The call in {name}"), text)) }
                }
            }
        }
    }
}

fn short_id(id: &str) -> String {
    let tail: String = id.chars().rev().take(6).collect::<Vec<_>>().into_iter().rev().collect();
    format!("req_…{tail}")
}
