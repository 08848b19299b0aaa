//! A person: career, facts with their sources, contacts that were paid for, and people worked with.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
};
use jiff::tz::TimeZone;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::phone_sources as sources;
use crate::{
    form::Sent,
    here::{Answer, Here, status_of},
    kept::{self, Kept, Purchase, Purchases},
    parts::{
        facts, field, graph,
        layout::{self, Nav},
        price::Quote,
        tag,
        timeline::{self, Position},
        vessel, words,
    },
};

/// Members that a full record of a person has.
const FIELDS: [&str; 14] = [
    "fullName",
    "headline",
    "title",
    "seniority",
    "departments",
    "company",
    "startedAt",
    "location",
    "networkUrl",
    "experience",
    "education",
    "skills",
    "languages",
    "updatedAt",
];
/// What can be asked about a person: the endpoint, its label, and its label once it has answered. A repeat has the price of
/// the first call, so that the label must not offer what the account has already as if it were new.
const ASKED: [(&str, &str, &str); 5] = [
    ("enrich", "Open the whole record", "Ask for the record again"),
    ("find_email", "Find the email", "Find the email again"),
    ("find_phone", "Find the mobile", "Find the mobile again"),
    (SOURCES, "Ask every source", "Ask every source again"),
    ("relationship_graph", "Who worked with them", "Show coworkers again"),
];
/// The endpoint that says what each source of phones answered.
const SOURCES: &str = "multi_source_phone";
/// Endpoints that answer the whole record of a person, with the business email.
const WHOLE: [&str; 6] =
    ["enrich", "reverse_email", "reverse_phone", "bulk_enrich", "bulk_reverse_email", "bulk_reverse_phone"];

pub(crate) async fn show(here: Here, Path(id): Path<String>) -> Response<Body> {
    draw(&here, &id, None).await
}

/// Asks one thing about the person, for the price on its button.
pub(crate) async fn ask(Path(id): Path<String>, sent: Sent) -> Response<Body> {
    let here = &sent.here;
    let Some((endpoint, ..)) = ASKED.into_iter().find(|(endpoint, ..)| *endpoint == sent.get("ask")) else {
        return draw(here, &id, None).await;
    };
    let seen = match seen(here, &id).await {
        Ok(seen) => seen,
        Err(page) => return page,
    };
    let answer = sent.pay_for(endpoint, request(endpoint, &seen["person"])).await;
    match kept::way_on(here, &answer, &format!("/people/{id}")).await {
        Some(way_on) => way_on,
        None => draw(here, &id, Some((endpoint, answer))).await,
    }
}

/// What is asked about this very person: by the id of the record.
fn request(endpoint: &str, person: &Value) -> Value {
    match endpoint {
        "enrich" => json!({ "person_id": person["id"], "explain": true }),
        _ => json!({ "person_id": person["id"] }),
    }
}

/// The person as the account has them, or the page that says why there is none.
async fn seen(here: &Here, id: &str) -> Result<Value, Response<Body>> {
    if here.account().is_none() {
        return Err(here.to_login());
    }
    let answer = here.read("people_seen", &[("id", id)]).await;
    if !answer.is_ok() {
        return Err(layout::failed(here, Nav::Search, "Person", &answer));
    }
    answer.body["results"].get(0).cloned().ok_or_else(|| not_yours(here))
}

fn not_yours(here: &Here) -> Response<Body> {
    let next = html! { a.btn.pri href="/search" { span { "Search people" } b { "free" } } };
    let body = html! {
        div.head { div { h1 { "Not yours yet" } } }
        (vessel::empty("You have not revealed this person", "People you have resolved once have a page here.", next))
    };
    layout::with_status(here, StatusCode::NOT_FOUND, Nav::Search, "Not yours yet", body)
}

