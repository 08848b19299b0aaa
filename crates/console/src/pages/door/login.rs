//! Signing in.

use axum::{
    body::Body,
    http::{HeaderValue, Response, StatusCode, header},
    response::{IntoResponse, Redirect},
};
use maud::html;
use serde_json::json;

use crate::{
    form::{Sent, own_path},
    here::{Answer, Here, status_of},
    parts::{
        field::{self, Input},
        layout, note,
    },
};

pub(crate) async fn show(here: Here) -> Response<Body> {
    if here.account().is_some() {
        return Redirect::to("/").into_response();
    }
    let next = here.param("next").unwrap_or_default().to_owned();
    draw(&here, StatusCode::OK, "", &next, None)
}

pub(crate) async fn send(sent: Sent) -> Response<Body> {
    let (email, next) = (sent.get("email"), sent.get("next"));
    let body = json!({ "email": email, "password": sent.exactly("password") });
    let answer = sent.here.post("login", body, None).await;
    match answer.cookie.as_deref().filter(|_| answer.is_ok()) {
        Some(cookie) => signed_in(cookie, next),
        None => draw(&sent.here, status_of(&answer), email, next, Some(&answer)),
    }
}

/// Goes on to a page of this server, with the cookie of the new session.
pub(crate) fn signed_in(cookie: &str, next: &str) -> Response<Body> {
    let mut response = Redirect::to(own_path(next)).into_response();
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    response
}

fn draw(
    here: &Here,
    status: StatusCode,
    email: &str,
    next: &str,
    refused: Option<&Answer>,
) -> Response<Body> {
    let body = html! {
        div.stack.t {
            h1 { "Sign in" }
            p.q { "Contacts and companies, each fact with its source and each credit with its reason." }
        }
        form.stack method="post" action="/login" {
            (field::token(here))
            input type="hidden" name="next" value=(next);
            (Input { name: "email", label: "Email", kind: "email", value: email, autocomplete: "username", required: true, ..Input::default() }.draw())
            (Input { name: "password", label: "Password", kind: "password", autocomplete: "current-password", required: true, ..Input::default() }.draw())
            @if let Some(answer) = refused { (note::warning(&told(answer))) }
            button.btn.pri.wide type="submit" { span { "Sign in" } }
        }
        p.s.q { "Lost the password? The operator of this server can set a new one." }
        p.s { "No account yet? " a href="/signup" { "Start a trial" } ", or "
            a href="/playground" { "try the sandbox" } " without one." }
    };
    layout::door(here, status, "Sign in", body)
}

fn told(answer: &Answer) -> String {
    match answer.status {
        401 | 422 => "Email and password do not fit.".to_owned(),
        _ => answer.detail(),
    }
}
