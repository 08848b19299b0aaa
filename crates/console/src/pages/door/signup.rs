//! Opening an account, which leads straight to a first call.

use axum::{
    body::Body,
    http::{Response, StatusCode},
    response::{IntoResponse, Redirect},
};
use maud::html;
use serde_json::json;
use server::SignupMode;

use super::login::signed_in;
use crate::{
    form::Sent,
    here::{Answer, Here, status_of},
    parts::{
        field::{self, Input},
        layout, note, price,
    },
};

/// Where a new account makes its first call.
const FIRST_CALL: &str = "/playground/enrich?first=1";

pub(crate) async fn show(here: Here) -> Response<Body> {
    if here.account().is_some() {
        return Redirect::to("/").into_response();
    }
    draw(&here, StatusCode::OK, "", "", None)
}

pub(crate) async fn send(sent: Sent) -> Response<Body> {
    let (email, code) = (sent.get("email"), sent.get("invite_code"));
    let password = sent.exactly("password");
    let mut body = json!({ "email": email, "password": password });
    if !code.is_empty() {
        body["invite_code"] = code.into();
    }
    let login = json!({ "email": email, "password": password });
    // A person who has the account already, and its password, is let in.
    let known = sent.here.post("login", login.clone(), None).await;
    if let Some(cookie) = known.cookie.as_deref().filter(|_| known.is_ok()) {
        return signed_in(cookie, "/");
    }
    let opened = sent.here.post("signup", body, None).await;
    if opened.is_ok() {
        let answer = sent.here.post("login", login, None).await;
        if let Some(cookie) = answer.cookie.as_deref().filter(|_| answer.is_ok()) {
            return signed_in(cookie, FIRST_CALL);
        }
    }
    draw(&sent.here, status_of(&opened), email, code, Some(&opened))
}

fn draw(
    here: &Here,
    status: StatusCode,
    email: &str,
    code: &str,
    refused: Option<&Answer>,
) -> Response<Body> {
    let settings = &here.app.settings;
    let mode = settings.signup.mode;
    let body = html! {
        div.stack.t {
            h1 { "Start a trial" }
            @if mode == SignupMode::Closed {
                p.q { "Sign-up is closed here. Ask the operator of this server for an account." }
            } @else {
                p.q { (settings.trial.days) " days, " (settings.trial.credits) " credits, no card. What is not found costs nothing." }
            }
        }
        @if mode != SignupMode::Closed {
            form.stack method="post" action="/signup" {
                (field::token(here))
                (Input { name: "email", label: "Email", kind: "email", value: email, autocomplete: "username", required: true, ..Input::default() }.draw())
                (Input { name: "password", label: "Password", kind: "password", autocomplete: "new-password", required: true,
                    hint: "At least 10 characters, and not one that is guessed first.", ..Input::default() }.draw())
                @if mode == SignupMode::Invite {
                    (Input { name: "invite_code", label: "Invite code", value: code, required: true, ..Input::default() }.draw())
                }
                @if let Some(answer) = refused { (note::warning(&told(answer))) }
                (price::button("pri wide", "Open the account", "free"))
            }
        }
        p.s { "Have an account? " a href="/login" { "Sign in" } ". Just looking? "
            a href="/playground" { "Try the sandbox" } "." }
    };
    layout::door(here, status, "Start a trial", body)
}

/// The same words whatever the reason that has to do with other accounts.
fn told(answer: &Answer) -> String {
    match answer.status {
        401 => "No account could be opened with this email and password. Sign in if you have one, or use another address."
            .to_owned(),
        422 => {
            let faults = answer.body["errors"].as_array().into_iter().flatten();
            let messages: Vec<&str> = faults.filter_map(|fault| fault["message"].as_str()).collect();
            if messages.is_empty() { answer.detail() } else { messages.join(" ") }
        }
        _ => answer.detail(),
    }
}
