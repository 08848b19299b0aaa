//! Signals: a feed that can be watched live.

use axum::{
    body::{Body, Bytes},
    http::Response,
    response::{IntoResponse, Redirect},
};
use futures_util::StreamExt;
use maud::{Markup, html};
use serde_json::Value;
use server::PageCall;

use crate::{
    form::Sent,
    here::Here,
    parts::{
        field,
        layout::{self, Nav},
        note, signal, vessel,
    },
};

const KINDS: [(&str, &str); 6] = [
    ("funding", "Funding"),
    ("job-change", "Job changes"),
    ("promotion", "Promotions"),
    ("hiring", "Hiring"),
    ("acquisition", "Acquisitions"),
    ("company-change", "Company changes"),
];
/// Longest part of an event that is kept until the rest arrives.
const PENDING_MAX: usize = 1 << 20;

pub(crate) async fn show(here: Here) -> Response<Body> {
    if here.account().is_none() {
        return here.to_login();
    }
    let kind = kind(&here);
    let mut query = vec![("kind", kind), ("limit", "50")];
    query.extend(filters(&here));
    query.extend(here.param("cursor").map(|cursor| ("cursor", cursor)));
    let feed = here.read("signals", &query).await;
    let rest: Vec<(&str, &str)> = filters(&here).collect();
    let with = |kind: &str, cursor: Option<&str>| {
        let mut link = form_urlencoded::Serializer::new(String::new());
        link.append_pair("kind", kind).extend_pairs(&rest);
        if let Some(cursor) = cursor {
            link.append_pair("cursor", cursor);
        }
        link.finish()
    };
    let live = format!("/signals/live?{}", with(kind, None));
    let body = html! {
        div.head {
            div { h1 { "Signals" } p.q { "What has become known, newest first. People are masked here; the radars in the playground name them." } }
            div.row { button.btn.sm type="button" data-pause="#feed" { span { "Pause" } } }
        }
        div.row {
            div.seg role="group" aria-label="Kind" { @for (name, label) in KINDS { a href=(format!("/signals?{}", with(name, None))) aria-current=[(name == kind).then_some("true")] { (label) } } }
        }
        (filter_form(&here, kind))
        @if feed.is_ok() {
            @let rows = feed.body["results"].as_array().map_or(0, Vec::len);
            section.card.flush #feed data-events=[here.param("cursor").is_none().then_some(live)] {
                (signal::table(&feed.body["results"], here.app.clock.now()))
                @if rows == 0 { (vessel::empty("Nothing yet", "New ones appear here by themselves.", html! {})) }
                div.pages { span { (rows) " shown" } @if let Some(cursor) = feed.body["next_cursor"].as_str() { a.btn.sm href=(format!("/signals?{}", with(kind, Some(cursor)))) { span { "Older" } } } }
            }
        } @else { (note::problem(&feed)) }
    };
    layout::page(&here, Nav::Signals, "Signals", body)
}

fn kind(here: &Here) -> &'static str {
    let wanted = here.param("kind").unwrap_or_default();
    KINDS.iter().find(|(name, _)| *name == wanted).map_or("funding", |(name, _)| name)
}

fn filters(here: &Here) -> impl Iterator<Item = (&'static str, &str)> {
    ["country", "industry", "domain"].into_iter().filter_map(|name| Some((name, here.param(name)?)))
}

/// Goes to the feed with the filters in its address, which can be shared: they name no person.
pub(crate) async fn filter(sent: Sent) -> Response<Body> {
    let mut link = form_urlencoded::Serializer::new(String::new());
    let chosen =
        ["kind", "country", "industry", "domain"].into_iter().filter(|name| !sent.get(name).is_empty());
    link.extend_pairs(chosen.map(|name| (name, sent.get(name))));
    Redirect::to(&format!("/signals?{}", link.finish())).into_response()
}

fn filter_form(here: &Here, kind: &str) -> Markup {
    html! {
        form.row.filt method="post" action="/signals" {
            (field::token(here))
            input type="hidden" name="kind" value=(kind);
            @for (name, label) in [("industry", "Industry"), ("country", "Country, such as DE"), ("domain", "Domain of a company")] {
                input type="search" name=(name) aria-label=(label) placeholder=(label) value=(here.param(name).unwrap_or_default());
            }
            button.btn type="submit" { span { "Filter" } }
        }
    }
}

/// The feed as events, each with a row that is drawn here.
pub(crate) async fn live(here: Here) -> Response<Body> {
    let mut query = vec![("kind".to_owned(), kind(&here).to_owned())];
    query.extend(filters(&here).map(|(name, value)| (name.to_owned(), value.to_owned())));
    let call = PageCall { query, draws: true, events_after: Some(None), ..PageCall::default() };
    let response = here.app.call_for(&here.visitor, "signals", call).await;
    if !response.status().is_success() {
        return response;
    }
    let (head, body) = response.into_parts();
    let (app, mut pending) = (here.app.clone(), String::new());
    let rows = body.into_data_stream().map(move |chunk| {
        pending.push_str(&String::from_utf8_lossy(&chunk?));
        let mut drawn = String::new();
        while let Some(end) = pending.find("\n\n") {
            let event: String = pending.drain(..end + 2).collect();
            drawn.push_str(&event_of(&event, app.clock.now()));
        }
        if pending.len() > PENDING_MAX {
            pending.clear();
        }
        Ok::<_, axum::Error>(Bytes::from(drawn))
    });
    Response::from_parts(head, Body::from_stream(rows))
}

/// An event with a row in the place of its JSON. What is no signal, such as a sign of life, is passed on.
fn event_of(event: &str, now: jiff::Timestamp) -> String {
    let data: String = event.lines().filter_map(|line| line.strip_prefix("data:")).collect();
    let Ok(signal) = serde_json::from_str::<Value>(data.trim()) else { return ":\n\n".to_owned() };
    if !signal["kind"].is_string() {
        return ":\n\n".to_owned();
    }
    let row = signal::row(&signal, now).into_string().replace(['\n', '\r'], " ");
    format!("event: row\ndata: {row}\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_signal_has_its_place_on_the_page() {
        let schemas = server::request_schemas(server::CATALOGUE);
        let is_known =
            |kind: &str| schemas.faults("signals", &serde_json::json!({ "kind": kind })).is_empty();
        assert!(KINDS.iter().all(|(kind, _)| is_known(kind)));
        let watched = super::super::watch_list::SIGNALS.map(|(kind, _)| kind);
        let mut shown = KINDS.map(|(kind, _)| kind);
        shown.sort_by_key(|kind| watched.iter().position(|watched| watched == kind));
        assert_eq!(shown, watched);
    }
}
