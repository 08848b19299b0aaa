//! Keys: make, cap, rotate, revoke.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
};
use jiff::{SignedDuration, Timestamp};
use maud::{Markup, html};
use serde_json::{Number, Value, json};
use server::PageCall;

use crate::{
    form::{self, Sent},
    here::{Answer, Here, status_of},
    parts::{
        chart, code,
        field::{self, Input},
        layout::{self, Nav},
        note, tag, words,
    },
};

/// Days without use after which a key is called idle.
const IDLE_DAYS: i64 = 30;
const SCOPES: [(&str, &str); 3] =
    [("read", "what is free"), ("spend", "credits"), ("manage", "keys and webhooks")];

/// What was typed into the form.
#[derive(Default)]
struct Typed {
    name: String,
    scopes: Vec<String>,
    ends: String,
    cap: String,
    /// The key whose cap was refused, and what was typed for it.
    changed: Option<(String, String)>,
}

pub(crate) async fn show(here: Here) -> Response<Body> {
    draw(&here, StatusCode::OK, html! {}, &Typed::default()).await
}

pub(crate) async fn create(sent: Sent) -> Response<Body> {
    let typed = Typed {
        name: sent.get("name").to_owned(),
        scopes: sent.all("scope").into_iter().map(str::to_owned).collect(),
        ends: sent.get("ends").to_owned(),
        cap: sent.get("cap").to_owned(),
        changed: None,
    };
    let mut body = json!({ "name": typed.name, "scopes": typed.scopes });
    if let Ok(days) = typed.ends.parse::<i64>() {
        let end = sent.here.app.clock.now() + SignedDuration::from_hours(24 * days.clamp(1, 3_650));
        body["expires_at"] = end.to_string().into();
    }
    if !typed.cap.is_empty() {
        body["monthly_cap"] = credits(&typed.cap);
    }
    let answer = sent.here.post("create_key", body, Some(sent.get("once"))).await;
    if answer.is_ok() {
        let told = made(&answer, "made");
        return draw(&sent.here, StatusCode::OK, told, &Typed::default()).await;
    }
    draw(&sent.here, status_of(&answer), note::problem(&answer), &typed).await
}

/// A cap as it is sent. What is no number is sent as it was typed, so that the answer says what is wrong with it.
fn credits(typed: &str) -> Value {
    let typed = form::plain_number(typed);
    typed.parse::<Number>().map_or_else(|_| typed.into(), Value::Number)
}

/// Gives a key another cap; an empty field takes it away.
pub(crate) async fn cap(Path(id): Path<String>, sent: Sent) -> Response<Body> {
    let typed = sent.get("cap");
    let cap = if typed.is_empty() { Value::Null } else { credits(typed) };
    let once = Some(sent.get("once"));
    let answer = sent.here.post_to("change_key", &id, json!({ "monthly_cap": cap }), once).await;
    if !answer.is_ok() {
        let typed = Typed { changed: Some((id, typed.to_owned())), ..Typed::default() };
        return draw(&sent.here, status_of(&answer), note::problem(&answer), &typed).await;
    }
    let name = answer.body["name"].as_str().unwrap_or_default();
    let told = note::done(html! { p { "Key " b { (name) } @match answer.body["monthly_cap"].as_f64() {
        Some(cap) => { " may cost " (words::number(cap)) " cr a month." },
        None => " has no cap any more.",
    } } });
    draw(&sent.here, StatusCode::OK, told, &Typed::default()).await
}

pub(crate) async fn rotate(Path(id): Path<String>, sent: Sent) -> Response<Body> {
    let answer = sent.here.post_to("rotate_key", &id, json!({}), Some(sent.get("once"))).await;
    let (status, told) = match answer.is_ok() {
        true => (StatusCode::OK, made(&answer, "rotated; the old one works for another day")),
        false => (status_of(&answer), note::problem(&answer)),
    };
    draw(&sent.here, status, told, &Typed::default()).await
}

