//! Webhooks: receivers of events, which kinds each is sent, what was sent to them, and sending it again.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::{Value, json};
use server::PageCall;
use store::EventKind;

use crate::{
    form::Sent,
    here::{Answer, Here, status_of},
    pages::public::not_found,
    parts::{
        code,
        field::{self, Input},
        layout::{self, Nav},
        note, price, tag, vessel, words,
    },
};

/// Deliveries of a page.
const ROWS: &str = "25";
/// Query parameter with the cursor of older deliveries.
const DELIVERIES: &str = "deliveries";
/// Value of the choice that leaves out what is not ticked.
const SOME: &str = "some";

/// What was typed into a form that was refused.
#[derive(Default)]
struct Typed {
    /// The webhook whose events were being chosen; none in the form for a new one.
    webhook: Option<String>,
    url: String,
    events: Events,
}

/// Kinds of events that were chosen; none means all.
type Events = Option<Vec<String>>;

pub(crate) async fn show(here: Here) -> Response<Body> {
    draw(&here, StatusCode::OK, html! {}, &Typed::default()).await
}

pub(crate) async fn create(sent: Sent) -> Response<Body> {
    let typed = Typed { webhook: None, url: sent.get("url").to_owned(), events: chosen(&sent) };
    let mut body = json!({ "url": typed.url });
    if let Some(events) = &typed.events {
        body["events"] = json!(events);
    }
    let answer = sent.here.post("create_webhook", body, Some(sent.get("once"))).await;
    match answer.is_ok() {
        true => {
            let told = secret(&answer, "The webhook is made.");
            draw(&sent.here, StatusCode::OK, told, &Typed::default()).await
        }
        false => draw(&sent.here, status_of(&answer), refused(&answer), &typed).await,
    }
}

/// The kinds that a form has chosen.
fn chosen(sent: &Sent) -> Events {
    (sent.get("choice") == SOME).then(|| sent.all("event").into_iter().map(str::to_owned).collect())
}

/// Why a form was refused. A choice of nothing is told in the words of the page.
fn refused(answer: &Answer) -> Markup {
    let faults = answer.body["errors"].as_array();
    let is_choice = faults.is_some_and(|faults| faults.iter().any(|fault| fault["pointer"] == "/events"));
    match is_choice {
        true => note::warning("Tick the events that are to be sent, or choose all."),
        false => note::problem(answer),
    }
}

/// Changes one webhook: `test`, `rotate`, `events`, `enable`, `disable` or `delete`.
pub(crate) async fn act(Path((id, act)): Path<(String, String)>, sent: Sent) -> Response<Body> {
    let here = &sent.here;
    let parts = vec![("id".to_owned(), id.clone())];
    let once = Some(sent.get("once"));
    let change = |body: Value| {
        let idempotency_key = once.filter(|key| !key.is_empty()).map(str::to_owned);
        let call =
            PageCall { parts: parts.clone(), body: Some(body), idempotency_key, ..PageCall::default() };
        here.call("change_webhook", call)
    };
    let answer = match act.as_str() {
        "test" => here.post_to("test_webhook", &id, json!({}), once).await,
        "rotate" => here.post_to("rotate_webhook_secret", &id, json!({}), once).await,
        "enable" | "disable" => change(json!({ "enabled": act == "enable" })).await,
        "events" => change(json!({ "events": chosen(&sent) })).await,
        "delete" => here.call("delete_webhook", PageCall { parts, ..PageCall::default() }).await,
        _ => return not_found::show(here),
    };
    let told = match (answer.is_ok(), act.as_str()) {
        (false, _) => refused(&answer),
        (true, "rotate") => secret(&answer, "The secret is rotated; the old one signs along for a day."),
        (true, "test") => {
            note::done(html! { p { "A test event is on its way. Reload to see how it went." } })
        }
        (true, "events") => note::done(html! { p { "Its events are chosen, from the next one on." } }),
        (true, "delete") => note::done(html! { p { "The webhook is deleted." } }),
        (true, _) => note::done(html! { p { "Changed." } }),
    };
    if answer.is_ok() {
        return draw(here, StatusCode::OK, told, &Typed::default()).await;
    }
    let typed =
        Typed { webhook: Some(id).filter(|_| act == "events"), events: chosen(&sent), ..Typed::default() };
    draw(here, status_of(&answer), told, &typed).await
}

