//! A company: facts with their sources, rounds, technologies, openings, people and the buying committee.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::{Value, json};

use crate::{
    form::Sent,
    here::{Answer, Here, status_of},
    pages::public::not_found,
    parts::{
        chart, facts, field, graph,
        layout::{self, Nav},
        note, price, signal, vessel, words,
    },
};

/// Members that a full record of a company has.
const FIELDS: [&str; 16] = [
    "name",
    "legalName",
    "domain",
    "networkUrl",
    "description",
    "industry",
    "tags",
    "employeeCount",
    "revenue",
    "foundedYear",
    "location",
    "phone",
    "emailProvider",
    "technologies",
    "funding",
    "openings",
];
const DEALS: [(&str, &str); 5] = [
    ("sales_ops", "Sales ops"),
    ("engineering", "Engineering"),
    ("data", "Data"),
    ("marketing", "Marketing"),
    ("hr", "People"),
];
const FEEDS: [&str; 3] = ["funding", "hiring", "acquisition"];

pub(crate) async fn show(here: Here, Path(domain): Path<String>) -> Response<Body> {
    draw(&here, &domain, None).await
}

/// Opens the record, or asks for the buying committee, for the price on the button.
pub(crate) async fn ask(Path(domain): Path<String>, sent: Sent) -> Response<Body> {
    let (endpoint, request) = match sent.get("ask") {
        "committee" => (
            "buying_committee",
            json!({ "company_domain": domain, "deal_type": sent.get("deal"), "max_per_role": 3 }),
        ),
        _ => ("companies", json!({ "domain": domain, "explain": true })),
    };
    let answer = sent.here.post(endpoint, request, Some(sent.get("once"))).await;
    draw(&sent.here, &domain, Some((endpoint, answer))).await
}

async fn draw(here: &Here, domain: &str, asked: Option<(&str, Answer)>) -> Response<Body> {
    if here.account().is_none() {
        return here.to_login();
    }
    let is_domain = domain.contains('.')
        && domain.len() <= 253
        && domain.chars().all(|letter| letter.is_alphanumeric() || ".-".contains(letter));
    if !is_domain {
        return not_found::show(here);
    }
    let count = json!({ "filters": { "company_domains": [domain] }, "limit": 1, "facets": ["departments"], "preview": true });
    let people = here.post("search_people", count, None).await;
    let mut signals = Vec::new();
    for kind in FEEDS {
        let feed = here.read("signals", &[("kind", kind), ("domain", domain), ("limit", "4")]).await;
        signals.extend(feed.body["results"].as_array().cloned().unwrap_or_default());
    }
    signals.sort_by(|left, right| right["at"].as_str().cmp(&left["at"].as_str()));
    let answered = |endpoint: &str| {
        asked
            .as_ref()
            .filter(|(name, answer)| *name == endpoint && answer.is_ok())
            .map(|(_, answer)| &answer.body)
    };
    let company = answered("companies").map(|body| &body["company"]).filter(|company| company.is_object());
    let known = company.map_or((0, FIELDS.len()), |company| facts::filled(company, &FIELDS));
    let name = company.and_then(|company| company["name"].as_str()).unwrap_or(domain);
    let status = asked
        .as_ref()
        .filter(|(_, answer)| !answer.is_ok())
        .map_or(StatusCode::OK, |(_, answer)| status_of(answer));
    let total = people.body["total"].as_f64().unwrap_or(0.0);
    let body = html! {
        div.head {
            div.row.nw {
                (vessel::gauge("record", 52, known.0 as f64 / known.1 as f64, &if company.is_some() { format!("Record: {} of {} fields known", known.0, known.1) } else { "Record not open".to_owned() }))
                div { h1 { (name) } p.q { (company.and_then(|company| company["description"].as_str()).unwrap_or(domain)) } }
            }
            @if company.is_none() { (open(here, domain)) }
        }
        @if let Some((_, answer)) = asked.as_ref() { (outcome(answer)) }
        @if let Some(company) = company { (figures(company, total)) }
        section.card.flush {
            div.row.sp { div { h2 { "Buying committee" } p.s.q { "Who decides, who has a say and who uses, by the kind of deal" } } (committee_form(here, domain)) }
            @if let Some(answer) = answered("buying_committee") { (graph::committee(answer)) }
        }
        @if let Some(body) = answered("companies").filter(|_| company.is_some()) {
            div.g2 { (funding(&body["company"])) (openings(&body["company"])) (technologies(&body["company"])) (departments(here, &people, domain, total)) }
            (facts::table(&body["company"], &body["explain"]))
            (facts::why(body))
        } @else { (departments(here, &people, domain, total)) }
        @if !signals.is_empty() {
            section.card.flush { div.row.sp { h2 { "Signals" } span.s.q { "free" } } (signal::table(&Value::Array(signals), here.app.clock.now())) }
        }
    };
    layout::with_status(here, status, Nav::Search, name, body)
}

fn open(here: &Here, domain: &str) -> Markup {
    let price = here.entry("companies").map(|entry| price::short(entry.spec.price)).unwrap_or_default();
    html! { form method="post" action=(format!("/companies/{domain}")) { (field::token(here)) (field::once(here))
    input type="hidden" name="ask" value="record"; (price::button("pri", "Open the record", &price)) } }
}

