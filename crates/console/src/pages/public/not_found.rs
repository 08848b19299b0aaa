//! Where no page is.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    body::Body,
    http::{HeaderMap, Response, StatusCode},
};
use maud::html;
use server::App;

use crate::{
    here::Here,
    parts::{
        layout::{self, Nav},
        vessel,
    },
};

/// The page for an address that leads nowhere.
pub(crate) fn page(app: Arc<App>, peer: SocketAddr, headers: &HeaderMap) -> Response<Body> {
    show(&Here::new(app, peer, headers, "/"))
}

/// The same where a page names something that is not there, or that another account has.
pub(crate) fn show(here: &Here) -> Response<Body> {
    let next = html! { div.row { a.btn href="/" { span { "Go to the start" } } a.btn href="/playground" { span { "Playground" } } } };
    let body = html! {
        h1 { "Nothing here" }
        (vessel::empty("There is no such page", "The address may be old or mistyped. The palette (Ctrl K) knows every page.", next))
    };
    layout::with_status(here, StatusCode::NOT_FOUND, Nav::None, "Nothing here", body)
}