async fn draw(here: &Here, id: &str, asked: Option<(&str, Answer)>) -> Response<Body> {
    let seen = match seen(here, id).await {
        Ok(seen) => seen,
        Err(page) => return page,
    };
    let (purchases, now) = (Purchases::of(here).await, here.app.clock.now());
    let about = ("person_id", seen["person"]["id"].as_str().unwrap_or(id));
    let is_meant = |purchase: &Purchase| purchase.is_about(about) || purchase.has_found(about.1);
    let (record, coworkers, sources) = tokio::join!(
        purchases.first(
            here,
            &["enrich"],
            |purchase| purchase.is_explained() && is_meant(purchase),
            |body| body["person"]["id"] == about.1
        ),
        purchases.newest(here, "relationship_graph", |purchase| purchase.is_about(about)),
        purchases.newest(here, SOURCES, is_meant)
    );
    let answered = |endpoint: &str| {
        let given = asked.as_ref().filter(|(name, answer)| *name == endpoint && answer.is_ok());
        given.map(|(_, answer)| &answer.body)
    };
    let record_body = answered("enrich").or(record.as_ref().map(|kept| &kept.body));
    let record_body = record_body.filter(|body| body["person"].is_object());
    let every_source = match answered(SOURCES) {
        Some(body) => sources::list(body, now, None),
        None => sources.as_ref().map(|kept| sources::of(here, kept)).unwrap_or_default(),
    };
    let coworkers_body = answered("relationship_graph").or(coworkers.as_ref().map(|kept| &kept.body));
    let whole = record_body.map(|body| &body["person"]);
    let person = whole.unwrap_or(&seen["person"]);
    let has_whole = is_whole(&seen, "enrich");
    let (known, all) = facts::filled(person, &FIELDS);
    let name = person["fullName"].as_str().unwrap_or_default();
    let company = &person["company"];
    let time = |name: &str| words::timestamp(&seen[name]).map(|at| words::ago(at, now)).unwrap_or_default();
    let status = asked
        .as_ref()
        .filter(|(_, answer)| !answer.is_ok())
        .map_or(StatusCode::OK, |(_, answer)| status_of(answer));
    let body = html! {
        div.head {
            div.row.nw {
                (vessel::gauge("record", 52, known as f64 / all as f64, &format!("Record: {known} of {all} fields known")))
                div {
                    h1 { (name) }
                    p.q { (person["title"].as_str().unwrap_or_default())
                        @if let Some(employer) = company["name"].as_str() { " at " @if let Some(path) = words::company_path(company) { a href=(path) { (employer) } } @else { (employer) } }
                        @let place = words::place(&person["location"]); @if !place.is_empty() { ", " (place) } }
                }
            }
            @if whole.is_none() { (button(here, &seen, "enrich", if has_whole { "" } else { "pri" })) }
        }
        div.row {
            (tag::tag("acc", if has_whole { "whole record yours" } else { "yours" }))
            span.s.q { (known) " of " (all) " fields known · updated " (person["updatedAt"].as_str().map(words::date).unwrap_or_default()) " · first resolved " (time("first_resolved_at")) ", " (words::count(&seen["times"])) " times" }
        }
        @if has_whole && whole.is_none() && asked.is_none() { p.s.q { "What you have paid for is on this page, free, as it is known now. Asking again is charged again." } }
        @if let Some((_, answer)) = asked.as_ref() { (kept::outcome(answer, "Not found.")) }
        @else if let Some(purchase) = purchases.just_made(here) { (kept::outcome_before(purchase)) }
        @if answered("enrich").is_none() && let Some(kept) = record.as_ref() { (bought(here, kept, button(here, &seen, "enrich", "sm"))) }
        div.gr {
            div.stack.l5 {
                (career(person, now))
                @if let Some(body) = record_body { (facts::table(&body["person"], &body["explain"])) (facts::why(body)) }
                @else { (known_facts(person, has_whole)) }
            }
            div.stack.l5 {
                (contacts(here, person, &seen, every_source))
                section.card {
                    h2 { "Worked together" }
                    @if let Some(body) = coworkers_body { (graph::coworkers(body)) }
                    @else { p.s.q { "Past and present coworkers, by the months they worked at the same company." } (button(here, &seen, "relationship_graph", "sm")) }
                    @if answered("relationship_graph").is_none() && let Some(kept) = coworkers.as_ref() { (bought(here, kept, button(here, &seen, "relationship_graph", "sm"))) }
                }
            }
        }
    };
    layout::with_status(here, status, Nav::Search, name, body)
}

/// Whether an endpoint has answered the person to the account.
fn is_answered(seen: &Value, endpoint: &str) -> bool {
    seen["endpoints"].as_array().into_iter().flatten().any(|name| name == endpoint)
}

/// When an answer was bought, with the button that asks again.
fn bought(here: &Here, kept: &Kept, again: Markup) -> Markup {
    html! { div.row.sp { p.s.q { (kept.purchase.told(here)) } (again) } }
}

/// The button that asks one thing; none where too little is known of the person to ask it.
fn button(here: &Here, seen: &Value, endpoint: &str, class: &str) -> Markup {
    let person = &seen["person"];
    let labels = ASKED.into_iter().find(|(name, ..)| *name == endpoint);
    let quote = Quote::of(here, endpoint, &request(endpoint, person));
    let path = format!("/people/{}", person["id"].as_str().unwrap_or_default());
    html! { @if let (Some((_, first, again)), Some(quote)) = (labels, quote) {
        form method="post" action=(path) { (field::token(here)) (field::once(here))
            input type="hidden" name="ask" value=(endpoint);
            (quote.button(class, if is_answered(seen, endpoint) || is_whole(seen, endpoint) { again } else { first })) }
    } }
}

