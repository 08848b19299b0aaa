//! The request log.

use axum::{
    body::Body,
    http::Response,
    response::{IntoResponse, Redirect},
};
use maud::{Markup, html};
use serde_json::Value;
use server::PageCall;

use super::table;
use crate::{
    form::Sent,
    here::{Answer, Here, status_of},
    parts::{
        field,
        layout::{self, Nav},
        note, vessel, words,
    },
};

/// Rows of a page.
const ROWS: &str = "50";
/// Filters that a form carries from page to page.
const FILTERS: [&str; 4] = ["endpoint", "status", "key", "charged"];
const STATUSES: [(&str, &str); 8] = [
    ("", "All outcomes"),
    ("200", "answered (200)"),
    ("202", "accepted (202)"),
    ("402", "too few credits (402)"),
    ("404", "nothing there (404)"),
    ("422", "not valid (422)"),
    ("500", "failed (500)"),
    ("503", "no source (503)"),
];

pub(crate) async fn show(here: Here) -> Response<Body> {
    let endpoint = here.param("endpoint").unwrap_or_default().to_owned();
    draw(&here, &[("endpoint", endpoint)], None).await
}

pub(crate) async fn filter(sent: Sent) -> Response<Body> {
    let wanted = sent.get("q");
    if wanted.starts_with("req_")
        && wanted.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    {
        return Redirect::to(&format!("/log/{wanted}")).into_response();
    }
    let filters = FILTERS.map(|name| (name, sent.get(name).to_owned()));
    draw(&sent.here, &filters, Some(sent.get("cursor"))).await
}

/// The same rows as a file.
pub(crate) async fn export(sent: Sent) -> Response<Body> {
    if sent.here.account().is_none() {
        return sent.here.to_login();
    }
    let chosen = FILTERS.into_iter().filter(|name| !sent.get(name).is_empty());
    let query = chosen.map(|name| (name.to_owned(), sent.get(name).to_owned())).collect();
    let call = PageCall { query, ..PageCall::default() };
    sent.here.app.call_for(&sent.here.visitor, "export_history", call).await
}

async fn draw(here: &Here, filters: &[(&'static str, String)], cursor: Option<&str>) -> Response<Body> {
    if here.account().is_none() {
        return here.to_login();
    }
    let chosen =
        |name: &str| filters.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value.as_str());
    let mut query: Vec<(&str, &str)> = vec![("limit", ROWS)];
    query.extend(
        filters.iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| (*name, value.as_str())),
    );
    query.extend(cursor.filter(|cursor| !cursor.is_empty()).map(|cursor| ("cursor", cursor)));
    let (history, usage, keys) = tokio::join!(
        here.read("history", &query),
        here.read("usage", &[("by", "endpoint")]),
        here.read("list_keys", &[])
    );
    let hidden = html! { @for (name, value) in filters { @if !value.is_empty() { input type="hidden" name=(name) value=(value); } } };
    let body = html! {
        div.head {
            div { h1 { "Request log" } p.q { "Every call, refused ones too. Calls that cost nothing are kept "
                (here.app.settings.history.kept_days) " days." } }
            form method="post" action="/log/export" { (field::token(here)) (hidden)
                button.btn type="submit" { span { "Export csv" } b { "free" } } }
        }
        (filter_form(here, &usage, &keys, chosen))
        @if history.is_ok() { (rows(here, &history, &hidden)) } @else { (note::problem(&history)) }
    };
    layout::with_status(here, status_of(&history), Nav::Log, "Request log", body)
}

fn filter_form<'a>(here: &Here, usage: &Answer, keys: &Answer, chosen: impl Fn(&str) -> &'a str) -> Markup {
    let results = |answer: &Answer| answer.body["results"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut endpoints = vec![(String::new(), "All endpoints".to_owned())];
    endpoints.extend(
        results(usage).iter().map(|row| (text(&row["endpoint"]), text(&row["endpoint"]).replace('_', "-"))),
    );
    let mut names =
        vec![(String::new(), "All keys".to_owned()), ("pages".to_owned(), "these pages".to_owned())];
    names.extend(results(keys).iter().map(|key| (text(&key["id"]), text(&key["name"]))));
    let owned = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(value, label)| ((*value).to_owned(), (*label).to_owned())).collect()
    };
    let charged = owned(&[("", "Charged or not"), ("true", "charged"), ("false", "not charged")]);
    html! {
        form.row.filt method="post" action="/log" {
            (field::token(here))
            input type="search" name="q" aria-label="Request id" placeholder="Request id, req_…" autocomplete="off";
            (field::select("endpoint", "Endpoint", &endpoints, chosen("endpoint")))
            (field::select("status", "Outcome", &owned(&STATUSES), chosen("status")))
            (field::select("key", "Key", &names, chosen("key")))
            (field::select("charged", "Charged", &charged, chosen("charged")))
            button.btn type="submit" { span { "Filter" } }
        }
    }
}

fn rows(here: &Here, history: &Answer, hidden: &Markup) -> Markup {
    let rows: Vec<&Value> = history.body["results"].as_array().into_iter().flatten().collect();
    let summary = &history.body["summary"];
    if rows.is_empty() {
        let next = html! { a.btn href="/playground" { span { "Make a call" } b { "free" } } };
        return vessel::empty("No calls yet", "Every call is here, with what it cost and why.", next);
    }
    html! {
        section.card.flush aria-label="Requests" {
            (table::full(here, &rows))
            div.pages {
                span { (words::count(&summary["requests"])) " calls, " (words::credits(&summary["credits"])) }
                @if let Some(cursor) = history.body["next_cursor"].as_str() {
                    form method="post" action="/log" { (field::token(here)) (hidden)
                        input type="hidden" name="cursor" value=(cursor);
                        button.btn.sm type="submit" { span { "Older" } } }
                }
            }
        }
    }
}
