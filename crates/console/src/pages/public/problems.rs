//! What each error means.

use axum::{
    body::Body,
    http::{HeaderMap, Response},
};
use maud::html;
use server::Code;

use crate::{
    here::Here,
    parts::layout::{self, Nav},
    twin,
};

pub(crate) async fn show(here: Here, headers: HeaderMap) -> Response<Body> {
    twin::choose(&headers, false, markdown, || page(&here))
}

/// The twin.
pub(crate) async fn twin(headers: HeaderMap) -> Response<Body> {
    twin::choose(&headers, true, markdown, Response::default)
}

fn markdown() -> String {
    let row =
        |code: &Code| [format!("`{}`", code.as_str()), code.title().to_owned(), code.status().to_string()];
    format!(
        "# Errors\n\nEvery error is `application/problem+json` (RFC 9457) with a stable `code`, a `detail` that says what to \
         do next, and the `request_id`.\n\n{}",
        twin::table(["Code", "Meaning", "Status"], Code::ALL.iter().map(row))
    )
}

fn page(here: &Here) -> Response<Body> {
    let body = html! {
        div.head { div {
            h1 { "Errors" }
            p.q { "Every error is " code { "application/problem+json" } " (RFC 9457) with a stable " code { "code" }
                ", a " code { "detail" } " that says what to do next, and the " code { "request_id" } "." }
        } }
        section.card.flush {
            table.cards {
                thead { tr { th { "Code" } th { "Meaning" } th.n { "Status" } } }
                tbody { @for code in Code::ALL {
                    tr id=(code.as_str()) {
                        td { code { (code.as_str()) } } td { (code.title()) } td.n.r { (code.status()) }
                    }
                } }
            }
        }
    };
    layout::page(here, Nav::None, "Errors", body)
}