/// Whether the endpoint answers the whole record, and the account has that already.
fn is_whole(seen: &Value, endpoint: &str) -> bool {
    WHOLE.contains(&endpoint) && WHOLE.iter().any(|name| is_answered(seen, name))
}

fn career(person: &Value, now: jiff::Timestamp) -> Markup {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let positions: Vec<Position> = person["experience"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|position| Position {
            title: text(&position["title"]).unwrap_or_else(|| "Position".to_owned()),
            company: text(&position["company"]["name"]).unwrap_or_else(|| "employer not known".to_owned()),
            from: text(&position["startedAt"]),
            to: text(&position["endedAt"]),
        })
        .take(12)
        .collect();
    let today = now.to_zoned(TimeZone::UTC);
    let year = f64::from(today.year()) + f64::from(today.month() - 1) / 12.0;
    html! { @if !positions.is_empty() { section.card { h2 { "Career" } (timeline::career(&positions, year)) } } }
}

fn known_facts(person: &Value, has_whole: bool) -> Markup {
    let join = |value: &Value| {
        value
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|item| item.as_str().or(item["school"].as_str()))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let sources: Vec<String> = person["sources"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|source| {
            format!(
                "{} {}",
                source["name"].as_str().unwrap_or_default(),
                source["observedAt"].as_str().map(words::date).unwrap_or_default()
            )
        })
        .collect();
    let rows = [
        ("Headline", person["headline"].as_str().unwrap_or_default().to_owned()),
        ("Seniority", person["seniority"].as_str().map(words::label).unwrap_or_default()),
        ("Departments", join(&person["departments"])),
        ("In role since", person["startedAt"].as_str().map(words::date).unwrap_or_default()),
        ("Profile", person["networkUrl"].as_str().unwrap_or_default().to_owned()),
        ("Education", join(&person["education"])),
        ("Skills", join(&person["skills"])),
        ("Languages", join(&person["languages"])),
        ("Sources", sources.join(", ")),
    ];
    html! {
        section.card {
            div.row.sp { h2 { "Facts" } span.s.q { @if has_whole { "asking again also shows the source of each" } @else { "open the whole record for the source of each" } } }
            dl.kv { @for (name, value) in rows { @if !value.is_empty() { dt { (name) } dd.brk { (value) } } } }
        }
    }
}

fn contacts(here: &Here, person: &Value, seen: &Value, every_source: Markup) -> Markup {
    let now = here.app.clock.now();
    let bought: Vec<&Value> = seen["bought"].as_array().into_iter().flatten().collect();
    let email = person["email"].as_str();
    html! {
        section.card {
            h2 { "Contacts" }
            ul.stack {
                @if let Some(email) = email {
                    li.stack.t { div.row.sp { span.s.q { "Business email" } (tag::state(person["emailStatus"].as_str().unwrap_or("unknown"))) } span.mono.brk.s { (email) }
                        @if let Some(at) = person["emailLastValidatedAt"].as_str() { span.s.q { "Checked " (words::date(at)) "." } } }
                }
                @for contact in &bought {
                    @if contact["value"].as_str() != email {
                        li.stack.t { div.row.sp { span.s.q { (words::label(contact["kind"].as_str().unwrap_or_default())) } (tag::tag("acc", "yours")) }
                            span.mono.brk.s { (contact["value"].as_str().unwrap_or_default()) }
                            span.s.q { "Bought " (words::timestamp(&contact["bought_at"]).map(|at| words::ago(at, now)).unwrap_or_default()) ", "
                                a href=(format!("/log/{}", contact["request_id"].as_str().unwrap_or_default())) { "the request" } "." } }
                    }
                }
                @if email.is_none() && bought.is_empty() { li.s.q {
                    @match (person["hasEmail"] == json!(true), person["hasPhone"] == json!(true)) {
                        (true, true) => "An email and a phone are known. None is yours yet.",
                        (true, false) => "An email is known, no phone.",
                        (false, true) => "A phone is known, no email.",
                        _ => "None is known. Asking is free when nothing is found.",
                    }
                } }
                @if !every_source.0.is_empty() { li.stack.t.sep { (every_source) } }
                li.stack.t.sep { @for endpoint in ["find_email", "find_phone", SOURCES] { (button(here, seen, endpoint, "sm")) } }
            }
        }
    }
}
