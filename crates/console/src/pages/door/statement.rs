//! The account's statement: every movement of its credits, with the balance after it.

use axum::{body::Body, http::Response};
use maud::{Markup, html};
use serde_json::Value;

use crate::{
    here::{Here, status_of},
    pages::ledger,
    parts::{
        layout::{self, Nav},
        note, price, vessel,
    },
};

pub(crate) async fn show(here: Here) -> Response<Body> {
    let Some(account) = here.account() else { return here.to_login() };
    let mut query = vec![("limit", ledger::ROWS)];
    query.extend(here.param(ledger::CURSOR).map(|cursor| (ledger::CURSOR, cursor)));
    let found = here.read("ledger", &query).await;
    let is_empty = found.body["results"].as_array().is_none_or(Vec::is_empty);
    let body = html! {
        div.head {
            div { h1 { "Statement" } p.q { "Grants, monthly credits, charges and refunds, newest first. The balance is "
                (price::credits(account.balance)) "." } }
            a.btn href="/account" { span { "Account" } }
        }
        @if !found.is_ok() { (note::problem(&found)) }
        @else if is_empty {
            (vessel::empty("Nothing was booked yet", "Every credit that comes or goes is here, with the balance after it.",
                html! { a.btn href="/pricing" { span { "Plans and prices" } } }))
        } @else { (ledger::table(&here, &found, "/account/statement", request)) }
    };
    layout::with_status(&here, status_of(&found), Nav::None, "Statement", body)
}

/// The way to the request that was charged, or whose charge was refunded.
fn request(movement: &Value) -> Markup {
    let id = movement["request_id"].as_str().or(movement["refunds"].as_str());
    html! { @if let Some(id) = id { a href=(format!("/log/{id}")) aria-label=(format!("Request {id}")) { "Request" } } }
}
