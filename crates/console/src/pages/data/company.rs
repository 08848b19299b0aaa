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
    kept::{self, Purchase, Purchases},
    pages::public::not_found,
    parts::{
        chart, facts, field, graph,
        layout::{self, Nav},
        price::Quote,
        signal, vessel, words,
    },
};

/// Members that a full record of a company has.
const FIELDS: [&str; 17] = [
    "name",
    "legalName",
    "domain",
    "networkUrl",
    "description",
    "industry",
    "tags",
    "employeeCount",
    "employeeRange",
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
/// Endpoints of the record and of the committee.
const RECORD: &str = "companies";
const COMMITTEE: &str = "buying_committee";
/// Endpoints whose results are records of companies.
const SEARCHES: [&str; 2] = ["search_companies", "run_icp"];
/// Longest domain and longest id that an address names.
const DOMAIN_MAX: usize = 253;
const ID_MAX: usize = 64;
const FEEDS: [&str; 3] = ["funding", "hiring", "acquisition"];

/// The company of a page: by its domain, or by the id of its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subject<'a> {
    Domain(&'a str),
    Id(&'a str),
}

impl<'a> Subject<'a> {
    /// The company that an address names.
    fn of(key: &'a str) -> Option<Self> {
        let is_of =
            |signs: &str| key.chars().all(|letter| letter.is_alphanumeric() || signs.contains(letter));
        if key.starts_with("com_") && key.len() <= ID_MAX && is_of("_") {
            return Some(Self::Id(key));
        }
        (key.contains('.') && key.len() <= DOMAIN_MAX && is_of(".-")).then_some(Self::Domain(key))
    }

    fn key(self) -> &'a str {
        let (Self::Domain(key) | Self::Id(key)) = self;
        key
    }

    /// The member of a request that names the company; `by_domain` is what the endpoint calls a domain.
    fn member(self, by_domain: &'static str) -> (&'static str, &'a str) {
        match self {
            Self::Domain(domain) => (by_domain, domain),
            Self::Id(id) => ("company_id", id),
        }
    }

    /// The filter of a search for its people.
    fn people_filter(self) -> &'static str {
        match self {
            Self::Domain(_) => "company_domains",
            Self::Id(_) => "company_ids",
        }
    }

    fn record_request(self) -> Value {
        let (name, value) = self.member("domain");
        json!({ name: value, "explain": true })
    }

    fn committee_request(self, deal: &str) -> Value {
        let (name, value) = self.member("company_domain");
        json!({ name: value, "deal_type": deal, "max_per_role": 3 })
    }
}

pub(crate) async fn show(here: Here, Path(key): Path<String>) -> Response<Body> {
    match Subject::of(&key) {
        _ if here.account().is_none() => here.to_login(),
        Some(subject) => draw(&here, subject, None).await,
        None => not_found::show(&here),
    }
}

/// Opens the record, or asks for the buying committee, for the price on the button.
pub(crate) async fn ask(Path(key): Path<String>, sent: Sent) -> Response<Body> {
    let here = &sent.here;
    let subject = match Subject::of(&key) {
        _ if here.account().is_none() => return here.to_login(),
        Some(subject) => subject,
        None => return not_found::show(here),
    };
    let (endpoint, request) = match sent.get("ask") {
        "committee" => (COMMITTEE, subject.committee_request(sent.get("deal"))),
        _ => (RECORD, subject.record_request()),
    };
    let answer = sent.pay_for(endpoint, request).await;
    match kept::way_on(here, &answer, &format!("/companies/{key}")).await {
        Some(way_on) => way_on,
        None => draw(here, subject, Some(Asked { endpoint, answer, deal: sent.get("deal") })).await,
    }
}

/// A form that was sent and is answered by the page itself.
struct Asked<'a> {
    endpoint: &'static str,
    answer: Answer,
    /// The kind of deal that was chosen.
    deal: &'a str,
}

/// An answer that the page shows, and when it was bought if that was before.
struct Opened {
    body: Value,
    bought: Option<Purchase>,
}

/// The company of a page among what was bought: its key in the address, and the id of its record if there is one.
struct Sought<'a> {
    subject: Subject<'a>,
    id: Option<String>,
}