pub(crate) async fn revoke(Path(id): Path<String>, sent: Sent) -> Response<Body> {
    let call = PageCall { parts: vec![("id".to_owned(), id)], ..PageCall::default() };
    let answer = sent.here.call("revoke_key", call).await;
    let (status, told) = match answer.is_ok() {
        true => {
            let name = answer.body["name"].as_str().unwrap_or_default().to_owned();
            (
                StatusCode::OK,
                note::done(html! { p { "Key " b { (name) } " is revoked, at once and everywhere." } }),
            )
        }
        false => (status_of(&answer), note::problem(&answer)),
    };
    draw(&sent.here, status, told, &Typed::default()).await
}

fn made(answer: &Answer, what: &str) -> Markup {
    let name = answer.body["details"]["name"].as_str().unwrap_or_default();
    let key = answer.body["key"].as_str().unwrap_or_default();
    note::done(html! {
        p { "Key " b { (name) } " is " (what) ". Copy it now: it is shown once and kept only as a hash." }
        (code::block("newkey", "New key", key))
    })
}

async fn draw(here: &Here, status: StatusCode, told: Markup, typed: &Typed) -> Response<Body> {
    if here.account().is_none() {
        return here.to_login();
    }
    let month = here.app.clock.now().to_string();
    let month = format!("{}-01T00:00:00Z", &month[..7]);
    let by_key = [("by", "key"), ("since", month.as_str())];
    let (keys, usage) = tokio::join!(here.read("list_keys", &[]), here.read("usage", &by_key));
    let body = html! {
        div.head { div { h1 { "Keys" } p.q { "For programs: what a key may do, and what it has spent this month." } } }
        (told)
        @if keys.is_ok() { (table(here, &keys, &usage, typed)) } @else { (note::problem(&keys)) }
        (form(here, typed))
    };
    layout::with_status(here, status, Nav::Keys, "Keys", body)
}

