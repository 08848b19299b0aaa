//! Webhooks: receivers of events, what was sent to them, and sending it again.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::{Value, json};
use server::PageCall;

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

pub(crate) async fn show(here: Here) -> Response<Body> {
    draw(&here, StatusCode::OK, html! {}, "").await
}

pub(crate) async fn create(sent: Sent) -> Response<Body> {
    let url = sent.get("url");
    let answer = sent.here.post("create_webhook", json!({ "url": url }), Some(sent.get("once"))).await;
    match answer.is_ok() {
        true => draw(&sent.here, StatusCode::OK, secret(&answer, "The webhook is made."), "").await,
        false => draw(&sent.here, status_of(&answer), note::problem(&answer), url).await,
    }
}

/// Changes one webhook: `test`, `rotate`, `enable`, `disable` or `delete`.
pub(crate) async fn act(Path((id, act)): Path<(String, String)>, sent: Sent) -> Response<Body> {
    let here = &sent.here;
    let parts = vec![("id".to_owned(), id.clone())];
    let once = Some(sent.get("once"));
    let answer = match act.as_str() {
        "test" => here.post_to("test_webhook", &id, json!({}), once).await,
        "rotate" => here.post_to("rotate_webhook_secret", &id, json!({}), once).await,
        "enable" | "disable" => {
            let body = Some(json!({ "enabled": act == "enable" }));
            here.call("change_webhook", PageCall { parts, body, ..PageCall::default() }).await
        }
        "delete" => here.call("delete_webhook", PageCall { parts, ..PageCall::default() }).await,
        _ => return not_found::show(here),
    };
    let told = match (answer.is_ok(), act.as_str()) {
        (false, _) => note::problem(&answer),
        (true, "rotate") => secret(&answer, "The secret is rotated; the old one signs along for a day."),
        (true, "test") => {
            note::done(html! { p { "A test event is on its way. Reload to see how it went." } })
        }
        (true, "delete") => note::done(html! { p { "The webhook is deleted." } }),
        (true, _) => note::done(html! { p { "Changed." } }),
    };
    let status = if answer.is_ok() { StatusCode::OK } else { status_of(&answer) };
    draw(here, status, told, "").await
}

pub(crate) async fn redeliver(Path(id): Path<String>, sent: Sent) -> Response<Body> {
    let answer = sent.here.post_to("redeliver", &id, json!({}), Some(sent.get("once"))).await;
    match answer.is_ok() {
        true => {
            draw(&sent.here, StatusCode::OK, note::done(html! { p { "The event is sent again." } }), "").await
        }
        false => draw(&sent.here, status_of(&answer), note::problem(&answer), "").await,
    }
}

fn secret(answer: &Answer, text: &str) -> Markup {
    let secret = answer.body["secret"].as_str().unwrap_or_default();
    note::done(html! {
        p { (text) " Copy the secret that signs its events: it is shown once." }
        (code::block("secret", "Signing secret", secret))
    })
}

async fn draw(here: &Here, status: StatusCode, told: Markup, url: &str) -> Response<Body> {
    if here.account().is_none() {
        return here.to_login();
    }
    let (hooks, deliveries) =
        tokio::join!(here.read("list_webhooks", &[]), here.read("list_deliveries", &[("limit", ROWS)]));
    let body = html! {
        div.head { div { h1 { "Webhooks" } p.q { "Be told when a bulk job is done or a watched person moves. Events are signed as Standard Webhooks." } } }
        (told)
        @if hooks.is_ok() { (table(here, &hooks)) } @else { (note::problem(&hooks)) }
        form.card method="post" action="/webhooks" {
            (field::token(here))
            (field::once(here))
            h2 { "Add a webhook" }
            (Input { name: "url", label: "Address", kind: "url", value: url, placeholder: "https://hooks.acme.example/brimful", required: true,
                hint: "Takes POST and answers 2xx within 15 seconds. Addresses inside private networks are refused.", ..Input::default() }.draw())
            div.row { (price::button("pri", "Add", "free")) }
        }
        @if deliveries.is_ok() { (sent_events(here, &deliveries)) }
    };
    layout::with_status(here, status, Nav::Webhooks, "Webhooks", body)
}

fn table(here: &Here, hooks: &Answer) -> Markup {
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
            thead { tr { th { "Address" } th { "State" } th { span.vh { "Actions" } } } }
            tbody { @for hook in hooks {
                @let id = hook["id"].as_str().unwrap_or_default();
                @let state = hook["status"].as_str().unwrap_or_default();
                tr {
                    td.brk { (hook["url"].as_str().unwrap_or_default()) small.mono { (id) } }
                    td.r { (tag::state(state)) }
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
            }
        }
    }
}