impl Sought<'_> {
    /// Whether a request names the company, by its domain in any spelling or by an id.
    fn is_named(&self, here: &Here, purchase: &Purchase) -> bool {
        let named =
            ["domain", "company_domain", "company_id"].into_iter().find_map(|name| purchase.asked(name));
        named.is_some_and(|named| {
            named == self.subject.key() || self.id.is_some() && here.app.company_id(named) == self.id
        })
    }

    fn is_found(&self, purchase: &Purchase) -> bool {
        self.id.as_deref().is_some_and(|id| purchase.has_found(id))
    }

    /// Whether this is the company's record. A record that is found nowhere else is the one that the request has named.
    fn is_record(&self, company: &Value) -> bool {
        company.is_object() && self.id.as_deref().is_none_or(|id| company["id"] == id)
    }

    /// The newest answer with the record: with the source of each value, else without, else a result of a search.
    async fn record(&self, here: &Here, purchases: &Purchases) -> Option<Opened> {
        let is_meant = |purchase: &Purchase| self.is_named(here, purchase) || self.is_found(purchase);
        let fits = |body: &Value| self.is_record(&body["company"]);
        let explained = |purchase: &Purchase| purchase.is_explained() && is_meant(purchase);
        let mut kept = purchases.first(here, &[RECORD], explained, fits).await;
        if kept.is_none() {
            kept = purchases.first(here, &[RECORD], is_meant, fits).await;
        }
        if let Some(kept) = kept {
            return Some(Opened { body: kept.body, bought: Some(kept.purchase) });
        }
        let result = |body: &Value| {
            let results = body["results"].as_array().into_iter().flatten();
            results.into_iter().find(|result| result["id"].as_str() == self.id.as_deref()).cloned()
        };
        let is_found = |purchase: &Purchase| self.is_found(purchase);
        let kept = purchases.first(here, &SEARCHES, is_found, |body| result(body).is_some()).await?;
        Some(Opened { body: json!({ "company": result(&kept.body)? }), bought: Some(kept.purchase) })
    }

    async fn committee(&self, here: &Here, purchases: &Purchases) -> Option<Opened> {
        let kept = purchases.newest(here, COMMITTEE, |purchase| self.is_named(here, purchase)).await?;
        Some(Opened { body: kept.body, bought: Some(kept.purchase) })
    }
}

/// The answer of an endpoint that was just given.
fn given(asked: Option<&Asked<'_>>, endpoint: &str) -> Option<Opened> {
    let asked = asked.filter(|asked| asked.endpoint == endpoint && asked.answer.is_ok())?;
    Some(Opened { body: asked.answer.body.clone(), bought: None })
}

async fn draw(here: &Here, subject: Subject<'_>, asked: Option<Asked<'_>>) -> Response<Body> {
    let purchases = Purchases::of(here).await;
    let sought = Sought { subject, id: here.app.company_id(subject.key()) };
    let record = match given(asked.as_ref(), RECORD) {
        Some(given) => Some(given).filter(|record| record.body["company"].is_object()),
        None => sought.record(here, &purchases).await,
    };
    let committee = match given(asked.as_ref(), COMMITTEE) {
        Some(given) => Some(given),
        None => sought.committee(here, &purchases).await,
    };
    let company = record.as_ref().map(|record| &record.body["company"]);
    let (filter, key) = (subject.people_filter(), subject.key());
    let count =
        json!({ "filters": { filter: [key] }, "limit": 1, "facets": ["departments"], "preview": true });
    let people = here.post("search_people", count, None).await;
    let domain = match subject {
        Subject::Domain(domain) => Some(domain),
        Subject::Id(_) => company.and_then(|company| company["domain"].as_str()),
    };
    let signals = match domain {
        Some(domain) => signals(here, domain).await,
        None => Vec::new(),
    };
    let known = company.map_or((0, FIELDS.len()), |company| facts::filled(company, &FIELDS));
    let name = company.and_then(|company| company["name"].as_str()).unwrap_or(key);
    let refused = asked.as_ref().map(|asked| &asked.answer).filter(|answer| !answer.is_ok());
    let status = refused.map_or(StatusCode::OK, status_of);
    let deal = asked.as_ref().map(|asked| asked.deal);
    let is_explained = record.as_ref().is_some_and(|record| record.body["explain"].is_object());
    let again = if is_explained { "Ask again" } else { "Ask for the sources" };
    let total = people.body["total"].as_f64();
    let body = html! {
        div.head {
            div.row.nw {
                (vessel::gauge("record", 52, known.0 as f64 / known.1 as f64, &if company.is_some() { format!("Record: {} of {} fields known", known.0, known.1) } else { "Record not open".to_owned() }))
                div { h1 { (name) } p.q { (company.and_then(|company| company["description"].as_str()).unwrap_or(key)) } }
            }
            @if company.is_none() { (open(here, subject, "pri", "Open the record")) }
        }
        @if let Some(asked) = asked.as_ref() { (kept::outcome(&asked.answer, "No such company is known.")) }
        @else if let Some(purchase) = purchases.just_made(here) { (kept::outcome_before(purchase)) }
        @if let Some(record) = record.as_ref() { (bought(here, record, open(here, subject, "sm", again))) (figures(&record.body["company"], total)) }
        section.card.flush {
            div.row.sp { div { h2 { "Buying committee" } p.s.q { "Who decides, who has a say and who uses, by the kind of deal" } } (committee_form(here, subject, committee.as_ref(), deal)) }
            @if let Some(committee) = committee.as_ref() {
                @if committee.bought.is_some() { div.pad { (bought(here, committee, html! {})) } }
                (graph::committee(&committee.body))
            }
        }
        @if let Some(record) = record.as_ref() {
            @let company = &record.body["company"];
            div.g2 { (funding(company)) (openings(company)) (technologies(company)) (departments(here, &people, subject, total)) }
            @if is_explained { (facts::table(company, &record.body["explain"])) } @else { (facts::plain(company, &FIELDS)) }
            (facts::why(&record.body))
        } @else { (departments(here, &people, subject, total)) }
        @if !signals.is_empty() {
            section.card.flush { div.row.sp { h2 { "Signals" } span.s.q { "free" } } (signal::table(&Value::Array(signals), here.app.clock.now())) }
        }
    };
    layout::with_status(here, status, Nav::Search, name, body)
}

