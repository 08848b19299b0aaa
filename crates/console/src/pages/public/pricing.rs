//! Plans, and the price of every call.

use axum::{
    body::Body,
    http::{HeaderMap, Response},
};
use maud::html;
use server::{Entry, PlanTerms};
use store::Plan;

use crate::{
    here::Here,
    parts::{
        layout::{self, Nav},
        price, words,
    },
    twin,
};

const LEAD: &str =
    "Charged by outcome: what is not found costs nothing, and what was paid for once is not paid for again.";

pub(crate) async fn show(here: Here, headers: HeaderMap) -> Response<Body> {
    twin::choose(&headers, false, || markdown(&here), || page(&here))
}

/// The twin.
pub(crate) async fn twin(here: Here, headers: HeaderMap) -> Response<Body> {
    twin::choose(&headers, true, || markdown(&here), Response::default)
}

/// The calls that cost something.
fn charging(here: &Here) -> impl Iterator<Item = &'static Entry> {
    here.app.catalogue().iter().filter(|entry| entry.spec.price.charges())
}

fn credit_price(terms: &PlanTerms) -> String {
    match terms.price_per_credit_thousandths {
        0 => "–".to_owned(),
        thousandths => words::number(f64::from(thousandths) / 1000.0),
    }
}

fn rate(terms: &PlanTerms) -> String {
    match terms.requests_per_second {
        0 => "no limit".to_owned(),
        rate => rate.to_string(),
    }
}

fn markdown(here: &Here) -> String {
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let plan = |plan: Plan| {
        let terms = here.app.settings.terms(plan);
        [
            words::label(plan.as_str()),
            words::number(f64::from(terms.monthly_credits)),
            credit_price(&terms),
            rate(&terms),
            yes(plan >= Plan::Indie),
            yes(terms.webhooks),
        ]
    };
    let head = ["Plan", "Credits a month", "Price of a credit", "Requests a second", "Signals", "Webhooks"];
    let call = |entry: &Entry| {
        let name = format!("`{} {}`", entry.spec.method.as_str(), entry.spec.path);
        [name, entry.spec.summary.to_owned(), price::short(entry.spec.price)]
    };
    format!(
        "# Prices\n\n{LEAD}\n\n## Plans\n\nCredits come at the start of each month.\n\n{}\n## Calls\n\nReading your own \
         account, lists and jobs is free.\n\n{}",
        twin::table(head, Plan::ALL.map(plan)),
        twin::table(["Call", "What it answers", "Price"], charging(here).map(call))
    )
}

fn page(here: &Here) -> Response<Body> {
    let settings = &here.app.settings;
    let body = html! {
        div.head { div {
            h1 { "Prices" }
            p.q { (LEAD) }
        } }
        section.card.flush {
            div.row.sp { h2 { "Plans" } span.s.q { "credits come at the start of each month" } }
            table.cards {
                thead { tr { th { "Plan" } th.n { "Credits a month" } th.n { "Price of a credit" } th.n { "Requests a second" } th { "Signals" } th { "Webhooks" } } }
                tbody { @for plan in Plan::ALL {
                    @let terms = settings.terms(plan);
                    tr {
                        td.b { (words::label(plan.as_str())) }
                        td.n data-l="Credits a month" { (words::number(f64::from(terms.monthly_credits))) }
                        td.n data-l="Price of a credit" { (credit_price(&terms)) }
                        td.n data-l="Requests a second" { (rate(&terms)) }
                        td data-l="Signals" { @if plan >= Plan::Indie { "yes" } @else { span.q { "no" } } }
                        td data-l="Webhooks" { @if terms.webhooks { "yes" } @else { span.q { "no" } } }
                    }
                } }
            }
        }
        section.card.flush {
            div.row.sp { h2 { "Calls" } span.s.q { "reading your own account, lists and jobs is free" } }
            table.cards {
                thead { tr { th { "Call" } th { "What it answers" } th.n { "Price" } } }
                tbody data-rows { @for entry in charging(here) {
                    tr {
                        td { a href=(format!("/playground/{}", entry.spec.id)) { (words::endpoint(entry.spec.path)) } }
                        td.q.s { (entry.spec.summary) }
                        td.n.r.nw { (price::short(entry.spec.price)) }
                    }
                } }
            }
        }
    };
    layout::page(here, Nav::Pricing, "Prices", body)
}