fn committee_form(here: &Here, domain: &str) -> Markup {
    let deals = DEALS.map(|(value, label)| (value.to_owned(), label.to_owned()));
    let price =
        here.entry("buying_committee").map(|entry| price::short(entry.spec.price)).unwrap_or_default();
    html! { form.row.nw method="post" action=(format!("/companies/{domain}")) { (field::token(here)) (field::once(here))
    input type="hidden" name="ask" value="committee";
    (field::select("deal", "Kind of deal", &deals, "sales_ops"))
    (price::button("", "Find", &price)) } }
}

fn outcome(answer: &Answer) -> Markup {
    if !answer.is_ok() {
        return note::problem(answer);
    }
    let cost = answer.body["cost"]["credits"].as_f64().unwrap_or(0.0);
    note::done(html! { p {
        @if answer.body["found"] == json!(false) { "No company of this domain is known. Nothing was charged. " }
        @else if cost > 0.0 { "Charged " (words::number(cost)) " cr. " } @else { "Not charged. " }
        a href=(format!("/log/{}", answer.request_id)) { "See the request" }
    } })
}

fn figures(company: &Value, known: f64) -> Markup {
    let funding = &company["funding"];
    let revenue = &company["revenue"];
    let range = match (revenue["min"].as_f64(), revenue["max"].as_f64()) {
        (Some(min), Some(max)) => format!(
            "{}{} to {}",
            words::sign(revenue["currency"].as_str().unwrap_or("USD")),
            words::large(min),
            words::large(max)
        ),
        (Some(min), None) => format!(
            "over {}{}",
            words::sign(revenue["currency"].as_str().unwrap_or("USD")),
            words::large(min)
        ),
        _ => "–".to_owned(),
    };
    html! { dl.g4 {
        div.card.stat { dt { "People" } dd { (words::count(&company["employeeCount"])) } dd.s { (words::number(known)) " known here" } }
        div.card.stat { dt { "Funding" } dd { (words::money(&funding["total"]).unwrap_or_else(|| "–".to_owned())) } dd.s { (funding["stage"].as_str().map(words::label).unwrap_or_default()) @if let Some(at) = funding["lastRoundAt"].as_str() { ", " (words::date(at)) } } }
        div.card.stat { dt { "Open positions" } dd { (words::count(&company["openings"]["count"])) } dd.s { (company["openings"]["byDepartment"].as_object().map_or(0, serde_json::Map::len)) " departments" } }
        div.card.stat { dt { "Revenue" } dd { (range) } dd.s { @if let Some(year) = company["foundedYear"].as_i64() { "founded " (year) ", " } (words::place(&company["location"])) } }
    } }
}

fn funding(company: &Value) -> Markup {
    let rounds: Vec<&Value> = company["funding"]["rounds"].as_array().into_iter().flatten().collect();
    html! { @if !rounds.is_empty() { section.card { h2 { "Rounds" }
        table.tight.in { tbody { @for round in rounds {
            tr { td { (round["round"].as_str().map(words::label).unwrap_or_default()) small { (round["investors"].as_array().into_iter().flatten().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")) } }
                td.n.nw { (words::money(&round["amount"]).unwrap_or_default()) small { (round["announcedAt"].as_str().map(words::date).unwrap_or_default()) } } }
        } } }
    } } }
}

fn openings(company: &Value) -> Markup {
    let rows: Vec<(String, f64)> = company["openings"]["byDepartment"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, count)| (words::label(name), count.as_f64().unwrap_or(0.0)))
        .collect();
    html! { @if !rows.is_empty() { section.card { h2 { "Open positions" } (chart::bars(&rows)) } } }
}

fn technologies(company: &Value) -> Markup {
    let all: Vec<&Value> = company["technologies"].as_array().into_iter().flatten().collect();
    html! { @if !all.is_empty() { section.card { h2 { "Technologies" }
        ul.g2.near { @for technology in all.iter().take(24) {
            li.s { span.b { (technology["name"].as_str().unwrap_or_default()) } br; span.q { (technology["category"].as_str().unwrap_or_default()) @if let Some(at) = technology["lastSeenAt"].as_str() { " · " (words::date(at)) } } }
        } }
    } } }
}

fn departments(here: &Here, people: &Answer, domain: &str, total: f64) -> Markup {
    let facet =
        people.body["facets"].as_array().into_iter().flatten().find(|facet| facet["field"] == "departments");
    let values = facet.and_then(|facet| facet["values"].as_array()).into_iter().flatten();
    let rows: Vec<(String, f64)> = values
        .filter_map(|value| Some((words::label(value["value"].as_str()?), value["count"].as_f64()?)))
        .take(10)
        .collect();
    html! { section.card {
        div.row.sp { h2 { "People" } span.s.q { (words::number(total)) " known" } }
        @if !rows.is_empty() { (chart::bars(&rows)) }
        form method="post" action="/search" { (field::token(here)) input type="hidden" name="for" value="people"; input type="hidden" name="company_domains" value=(domain);
            button.btn type="submit" { span { "Search them" } b { "free" } } }
    } }
}
