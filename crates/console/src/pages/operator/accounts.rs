//! Accounts with plan, balance and last use.

use axum::{body::Body, http::Response};
use maud::{Markup, html};
use serde_json::Value;

use super::{
    guard::{Operator, OperatorForm},
    shown,
};
use crate::{
    here::{Answer, Here, status_of},
    pages::public::not_found,
    parts::{
        field,
        layout::{self, Nav},
        note, tag, vessel, words,
    },
};

/// Accounts of a page.
const ROWS: &str = "50";

pub(crate) async fn show(Operator(here): Operator) -> Response<Body> {
    draw(&here, "", "").await
}

/// Addresses are sent in a form, so that none stands in an address of a page.
pub(crate) async fn filter(OperatorForm(sent): OperatorForm) -> Response<Body> {
    draw(&sent.here, sent.get("q"), sent.get("cursor")).await
}

/// The account with this id.
pub(crate) async fn find(here: &Here, id: &str) -> Result<Value, Response<Body>> {
    let found = here.read("operator_accounts", &[("q", id), ("limit", "10")]).await;
    if !found.is_ok() {
        return Err(layout::failed(here, Nav::Accounts, "Account", &found));
    }
    let account = shown::rows(&found).into_iter().find(|account| account["account_id"] == id).cloned();
    account.ok_or_else(|| not_found::show(here))
}

/// Whether a trial runs: it alone gives an account another plan than the one set for it.
pub(crate) fn is_trial(account: &Value) -> bool {
    account["effective_plan"] != account["plan"]
}

/// Whether an account is open, in a trial, or closed.
pub(crate) fn state(account: &Value) -> Markup {
    match (account["closed_at"].is_string(), account["trial_ends_at"].is_string()) {
        (true, _) => tag::tag("bad", "closed"),
        (false, true) if is_trial(account) => tag::tag("acc", "trial"),
        (false, true) => tag::tag("warn", "trial over"),
        (false, false) => tag::tag("ok", "open"),
    }
}

async fn draw(here: &Here, q: &str, cursor: &str) -> Response<Body> {
    let query = shown::given([("limit", ROWS), ("q", q), ("cursor", cursor)]);
    let found = here.read("operator_accounts", &query).await;
    let body = html! {
        div.head { div { h1 { "Accounts" } p.q { "The oldest first. Open one to grant credits, change its plan, refund or close it." } } }
        form.row.filt method="post" action="/operator/accounts" {
            (field::token(here))
            input type="search" name="q" value=(q) aria-label="Address or id" placeholder="Address or id, or a part of it" autocomplete="off";
            button.btn type="submit" { span { "Find" } }
        }
        @if found.is_ok() { (table(here, &found, q)) } @else { (note::problem(&found)) }
    };
    layout::with_status(here, status_of(&found), Nav::Accounts, "Accounts", body)
}

fn table(here: &Here, found: &Answer, q: &str) -> Markup {
    let (rows, now) = (shown::rows(found), here.app.clock.now());
    if rows.is_empty() {
        let next = html! { a.btn href="/operator/accounts" { span { "Show all accounts" } } };
        return vessel::empty("No such account", "No address and no id contains these words.", next);
    }
    let hidden = html! { @if !q.is_empty() { input type="hidden" name="q" value=(q); } };
    html! {
        section.card.flush aria-label="Accounts" {
            table.cards {
                thead { tr { th { "Account" } th { "State" } th { "Plan" } th.n { "Balance" } th.n { "Keys" } th { "Last used" } th { "Since" } } }
                tbody data-rows { @for account in rows {
                    @let id = shown::text(&account["account_id"]);
                    tr {
                        td.brk { a href=(format!("/operator/accounts/{id}")) { (shown::text(&account["email"])) } small.mono { (id) } }
                        td.r { (state(account)) }
                        td data-l="Plan" { (shown::text(&account["effective_plan"])) @if is_trial(account) { small { "trial" } } }
                        td.n data-l="Balance" { (words::credits(&account["balance"])) }
                        td.n data-l="Keys" { (words::count(&account["keys"])) }
                        td.nw data-l="Last used" { (shown::time(&account["last_used_at"], now, "never")) }
                        td.nw data-l="Since" { (shown::time(&account["created_at"], now, "")) }
                    }
                } }
            }
            (shown::foot(here, found, ("account", "accounts"), "/operator/accounts", &hidden))
        }
    }
}
