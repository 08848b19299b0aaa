//! What is kept about people, and how to be left out.

use axum::{
    body::Body,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::json;

use crate::{
    form::Sent,
    here::{Here, status_of},
    parts::{
        field::{self, Input},
        layout::{self, Nav},
        note, price,
    },
};

const KINDS: [(&str, &str); 3] = [
    ("email", "An email address"),
    ("phone", "A phone number, with country code"),
    ("profile", "The address of a public profile"),
];

pub(crate) async fn show(here: Here) -> Response<Body> {
    draw(&here, StatusCode::OK, html! {}, "email", "")
}

pub(crate) async fn send(sent: Sent) -> Response<Body> {
    let (kind, value) = (sent.get("kind"), sent.get("value"));
    let body = match kind {
        "phone" => json!({ "phone": value }),
        "profile" => json!({ "profile": value }),
        _ => json!({ "email": value }),
    };
    let answer = sent.here.post("file_privacy_request", body, None).await;
    if answer.is_ok() {
        let told = html! { p { "Your request has arrived. The operator of this server decides on it." } };
        return draw(&sent.here, StatusCode::OK, note::done(told), "email", "");
    }
    draw(&sent.here, status_of(&answer), note::problem(&answer), kind, value)
}

fn draw(here: &Here, status: StatusCode, told: Markup, kind: &str, value: &str) -> Response<Body> {
    let kinds = KINDS.map(|(kind, label)| (kind.to_owned(), label.to_owned()));
    let body = html! {
        div.head { div {
            h1 { "Privacy" }
            p.q { "This server helps companies find the right people at other companies. It may hold what public pages, "
                "registers, job boards and data providers say about you in your working life." }
        } }
        (told)
        div.g2 {
            section.card {
                h2 { "What may be kept" }
                ul.stack.t {
                    li.s { "Your name, your job and the jobs before it, where you work and live, schools, skills, languages." }
                    li.s { "Addresses of your public profiles, emails and phone numbers, and whether they work." }
                    li.s { "When you changed jobs or were promoted." }
                }
                p.s.q { "Each value is kept with its source. The operator of this server decides which sources it uses." }
            }
            form.card method="post" action="/privacy" {
                (field::token(here))
                h2 { "Ask to be left out" }
                p.s.q { "Name one thing that is yours. Once the operator approves, everything about you is erased, and a hash "
                    "of what you are recognised by stays behind, so that the next file that tells of you is not taken in." }
                div.f { label { "What is yours" (field::select("kind", "What is yours", &kinds, kind)) } }
                (Input { name: "value", label: "Which", value, required: true, autocomplete: "off", ..Input::default() }.draw())
                div.row { (price::button("pri", "Ask", "free")) }
                p.hint { "The answer is the same whether anything is known about you or not." }
            }
        }
    };
    layout::with_status(here, status, Nav::None, "Privacy", body)
}
