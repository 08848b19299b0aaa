//! The account: plan, password, and the sessions that are signed in.

use axum::{
    body::Body,
    http::{HeaderValue, Response, StatusCode, header},
    response::{IntoResponse, Redirect},
};
use maud::html;

use crate::{
    form::Sent,
    here::Here,
    parts::{
        field::{self, Input},
        layout::{self, Nav},
        note, price, words,
    },
};

pub(crate) async fn show(here: Here) -> Response<Body> {
    draw(&here, StatusCode::OK, None)
}

/// Ends this session, or every session of the account.
pub(crate) async fn sign_out(sent: Sent) -> Response<Body> {
    let everywhere = sent.get("everywhere") == "1";
    match sent.here.app.sign_out(&sent.here.visitor, everywhere).await {
        Ok(cookie) => leave(&cookie),
        Err(problem) => draw(&sent.here, StatusCode::SERVICE_UNAVAILABLE, Some(&problem.detail)),
    }
}

/// Sets another password, which ends every session.
pub(crate) async fn change_password(sent: Sent) -> Response<Body> {
    let (old, new) = (sent.exactly("old_password").to_owned(), sent.exactly("new_password").to_owned());
    match sent.here.app.change_password(&sent.here.visitor, old, new).await {
        Ok(cookie) => leave(&cookie),
        Err(problem) => {
            let status = StatusCode::from_u16(problem.code.status()).unwrap_or(StatusCode::BAD_REQUEST);
            draw(&sent.here, status, Some(&problem.detail))
        }
    }
}

fn leave(cookie: &str) -> Response<Body> {
    let mut response = Redirect::to("/login").into_response();
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    response
}

fn draw(here: &Here, status: StatusCode, refused: Option<&str>) -> Response<Body> {
    let Some(account) = here.account() else { return here.to_login() };
    let now = here.app.clock.now();
    let plan = account.effective_plan(now);
    let terms = here.app.settings.terms(plan);
    let body = html! {
        div.head { div { h1 { "Account" } p.q { (account.email) } } }
        @if let Some(text) = refused { (note::warning(text)) }
        div.g2 {
            section.card {
                h2 { "Plan" }
                dl.kv {
                    dt { "Plan" } dd { (plan) @if let Some(end) = account.trial_ends_at { ", trial ends " (words::until(end, now)) } }
                    dt { "Balance" } dd { (price::credits(account.balance)) }
                    dt { "Credits a month" } dd { (words::number(f64::from(terms.monthly_credits))) }
                    dt { "Requests a second" } dd {
                        @if terms.requests_per_second == 0 { "no limit" } @else { (terms.requests_per_second) }
                    }
                    dt { "Since" } dd { (words::day(account.created_at)) }
                    dt { "Id" } dd.mono { (account.id) }
                }
                div.row { a.btn href="/account/statement" { span { "Statement" } } a.btn href="/pricing" { span { "Plans and prices" } } }
            }
            section.card {
                h2 { "Sign out" }
                p.s.q { "A session ends by itself after " (here.app.settings.sessions.idle_hours) " hours without use." }
                div.row {
                    form method="post" action="/sign-out" { (field::token(here)) button.btn type="submit" { span { "Sign out" } } }
                    form method="post" action="/sign-out" {
                        (field::token(here))
                        input type="hidden" name="everywhere" value="1";
                        button.btn.bad type="submit" { span { "Sign out everywhere" } }
                    }
                }
            }
            form.card method="post" action="/account/password" {
                (field::token(here))
                h2 { "Another password" }
                p.s.q { "Ends every session, this one too." }
                (Input { name: "old_password", label: "Password now", kind: "password", autocomplete: "current-password", required: true, ..Input::default() }.draw())
                (Input { name: "new_password", label: "New password", kind: "password", autocomplete: "new-password", required: true,
                    hint: "At least 10 characters, and not one that is guessed first.", ..Input::default() }.draw())
                div.row { button.btn type="submit" { span { "Set the password" } } }
            }
        }
    };
    layout::with_status(here, status, Nav::None, "Account", body)
}