/// Signals about a company, newest first.
async fn signals(here: &Here, domain: &str) -> Vec<Value> {
    let mut signals = Vec::new();
    for kind in FEEDS {
        let feed = here.read("signals", &[("kind", kind), ("domain", domain), ("limit", "4")]).await;
        signals.extend(feed.body["results"].as_array().cloned().unwrap_or_default());
    }
    signals.sort_by(|left, right| right["at"].as_str().cmp(&left["at"].as_str()));
    signals
}

/// When an answer was bought, with the button that asks again.
fn bought(here: &Here, opened: &Opened, again: Markup) -> Markup {
    html! { @if let Some(purchase) = &opened.bought {
        div.row.sp { p.s.q { (purchase.told(here)) } (again) }
    } }
}

fn open(here: &Here, subject: Subject<'_>, class: &str, label: &str) -> Markup {
    html! { @if let Some(quote) = Quote::of(here, RECORD, &subject.record_request()) {
        form method="post" action=(format!("/companies/{}", subject.key())) { (field::token(here)) (field::once(here))
            input type="hidden" name="ask" value="record"; (quote.button(class, label)) }
    } }
}

fn committee_form(here: &Here, subject: Subject<'_>, shown: Option<&Opened>, chosen: Option<&str>) -> Markup {
    let deals = DEALS.map(|(value, label)| (value.to_owned(), label.to_owned()));
    let bought = shown.and_then(|shown| shown.bought.as_ref()).and_then(|bought| bought.asked("deal_type"));
    let is_deal = |word: &&str| DEALS.iter().any(|(value, _)| value == word);
    let deal = chosen.filter(is_deal).or(bought).unwrap_or(DEALS[0].0);
    let label = if shown.is_some() { "Find again" } else { "Find" };
    html! { @if let Some(quote) = Quote::of(here, COMMITTEE, &subject.committee_request(deal)) {
        form.row.nw method="post" action=(format!("/companies/{}", subject.key())) { (field::token(here)) (field::once(here))
            input type="hidden" name="ask" value="committee";
            (field::select("deal", "Kind of deal", &deals, deal))
            (quote.button("", label)) }
    } }
}

fn figures(company: &Value, known: Option<f64>) -> Markup {
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
        div.card.stat { dt { "People" } dd { (words::employees(company).unwrap_or_else(|| "–".to_owned())) } dd.s { @if let Some(known) = known { (words::number(known)) " known here" } } }
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

fn departments(here: &Here, people: &Answer, subject: Subject<'_>, total: Option<f64>) -> Markup {
    let facet =
        people.body["facets"].as_array().into_iter().flatten().find(|facet| facet["field"] == "departments");
    let values = facet.and_then(|facet| facet["values"].as_array()).into_iter().flatten();
    let rows: Vec<(String, f64)> = values
        .filter_map(|value| Some((words::label(value["value"].as_str()?), value["count"].as_f64()?)))
        .take(10)
        .collect();
    html! { section.card {
        div.row.sp { h2 { "People" } @if let Some(total) = total { span.s.q { (words::number(total)) " known" } } }
        @if !rows.is_empty() { (chart::bars(&rows)) }
        form method="post" action="/search" { (field::token(here)) input type="hidden" name="for" value="people"; input type="hidden" name=(subject.people_filter()) value=(subject.key());
            button.btn type="submit" { span { "Search them" } b { "free" } } }
    } }
}
