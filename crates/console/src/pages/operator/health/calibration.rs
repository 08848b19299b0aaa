//! Whether stated confidences are true: the last measurement as a chart, and starting another one.

use axum::{
    body::Body,
    http::{Response, StatusCode},
};
use maud::{Markup, html};
use serde_json::{Value, json};

use super::super::{
    guard::{Operator, OperatorForm},
    shown,
};
use crate::{
    here::{Here, status_of},
    parts::{
        chart::reliability,
        field,
        layout::{self, Nav},
        note, price, vessel, words,
    },
};

/// Seconds after which a running measurement is asked for again.
const RELOAD_SECONDS: u32 = 2;

/// The kinds of questions: their name in the answer, title, and what was asked.
const KINDS: [(&str, &str, &str); 3] = [
    ("people", "People", "Asked for by name and employer, without the identifiers of the row."),
    ("companies", "Companies", "Asked for by name."),
    ("emails", "Business mailboxes", "Guessed from names and colleagues, before a mail server is asked."),
];

pub(crate) async fn show(Operator(here): Operator) -> Response<Body> {
    draw(&here, StatusCode::OK, html! {}).await
}

/// Starts a measurement.
pub(crate) async fn start(OperatorForm(sent): OperatorForm) -> Response<Body> {
    let answer = sent.here.post("operator_start_calibration", json!({}), Some(sent.get("once"))).await;
    match answer.is_ok() {
        true => {
            let text = match answer.body["started"] == true {
                true => "The measurement has begun. You can leave this page.",
                false => "A measurement is under way already.",
            };
            draw(&sent.here, StatusCode::OK, note::done(html! { p { (text) } })).await
        }
        false => draw(&sent.here, status_of(&answer), note::problem(&answer)).await,
    }
}

async fn draw(here: &Here, status: StatusCode, told: Markup) -> Response<Body> {
    let found = here.read("operator_calibration", &[]).await;
    let (last, is_running) = (&found.body["last"], found.body["running"] == true);
    let body = html! {
        div.head {
            div { h1 { "Calibration" } p.q { "Whether answers are right as often as they are sure. Measured on stored rows that share an identifier." } }
            @if found.is_ok() && !is_running && !last.is_null() { (button(here, "Measure again", "")) }
        }
        (told)
        @if found.is_ok() {
            div.stack.l5 #calibration data-reload=[is_running.then_some(RELOAD_SECONDS)] {
                @if is_running {
                    div.note role="status" { div { "Measuring now. " noscript { a href="/operator/calibration" { "Reload" } } } }
                } @else if found.body["failed"] == true { (note::warning("The last run failed. The log of the server says why.")) }
                @if last.is_null() {
                    @if !is_running {
                        (vessel::empty("Nothing was measured yet", "A run asks about stored rows whose answer is known. It changes nothing and asks no server.", button(here, "Measure now", "pri")))
                    }
                } @else {
                    p.hint { "Measured " (shown::time(&last["measured_at"], here.app.clock.now(), "")) ". On the line, an answer that says 80 % is right 80 times of a hundred; below it, answers are surer than they should be." }
                    @for (kind, title, about) in KINDS { (card(title, about, &last[kind])) }
                }
            }
        } @else { (note::problem(&found)) }
    };
    let status = if found.is_ok() { status } else { status_of(&found) };
    layout::with_status(here, status, Nav::Calibration, "Calibration", body)
}

fn button(here: &Here, label: &str, class: &str) -> Markup {
    html! {
        form method="post" action="/operator/calibration" { (field::token(here)) (field::once(here)) (price::button(class, label, "free")) }
    }
}

fn card(title: &str, about: &str, measured: &Value) -> Markup {
    let number = |name: &str| measured[name].as_f64().unwrap_or(0.0);
    let bands: Vec<reliability::Band> =
        measured["bands"].as_array().into_iter().flatten().map(band).collect();
    let asked = number("known") + number("strangers");
    html! {
        section.card {
            div.row.sp { div { h2 { (title) } p.s.q { (about) } }
                @if !bands.is_empty() { dl.stat { dt { "Calibration error" } dd { (format!("{:.3}", number("error"))) } } } }
            @if asked == 0.0 { p.q { "There was nothing to measure: no two rows of different sources share an identifier." } }
            @else {
                dl.kv {
                    dt { "Known, and found rightly" } dd { (words::number(number("found"))) " of " (words::number(number("known"))) " (" (words::per_cent(number("found"), number("known"))) ")" }
                    @if number("strangers") > 0.0 { dt { "Taken away, and yet answered" } dd { (words::number(number("strangers_answered"))) " of " (words::number(number("strangers"))) } }
                    dt { "Pairs compared" } dd { (words::number(number("pairs"))) }
                }
                @if !bands.is_empty() {
                    (reliability::diagram(&format!("{title}: stated confidence beside the share that was right"), &bands))
                    (reliability::table(&bands))
                }
            }
        }
    }
}

fn band(band: &Value) -> reliability::Band {
    let number = |name: &str| band[name].as_f64().unwrap_or(0.0);
    reliability::Band { pairs: number("pairs"), stated: number("stated"), right: number("right") }
}
