//! Plans, and the price of every call.

use axum::{body::Body, http::Response};
use maud::html;
use server::Entry;
use store::Plan;

use crate::{
    here::Here,
    parts::{
        layout::{self, Nav},
        price, words,
    },
};

pub(crate) async fn show(here: Here) -> Response<Body> {
    let settings = &here.app.settings;
    let charging: Vec<&Entry> =
        here.app.catalogue().iter().filter(|entry| entry.spec.price.charges()).collect();
    let body = html! {
        div.head { div {
            h1 { "Prices" }
            p.q { "Charged by outcome: what is not found costs nothing, and what was paid for once is not paid for again." }
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
                        td.n data-l="Price of a credit" {
                            @if terms.price_per_credit_thousandths == 0 { "–" } @else { (words::number(f64::from(terms.price_per_credit_thousandths) / 1000.0)) }
                        }
                        td.n data-l="Requests a second" { @if terms.requests_per_second == 0 { "no limit" } @else { (terms.requests_per_second) } }
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
                tbody data-rows { @for entry in charging {
                    tr {
                        td { a href=(format!("/playground/{}", entry.spec.id)) { (words::endpoint(entry.spec.path)) } }
                        td.q.s { (entry.spec.summary) }
                        td.n.r.nw { (price::short(entry.spec.price)) }
                    }
                } }
            }
        }
    };
    layout::page(&here, Nav::Pricing, "Prices", body)
}
