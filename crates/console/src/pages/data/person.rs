//! A person: career, facts with their sources, contacts that were paid for, and people worked with.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
};
use jiff::tz::TimeZone;
use maud::{Markup, html};
use serde_json::{Value, json};

use crate::{
    form::Sent,
    here::{Answer, Here, status_of},
    parts::{
        facts, field, graph,
        layout::{self, Nav},
        note, price, tag,
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
    ("multi_source_phone", "Ask every source", "Ask every source again"),
    ("relationship_graph", "Who worked with them", "Show coworkers again"),
];
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
    let request = request(endpoint, &seen["person"]);
    let answer = here.post(endpoint, request, Some(sent.get("once"))).await;
    draw(here, &id, Some((endpoint, answer))).await
}

fn request(endpoint: &str, person: &Value) -> Value {
    let (url, domain) = (&person["networkUrl"], &person["company"]["domain"]);
    let (first, last) = (&person["firstName"], &person["lastName"]);
    match endpoint {
        "find_phone" if domain.is_string() => {
            json!({ "firstName": first, "lastName": last, "domain": domain })
        }
        "find_email" if url.is_null() => json!({ "firstName": first, "lastName": last, "domain": domain }),
        _ if url.is_null() => json!({ "fullName": person["fullName"], "company_domain": domain }),
        "enrich" => json!({ "networkUrl": url, "explain": true }),
        _ => json!({ "networkUrl": url }),
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
    let answered = |endpoint: &str| {
        asked.as_ref().filter(|(name, answer)| *name == endpoint && answer.is_ok()).map(|(_, answer)| answer)
    };
    let whole = answered("enrich").map(|answer| &answer.body["person"]).filter(|person| person.is_object());
    let person = whole.unwrap_or(&seen["person"]);
    let has_whole = WHOLE.iter().any(|endpoint| is_answered(&seen, endpoint));
    let now = here.app.clock.now();
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
                        @if let Some(employer) = company["name"].as_str() { " at " @if let Some(domain) = company["domain"].as_str() { a href=(format!("/companies/{domain}")) { (employer) } } @else { (employer) } }
                        @let place = words::place(&person["location"]); @if !place.is_empty() { ", " (place) } }
                }
            }
            @if whole.is_none() { (button(here, id, "enrich", if has_whole { "" } else { "pri" }, has_whole)) }
        }
        div.row {
            (tag::tag("acc", if has_whole { "whole record yours" } else { "yours" }))
            span.s.q { (known) " of " (all) " fields known · updated " (person["updatedAt"].as_str().map(words::date).unwrap_or_default()) " · first resolved " (time("first_resolved_at")) ", " (words::count(&seen["times"])) " times" }
        }
        @if has_whole && asked.is_none() { p.s.q { "What you have paid for is on this page, free, as it is known now. Asking again is charged again." } }
        @if let Some((_, answer)) = asked.as_ref() { (outcome(answer)) }
        div.gr {
            div.stack.l5 {
                (career(person, now))
                @if let Some(answer) = answered("enrich") { (facts::table(&answer.body["person"], &answer.body["explain"])) (facts::why(&answer.body)) }
                @else { (known_facts(person, has_whole)) }
            }
            div.stack.l5 {
                (contacts(here, id, person, &seen))
                section.card {
                    h2 { "Worked together" }
                    @if let Some(answer) = answered("relationship_graph") { (graph::coworkers(&answer.body)) }
                    @else { p.s.q { "Past and present coworkers, by the months they worked at the same company." } (button(here, id, "relationship_graph", "sm", is_answered(&seen, "relationship_graph"))) }
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

fn button(here: &Here, id: &str, endpoint: &str, class: &str, again: bool) -> Markup {
    let Some((_, first, repeat)) = ASKED.into_iter().find(|(name, ..)| *name == endpoint) else {
        return html! {};
    };
    let label = if again { repeat } else { first };
    let Some(entry) = here.entry(endpoint) else { return html! {} };
    html! {
        form method="post" action=(format!("/people/{id}")) { (field::token(here)) (field::once(here))
            input type="hidden" name="ask" value=(endpoint);
            (price::button(class, label, &price::short(entry.spec.price))) }
    }
}

fn outcome(answer: &Answer) -> Markup {
    if !answer.is_ok() {
        return note::problem(answer);
    }
    let cost = answer.body["cost"]["credits"].as_f64().unwrap_or(0.0);
    note::done(html! { p {
        @if answer.body["found"] == json!(false) { "Not found. Nothing was charged. " }
        @else if cost > 0.0 { "Charged " (words::number(cost)) " cr. " } @else { "Not charged. " }
        a href=(format!("/log/{}", answer.request_id)) { "See the request" }
    } })
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

fn contacts(here: &Here, id: &str, person: &Value, seen: &Value) -> Markup {
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
                li.stack.t.sep { @for endpoint in ["find_email", "find_phone", "multi_source_phone"] { (button(here, id, endpoint, "sm", is_answered(seen, endpoint))) } }
            }
        }
    }
}
