//! What each error means.

use axum::{body::Body, http::Response};
use maud::html;
use server::Code;

use crate::{
    here::Here,
    parts::layout::{self, Nav},
};

pub(crate) async fn show(here: Here) -> Response<Body> {
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
    layout::page(&here, Nav::None, "Errors", body)
}
