//! One account: credits, plan, closing, and the statement.

use axum::{
    body::Body,
    extract::Path,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::{
    accounts,
    guard::{Operator, OperatorForm},
    shown,
};
use crate::{
    form::Sent,
    here::{Answer, Here, status_of},
    pages::{ledger, public::not_found},
    parts::{
        field::{self, Input},
        layout::{self, Nav},
        note, price, vessel, words,
    },
};

/// What was typed into the form for a grant.
#[derive(Default)]
struct Typed {
    credits: String,
    reason: String,
    reference: String,
}

pub(crate) async fn show(Path(id): Path<String>, Operator(here): Operator) -> Response<Body> {
    draw(&here, &id, StatusCode::OK, html! {}, &Typed::default()).await
}

/// Changes the account: `grant`, `plan`, `close` or `reopen`.
pub(crate) async fn act(
    Path((id, act)): Path<(String, String)>,
    OperatorForm(sent): OperatorForm,
) -> Response<Body> {
    let (here, once) = (&sent.here, Some(sent.get("once")));
    let answer = match act.as_str() {
        "grant" => here.post_to("operator_grant", &id, grant(&sent), once).await,
        "plan" => here.post_to("operator_set_plan", &id, json!({ "plan": sent.get("plan") }), once).await,
        "close" => here.post_to("operator_close_account", &id, json!({}), once).await,
        "reopen" => here.post_to("operator_reopen_account", &id, json!({}), once).await,
        _ => return not_found::show(here),
    };
    if !answer.is_ok() {
        let typed = Typed {
            credits: sent.get("credits").to_owned(),
            reason: sent.get("reason").to_owned(),
            reference: sent.get("reference").to_owned(),
        };
        return draw(here, &id, status_of(&answer), note::problem(&answer), &typed).await;
    }
    let told = match act.as_str() {
        "grant" => entered(&answer, "Granted"),
        "plan" => html! { p { "The plan is " b { (shown::text(&answer.body["plan"])) } " from now on." } },
        "close" => {
            html! { p { "The account is closed: its keys and sign-ins are refused, balance and history stay." } }
        }
        _ => html! { p { "The account is open again." } },
    };
    draw(here, &id, StatusCode::OK, note::done(told), &Typed::default()).await
}

/// What a booking came to, in a sentence.
pub(crate) fn entered(answer: &Answer, verb: &str) -> Markup {
    let credits = answer.body["credits"].as_f64().unwrap_or(0.0);
    let verb = if credits < 0.0 { "Withdrew" } else { verb };
    html! {
        p {
            @if answer.body["already_entered"] == true { "This reference was booked before; nothing was changed. " }
            @else { (verb) " " b { (words::number(credits.abs())) " cr" } ". " }
            "The balance is " (words::credits(&answer.body["account"]["balance"])) "."
        }
    }
}

/// The reference of a booking: what was typed, or the mark of the form, so that sending it twice books once.
pub(crate) fn reference(sent: &Sent) -> &str {
    Some(sent.get("reference")).filter(|typed| !typed.is_empty()).unwrap_or_else(|| sent.get("once"))
}

fn grant(sent: &Sent) -> Value {
    let mut body = json!({ "credits": shown::amount(sent.get("credits")), "reference": reference(sent) });
    if !sent.get("reason").is_empty() {
        body["reason"] = sent.get("reason").into();
    }
    body
}

async fn draw(here: &Here, id: &str, status: StatusCode, told: Markup, typed: &Typed) -> Response<Body> {
    let query =
        shown::given([("limit", ledger::ROWS), ("cursor", here.param(ledger::CURSOR).unwrap_or_default())]);
    let (account, movements) =
        tokio::join!(accounts::find(here, id), here.read_one("operator_ledger", "id", id, &query));
    let account = match account {
        Ok(account) => account,
        Err(page) => return page,
    };
    let (email, now) = (shown::text(&account["email"]), here.app.clock.now());
    let body = html! {
        div.head {
            div { h1.brk { (email) } p.q.mono.s { (id) } }
            (accounts::state(&account))
        }
        (told)
        dl.g4 {
            div.card.stat { dt { "Balance" } dd { (words::credits(&account["balance"])) } }
            div.card.stat { dt { "Plan" } dd { (words::label(shown::text(&account["effective_plan"]))) }
                @if accounts::is_trial(&account) { dd.s { "trial, ends " (shown::time(&account["trial_ends_at"], now, "")) ", then " (shown::text(&account["plan"])) } } }
            div.card.stat { dt { "Last used" } dd { (shown::time(&account["last_used_at"], now, "never")) } dd.s { (shown::counted(&account["keys"], "key", "keys")) } }
            div.card.stat { dt { "Since" } dd { (words::timestamp(&account["created_at"]).map(words::day).unwrap_or_default()) } }
        }
        div.g2 { (grant_form(here, id, typed)) (terms(here, id, &account)) }
        @if movements.is_ok() { (booked(here, id, &movements)) } @else { (note::problem(&movements)) }
    };
    layout::with_status(here, status, Nav::Accounts, email, body)
}

fn grant_form(here: &Here, id: &str, typed: &Typed) -> Markup {
    html! {
        form.card method="post" action=(format!("/operator/accounts/{id}/grant")) {
            (field::token(here))
            (field::once(here))
            h2 { "Grant credits" }
            (Input { name: "credits", label: "Credits", value: &typed.credits, placeholder: "500", required: true,
                hint: "A negative number takes credits back.", ..Input::default() }.draw())
            (Input { name: "reason", label: "Reason", value: &typed.reason, placeholder: "shown in the statement", ..Input::default() }.draw())
            (Input { name: "reference", label: "Reference", value: &typed.reference, placeholder: "such as an invoice number",
                hint: "A reference is booked once, however often it is sent.", ..Input::default() }.draw())
            div.row { (price::button("pri", "Grant", "free")) }
        }
    }
}

fn terms(here: &Here, id: &str, account: &Value) -> Markup {
    let plans = store::Plan::ALL.map(|plan| (plan.to_string(), words::label(&plan.to_string())));
    let is_closed = account["closed_at"].is_string();
    html! {
        section.card {
            h2 { "Plan" }
            form.row.filt method="post" action=(format!("/operator/accounts/{id}/plan")) {
                (field::token(here))
                (field::once(here))
                (field::select("plan", "Plan", &plans, shown::text(&account["plan"])))
                button.btn type="submit" { span { "Change plan" } }
            }
            p.hint { "Holds at once, and ends a trial." }
            div.stack.sep {
                h2 { @if is_closed { "Reopen" } @else { "Close" } }
                p.s.q { @if is_closed { "Keys and sign-ins work again." } @else { "Every key and sign-in is refused. Balance, history and records stay, and it can be reopened." } }
                div.row {
                    @if is_closed { (shown::act(here, &format!("/operator/accounts/{id}/reopen"), "Reopen the account", "")) }
                    @else { (shown::act(here, &format!("/operator/accounts/{id}/close"), "Close the account", "bad")) }
                }
            }
        }
    }
}

fn booked(here: &Here, id: &str, ledger: &Answer) -> Markup {
    if shown::rows(ledger).is_empty() {
        let next = html! { a.btn href="/operator/accounts" { span { "All accounts" } } };
        return vessel::empty("Nothing was booked", "Every charge, grant and refund is here.", next);
    }
    let refund = |movement: &Value| {
        html! { @if let Some(request) = refundable(movement) {
            a href=(refund_path(id, request)) aria-label=(format!("Refund {request}")) { "Refund" }
        } }
    };
    html! {
        h2 { "Statement" }
        (ledger::table(here, ledger, &format!("/operator/accounts/{id}"), refund))
    }
}

/// The request that a movement charged.
fn refundable(movement: &Value) -> Option<&str> {
    movement["request_id"].as_str().filter(|_| movement["kind"] == "charge")
}

fn refund_path(id: &str, request: &str) -> String {
    let request: String = form_urlencoded::byte_serialize(request.as_bytes()).collect();
    format!("/operator/accounts/{id}/refund?request={request}")
}
