//! Refunding what a request was charged.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
};
use jiff::SignedDuration;
use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    account, accounts,
    guard::{Operator, OperatorForm},
    shown,
};
use crate::{
    here::{Answer, Here, status_of},
    parts::{
        field::{self, Input},
        layout::{self, Nav},
        note, price, words,
    },
};

/// Days in which the charge is looked for, to show what was refunded of it so far.
const STATEMENT_DAYS: i64 = 90;

/// What was typed.
#[derive(Default)]
struct Typed {
    request: String,
    credits: String,
    reason: String,
    reference: String,
}

pub(crate) async fn show(Path(id): Path<String>, Operator(here): Operator) -> Response<Body> {
    let request = here.param("request").unwrap_or_default().to_owned();
    draw(&here, &id, StatusCode::OK, html! {}, &Typed { request, ..Typed::default() }).await
}

pub(crate) async fn send(Path(id): Path<String>, OperatorForm(sent): OperatorForm) -> Response<Body> {
    let typed = Typed {
        request: sent.get("request").to_owned(),
        credits: sent.get("credits").to_owned(),
        reason: sent.get("reason").to_owned(),
        reference: sent.get("reference").to_owned(),
    };
    let mut body = json!({ "request_id": typed.request, "reference": account::reference(&sent) });
    if !typed.credits.is_empty() {
        body["credits"] = shown::amount(&typed.credits);
    }
    if !typed.reason.is_empty() {
        body["reason"] = typed.reason.as_str().into();
    }
    let answer = sent.here.post_to("operator_refund", &id, body, Some(sent.get("once"))).await;
    if answer.is_ok() {
        let told = note::done(account::entered(&answer, "Refunded"));
        let kept = Typed { request: typed.request, ..Typed::default() };
        return draw(&sent.here, &id, StatusCode::OK, told, &kept).await;
    }
    draw(&sent.here, &id, status_of(&answer), note::problem(&answer), &typed).await
}

/// The movements of the last months, oldest first.
async fn statement(here: &Here, id: &str) -> Answer {
    let since = here.app.clock.now() - SignedDuration::from_hours(24 * STATEMENT_DAYS);
    here.read_one("operator_statement", "id", id, &[("since", since.to_string().as_str())]).await
}

async fn draw(here: &Here, id: &str, status: StatusCode, told: Markup, typed: &Typed) -> Response<Body> {
    let (owner, statement) = tokio::join!(accounts::find(here, id), statement(here, id));
    let owner = match owner {
        Ok(owner) => owner,
        Err(page) => return page,
    };
    let email = shown::text(&owner["email"]);
    let body = html! {
        div.head { div { h1 { "Refund" } p.q { "To " a href=(format!("/operator/accounts/{id}")) { (email) }
            ", whose balance is " (words::credits(&owner["balance"])) "." } } }
        (told)
        (so_far(here, &statement, &typed.request))
        form.card method="post" action=(format!("/operator/accounts/{id}/refund")) {
            (field::token(here))
            (field::once(here))
            (Input { name: "request", label: "Request", value: &typed.request, placeholder: "req_…", required: true,
                hint: "As in the account's request log and statement.", ..Input::default() }.draw())
            div.g2.near {
                (Input { name: "credits", label: "Credits", value: &typed.credits, placeholder: "all that is left of the charge", ..Input::default() }.draw())
                (Input { name: "reference", label: "Reference", value: &typed.reference, placeholder: "such as a ticket",
                    hint: "A reference is booked once, however often it is sent.", ..Input::default() }.draw())
            }
            (Input { name: "reason", label: "Reason", value: &typed.reason, placeholder: "shown in the statement", ..Input::default() }.draw())
            div.row { (price::button("pri", "Refund", "free")) a.btn href=(format!("/operator/accounts/{id}")) { span { "Back to the account" } } }
            p.hint { "In all never more than the request was charged." }
        }
    };
    layout::with_status(here, status, Nav::Accounts, "Refund", body)
}

/// What the request was charged, and what of it was refunded.
fn so_far(here: &Here, statement: &Answer, request: &str) -> Markup {
    let concerns = |movement: &&Value| movement["request_id"] == request || movement["refunds"] == request;
    let all = statement.body["movements"].as_array().into_iter().flatten();
    let found: Vec<&Value> = all.filter(concerns).collect();
    let now = here.app.clock.now();
    html! {
        @if !request.is_empty() && !found.is_empty() {
            section.card.flush aria-label="So far" {
                table.cards {
                    thead { tr { th { "Time" } th { "For" } th.n { "Credits" } } }
                    tbody { @for movement in found {
                        tr {
                            td.nw.q { (shown::time(&movement["at"], now, "")) }
                            td.brk { (shown::text(&movement["reason"])) small.mono { (shown::text(&movement["reference"])) } }
                            td.n.r.nw { (shown::signed(&movement["credits"])) }
                        }
                    } }
                }
            }
        }
    }
}