pub(crate) async fn redeliver(Path(id): Path<String>, sent: Sent) -> Response<Body> {
    let answer = sent.here.post_to("redeliver", &id, json!({}), Some(sent.get("once"))).await;
    let (status, told) = match answer.is_ok() {
        true => (StatusCode::OK, note::done(html! { p { "The event is sent again." } })),
        false => (status_of(&answer), note::problem(&answer)),
    };
    draw(&sent.here, status, told, &Typed::default()).await
}

fn secret(answer: &Answer, text: &str) -> Markup {
    let secret = answer.body["secret"].as_str().unwrap_or_default();
    note::done(html! {
        p { (text) " Copy the secret that signs its events: it is shown once." }
        (code::block("secret", "Signing secret", secret))
    })
}

async fn draw(here: &Here, status: StatusCode, told: Markup, typed: &Typed) -> Response<Body> {
    if here.account().is_none() {
        return here.to_login();
    }
    let mut page = vec![("limit", ROWS)];
    page.extend(here.param(DELIVERIES).map(|cursor| ("cursor", cursor)));
    let (hooks, deliveries) =
        tokio::join!(here.read("list_webhooks", &[]), here.read("list_deliveries", &page));
    let events = if typed.webhook.is_none() { typed.events.as_deref() } else { None };
    let body = html! {
        div.head { div { h1 { "Webhooks" } p.q { "Be told when a bulk job is done or a watched person moves. Events are signed as Standard Webhooks." } } }
        (told)
        @if hooks.is_ok() { (table(here, &hooks, typed)) } @else { (note::problem(&hooks)) }
        form.card method="post" action="/webhooks" {
            (field::token(here))
            (field::once(here))
            h2 { "Add a webhook" }
            (Input { name: "url", label: "Address", kind: "url", value: &typed.url, placeholder: "https://hooks.acme.example/brimful", required: true,
                hint: "Takes POST and answers 2xx within 15 seconds. Addresses inside private networks are refused.", ..Input::default() }.draw())
            (choice(events))
            div.row { (price::button("pri", "Add", "free")) }
        }
        @if deliveries.is_ok() { (sent_events(here, &deliveries)) }
    };
    layout::with_status(here, status, Nav::Webhooks, "Webhooks", body)
}

/// Which events are sent: all, or those that are ticked. The ticks are shown with the second choice.
fn choice(events: Option<&[String]>) -> Markup {
    let is_ticked = |word: &str| events.is_some_and(|events| events.iter().any(|event| event == word));
    html! {
        fieldset.pick-some {
            legend { "Events" }
            label.opt { input type="radio" name="choice" value="all" checked[events.is_none()]; span { "all, also kinds that are added later" } }
            label.opt { input type="radio" name="choice" value=(SOME) checked[events.is_some()]; span { "only these" } }
            div.some { @for (word, what) in EventKind::ALL.iter().filter_map(|kind| Some((kind.as_str(), what(*kind)?))) {
                (field::tick("event", word, html! { b.b { (word) } " " (what) }, "", is_ticked(word)))
            } }
        }
    }
}

/// When an event is sent; none for the test, which is sent whatever was chosen.
fn what(kind: EventKind) -> Option<&'static str> {
    Some(match kind {
        EventKind::BulkCompleted => "a bulk job is done",
        EventKind::BulkFailed => "a bulk job ended without an answer",
        EventKind::BulkPaused => "a bulk job waits to be resumed",
        EventKind::EmailSettled => "a check that a mail server put off has ended",
        EventKind::QuietPowerUserMatched => "a contact of a list changed job, title or engagement",
        EventKind::WatchListMatched => "a watch list has new matches",
        EventKind::WatchListResting => "a watch list rests: it may not run, or has nothing left to spend",
        EventKind::WebhookTest => return None,
    })
}

