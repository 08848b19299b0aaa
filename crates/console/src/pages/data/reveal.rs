//! Names of a search that are paid for, and the page that shows them again.

use axum::{
    body::Body,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    filters::Target,
    search::{self, FIRST, ROWS, Refused, reach},
    search_page::SearchPage,
};
use crate::{
    form::Sent,
    here::Here,
    kept::{self, Kept},
    parts::{
        field,
        layout::{self, Nav},
        note, vessel, words,
    },
};

/// The page, and where the answers that it shows are kept.
const PATH: &str = "/search/reveal";
const TARGETS: [Target; 2] = [Target::People, Target::Companies];

/// Shows bought names again: those that the address names, else the newest.
pub(crate) async fn show(here: Here) -> Response<Body> {
    if here.account().is_none() {
        return here.to_login();
    }
    let kept = kept::shown_or_newest(&here, &TARGETS.map(Target::endpoint)).await;
    let Some(Kept { purchase, body }) = kept else { return none(&here) };
    let target = TARGETS.into_iter().find(|target| target.endpoint() == purchase.endpoint());
    let told = html! { (purchase.told(&here)) };
    let back = html! { a.btn href="/search" { span { "Search" } b { "free" } } };
    page(&here, target.unwrap_or(Target::People), (&body, purchase.request_id()), told, back)
}

fn none(here: &Here) -> Response<Body> {
    let next = html! { a.btn.pri href="/search" { span { "Search" } b { "free" } } };
    let body = html! {
        div.head { div { h1 { "Revealed" } } }
        (vessel::empty("No names are kept here", "Names that you reveal are shown here for a day. People among them stay yours.", next))
    };
    layout::with_status(here, StatusCode::NOT_FOUND, Nav::Search, "Revealed", body)
}

/// Charges for names: of the rows that were chosen, or of so many results where a preview shows no rows.
pub(crate) async fn send(sent: Sent) -> Response<Body> {
    let here = &sent.here;
    if here.account().is_none() {
        return here.to_login();
    }
    let target = Target::of(sent.get("for"));
    let filters: Value = serde_json::from_str(sent.get("filters")).unwrap_or_else(|_| json!({}));
    let at = SearchPage::read(&sent);
    let refs = sent.all("ref");
    let first = sent.get(FIRST).parse().ok().filter(|first| (1..=ROWS).contains(first));
    let request = match (refs.is_empty(), first) {
        (false, _) => json!({ "refs": refs }),
        (true, Some(first)) => unseen(&filters, &at, first),
        (true, None) => {
            let told = note::warning("Choose the rows to reveal. Nothing was charged.");
            let told = Some((StatusCode::UNPROCESSABLE_ENTITY, told));
            let refused = Refused { told, none_chosen: true, ..Refused::default() };
            return search::look_for(here, (target, &filters, &at), refused).await;
        }
    };
    let answer = sent.pay_for(target.endpoint(), request).await;
    if !answer.is_ok() {
        return search::look_for(here, (target, &filters, &at), Refused::by(&answer)).await;
    }
    let shown_at = kept::kept_as(here, &answer).await.map(|id| kept::address(PATH, &id));
    let told = html! {
        "Charged " (words::credits(&answer.body["cost"]["credits"])) ". These are yours now: asking for them here again is free."
        // The address that shows this page again, which takes the place of the form's.
        @if let Some(shown_at) = shown_at { " " a href=(shown_at) data-address { "This page for a day" } }
    };
    let back = html! {
        form method="post" action="/search" {
            (field::token(here))
            input type="hidden" name="for" value=(target.as_str());
            (search::again(&filters))
            (at.fields())
            button.btn type="submit" { span { "Back to the search" } }
        }
    };
    page(here, target, (&answer.body, &answer.request_id), told, back)
}

/// The request for results that no row was shown of.
fn unseen(filters: &Value, at: &SearchPage, first: usize) -> Value {
    let mut request = json!({ "filters": filters, "limit": first, "include_total": true });
    if let Some(cursor) = at.cursor() {
        request["cursor"] = cursor.into();
    }
    request
}

fn page(
    here: &Here,
    target: Target,
    (answer, request_id): (&Value, &str),
    told: Markup,
    back: Markup,
) -> Response<Body> {
    let body = html! {
        div.head { div { h1 { "Revealed" } p.q { (told) } } }
        (results(here, target, answer))
        div.row { (back) a.btn href=(format!("/log/{request_id}")) { span { "Why it cost that" } } }
    };
    layout::page(here, Nav::Search, "Revealed", body)
}

/// The name of a company, which leads to its page.
fn company(company: &Value) -> Markup {
    let name = company["name"].as_str().or(company["domain"].as_str()).unwrap_or("–");
    html! { @if let Some(path) = words::company_path(company) { a href=(path) { (name) } } @else { (name) } }
}

fn results(here: &Here, target: Target, answer: &Value) -> Markup {
    let now = here.app.clock.now();
    let rows: Vec<&Value> = answer["results"].as_array().into_iter().flatten().collect();
    html! {
        section.card.flush { table.cards {
            thead { tr { th { (if target == Target::People { "Person" } else { "Company" }) } th { (if target == Target::People { "Company" } else { "Industry" }) } th { "Place" } th { "Has" } th.n { "Updated" } } }
            tbody data-rows { @for row in rows {
                tr {
                    @if target == Target::People {
                        td { a.b href=(format!("/people/{}", row["id"].as_str().unwrap_or_default())) { (row["fullName"].as_str().unwrap_or_default()) } small { (row["title"].as_str().unwrap_or_default()) } }
                        td { (company(&row["company"])) }
                    } @else {
                        td.b { (company(row)) small { (row["domain"].as_str().unwrap_or_default()) } }
                        td { (row["industry"].as_str().unwrap_or("–")) small { @if let Some(count) = words::employees(row) { (count) " people" } } }
                    }
                    td data-l="Place" { (words::place(&row["location"])) }
                    td data-l="Has" { (reach(row)) }
                    td.n.q.s.nw data-l="Updated" { (words::timestamp(&row["updatedAt"]).map(|at| words::ago(at, now)).unwrap_or_default()) }
                }
            } }
        } }
    }
}
