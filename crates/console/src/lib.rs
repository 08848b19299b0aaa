//! The console: the pages that people open in a browser.
//!
//! Pages are written by the server and act only through [`server::App::call_for`], which runs the endpoints of the
//! catalogue with a session in the place of a key. Every form works without script; the script makes it faster.

mod assets;
mod docs;
mod form;
mod here;
mod kept;
mod opening;
mod pages;
mod parts;
mod twin;

use axum::{body::Body, http::Response};

/// The pages, for [`server::serve`].
pub fn pages() -> server::Pages {
    server::Pages {
        routes: pages::routes().merge(docs::routes()).merge(assets::routes()),
        not_found: |app, peer, headers| -> Response<Body> {
            pages::public::not_found::page(app, peer, headers)
        },
    }
}