fn table(here: &Here, keys: &Answer, usage: &Answer, typed: &Typed) -> Markup {
    let now = here.app.clock.now();
    let spent = |id: &Value| {
        let mut rows = usage.body["results"].as_array().into_iter().flatten();
        rows.find(|row| row["key_id"] == *id).map_or(0.0, |row| row["credits"].as_f64().unwrap_or(0.0))
    };
    let mut rows: Vec<&Value> = keys.body["results"].as_array().into_iter().flatten().collect();
    rows.sort_by_key(|key| key["revoked_at"].is_string());
    html! {
        section.card.flush {
            table.cards {
                thead { tr { th { "Key" } th { "State" } th { "May" } th { "This month" } th { "Last used" } th { "Ends" } th { span.vh { "Actions" } } } }
                tbody { @for key in rows {
                    @let id = key["id"].as_str().unwrap_or_default();
                    @let (class, state) = state(key, now);
                    @let time = |name: &str| words::timestamp(&key[name]);
                    @let is_over = matches!(state, "revoked" | "expired");
                    tr {
                        td { span.b { (key["name"].as_str().unwrap_or_default()) } small.mono.nw { "brimful_live_…" (key["hint"].as_str().unwrap_or_default()) } }
                        td.r { (tag::tag(class, state)) }
                        td data-l="May" { (key["scopes"].as_array().into_iter().flatten().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")) }
                        td data-l="This month" { (month(key, spent(&key["id"]))) @if !is_over { (cap_form(here, key, typed)) } }
                        td.nw data-l="Last used" { (time("last_used_at").map_or_else(|| "never".to_owned(), |at| words::ago(at, now))) }
                        td.nw data-l="Ends" { (time("expires_at").map_or_else(|| "never".to_owned(), |at| if at > now { words::until(at, now) } else { words::day(at) })) }
                        td { @if !is_over { span.row.nw {
                            form method="post" action=(format!("/keys/{id}/rotate")) { (field::token(here)) (field::once(here)) button.btn.sm type="submit" { span { "Rotate" } } }
                            form method="post" action=(format!("/keys/{id}/revoke")) { (field::token(here)) button.btn.sm.bad type="submit" { span { "Revoke" } } }
                        } } }
                    }
                } }
            }
        }
    }
}

/// What a key has spent this month, and of how much.
fn month(key: &Value, spent: f64) -> Markup {
    let Some(cap) = key["monthly_cap"].as_f64() else {
        return html! { span.nw { (words::number(spent)) " cr, no cap" } };
    };
    let used = key["used_this_month"].as_f64().unwrap_or(spent);
    let share = if cap > 0.0 { used / cap } else { 1.0 };
    html! { span.f { span.nw { (words::number(used)) " of " (words::number(cap)) " cr" } (chart::bar(if share >= 0.9 { "c4" } else { "c1" }, share)) } }
}

/// The form for another cap.
fn cap_form(here: &Here, key: &Value, typed: &Typed) -> Markup {
    let id = key["id"].as_str().unwrap_or_default();
    let kept = typed.changed.as_ref().filter(|(changed, _)| changed == id).map(|(_, cap)| cap.clone());
    let is_open = kept.is_some();
    let cap = kept.or_else(|| key["monthly_cap"].as_f64().map(words::number)).unwrap_or_default();
    let label = format!("Credits a month for {}", key["name"].as_str().unwrap_or_default());
    html! {
        details open[is_open] {
            summary.s.q { "Change cap" }
            form.stack.t.sep method="post" action=(format!("/keys/{id}/cap")) {
                (field::token(here)) (field::once(here))
                (Input { name: "cap", label: &label, value: &cap, placeholder: "no cap", ..Input::default() }.bare())
                div.row { button.btn.sm type="submit" { span { "Set cap" } } }
            }
        }
    }
}

fn state(key: &Value, now: Timestamp) -> (&'static str, &'static str) {
    let time = |name: &str| words::timestamp(&key[name]);
    let day = SignedDuration::from_hours(24);
    if key["revoked_at"].is_string() {
        return ("bad", "revoked");
    }
    match time("expires_at") {
        Some(end) if end <= now => return ("bad", "expired"),
        Some(end) if end <= now + day => return ("warn", "rotating"),
        _ => {}
    }
    let (spent, cap) = (key["used_this_month"].as_f64().unwrap_or(0.0), key["monthly_cap"].as_f64());
    if cap.is_some_and(|cap| spent >= cap * 0.9) {
        return ("warn", "near its cap");
    }
    let used = time("last_used_at").or_else(|| time("created_at"));
    match used {
        Some(at) if at + day * i32::try_from(IDLE_DAYS).unwrap_or(30) < now => ("", "idle"),
        _ => ("ok", "active"),
    }
}

fn form(here: &Here, typed: &Typed) -> Markup {
    let ends = [("", "never"), ("30", "in 30 days"), ("365", "in a year")]
        .map(|(value, label)| (value.to_owned(), label.to_owned()));
    let is_chosen = |scope: &str| match typed.scopes.is_empty() {
        true => scope != "manage",
        false => typed.scopes.iter().any(|chosen| chosen == scope),
    };
    html! {
        form.card method="post" action="/keys" {
            (field::token(here))
            (field::once(here))
            h2 { "Make a key" }
            div.g2.near {
                (Input { name: "name", label: "Name", value: &typed.name, placeholder: "what it is for", required: true, ..Input::default() }.draw())
                div.f { label for="ends" { "Ends" } select #ends name="ends" { @for (value, label) in &ends { option value=(value) selected[*value == typed.ends] { (label) } } } }
            }
            (Input { name: "cap", label: "Credits a month, at most", value: &typed.cap, placeholder: "no cap", hint: "Calls beyond it are refused with 402.", ..Input::default() }.draw())
            fieldset {
                legend { "May" }
                @for (scope, what) in SCOPES {
                    (field::tick("scope", scope, html! { b.b { (scope) } " " (what) }, "", is_chosen(scope)))
                }
            }
            div.row { button.btn.pri type="submit" { span { "Make key" } b { "free" } } }
        }
    }
}