/// The events of a webhook, and the form to choose others.
fn events_of(here: &Here, hook: &Value, typed: &Typed) -> Markup {
    let id = hook["id"].as_str().unwrap_or_default();
    let words = |events: &Vec<Value>| events.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let stored: Option<Vec<String>> = hook["events"].as_array().map(words);
    let is_open = typed.webhook.as_deref() == Some(id);
    let shown = if is_open { typed.events.as_deref() } else { stored.as_deref() };
    html! {
        details open[is_open] {
            summary.s.brk { @match &stored { None => "all", Some(events) => (events.join(", ")) } }
            form.stack.sep method="post" action=(format!("/webhooks/{id}/events")) {
                (field::token(here)) (field::once(here))
                (choice(shown))
                div.row { button.btn.sm type="submit" { span { "Choose" } } }
            }
        }
    }
}

fn table(here: &Here, hooks: &Answer, typed: &Typed) -> Markup {
    let hooks: Vec<&Value> = hooks.body["results"].as_array().into_iter().flatten().collect();
    if hooks.is_empty() {
        return vessel::empty("No webhooks yet", "Each receiver is here, with what it was sent.", html! {});
    }
    let act = |id: &str, act: &str, label: &str, class: &str| {
        html! {
            form method="post" action=(format!("/webhooks/{id}/{act}")) { (field::token(here)) (field::once(here))
                button class={ "btn sm " (class) } type="submit" { span { (label) } } }
        }
    };
    html! {
        section.card.flush { table.cards {
            thead { tr { th { "Address" } th { "State" } th { "Events" } th { span.vh { "Actions" } } } }
            tbody { @for hook in hooks {
                @let id = hook["id"].as_str().unwrap_or_default();
                @let state = hook["status"].as_str().unwrap_or_default();
                tr {
                    td.brk { (hook["url"].as_str().unwrap_or_default()) small.mono { (id) } }
                    td.r { (tag::state(state)) }
                    td data-l="Events" { (events_of(here, hook, typed)) }
                    td { span.row {
                        (act(id, "test", "Test event", ""))
                        (act(id, "rotate", "Rotate secret", ""))
                        @if state == "active" || state == "enabled" { (act(id, "disable", "Pause", "")) } @else { (act(id, "enable", "Enable", "")) }
                        (act(id, "delete", "Delete", "bad"))
                    } }
                }
            } }
        } }
    }
}

fn sent_events(here: &Here, deliveries: &Answer) -> Markup {
    let now = here.app.clock.now();
    let rows: Vec<&Value> = deliveries.body["results"].as_array().into_iter().flatten().collect();
    html! {
        @if !rows.is_empty() {
            section.card.flush {
                div.row.sp { h2 { "Deliveries" } span.s.q { "newest first" } }
                table.cards {
                    thead { tr { th { "Event" } th { "State" } th { "Attempts" } th { "Last answer" } th { span.vh { "Actions" } } } }
                    tbody { @for row in rows {
                        @let id = row["id"].as_str().unwrap_or_default();
                        @let attempts: Vec<&Value> = row["attempts"].as_array().into_iter().flatten().collect();
                        tr {
                            td { span.b { (row["type"].as_str().or(row["kind"].as_str()).unwrap_or("event")) }
                                small { (words::timestamp(&row["at"]).map(|at| words::ago(at, now)).unwrap_or_default()) } }
                            td.r { (tag::state(row["status"].as_str().unwrap_or_default())) }
                            td data-l="Attempts" { (attempts.len()) }
                            td.q.s data-l="Last answer" { @if let Some(last) = attempts.last() {
                                (last["status"].as_u64().map_or_else(|| last["error"].as_str().unwrap_or("no answer").to_owned(), |status| status.to_string()))
                            } @else { "not sent yet" } }
                            td { form method="post" action=(format!("/webhooks/deliveries/{id}/redeliver")) { (field::token(here)) (field::once(here))
                                button.btn.sm type="submit" { span { "Send again" } b { "free" } } } }
                        }
                    } }
                }
                (layout::older(here, deliveries, "/webhooks", DELIVERIES))
            }
        }
    }
}
