//! Notes: what was done, and what went wrong.

use maud::{Markup, html};
use serde_json::Value;

use super::{icon::icon, words};
use crate::here::Answer;

/// What went right.
pub(crate) fn done(content: Markup) -> Markup {
    html! { div.note.ok role="status" { (icon("check")) div.stack.t { (content) } } }
}

/// What went wrong and what to do next.
pub(crate) fn warning(text: &str) -> Markup {
    html! { div.note.warn #err role="alert" { (icon("warn")) div { (text) } } }
}

/// Something to know before going on, which no form was refused for.
pub(crate) fn caution(text: &str) -> Markup {
    html! { div.note.warn { (icon("warn")) div { (text) } } }
}

/// The warning that a call may cost more than the price on the button of its form.
fn risen(answer: &Answer) -> Option<String> {
    let body = &answer.body;
    (body["code"] == "max_credits_exceeded").then(|| {
        format!(
            "This may cost {}, and the button said {}. Nothing was charged. The button has the price of now.",
            words::credits(&body["required"]),
            words::credits(&body["max_credits"])
        )
    })
}

/// A call that was refused or failed: its detail, every fault, and the request id.
pub(crate) fn problem(answer: &Answer) -> Markup {
    let faults: Vec<&Value> = answer.body["errors"].as_array().into_iter().flatten().collect();
    html! {
        div.note.warn #err role="alert" {
            (icon("warn"))
            div.stack.t {
                p { (risen(answer).unwrap_or_else(|| answer.detail())) }
                @if faults.len() > 1 {
                    ul.stack.t { @for fault in faults {
                        li.s { code { (fault["pointer"].as_str().unwrap_or_default().trim_start_matches('/')) } " "
                            (fault["message"].as_str().unwrap_or_default()) }
                    } }
                }
                p.hint {
                    @if let Some(code) = answer.body["code"].as_str() {
                        a href=(format!("/problems#{code}")) { (code) } " · "
                    }
                    span.mono { (answer.request_id) }
                }
            }
        }
    }
}
