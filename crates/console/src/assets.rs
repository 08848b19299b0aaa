//! Style sheet and script, part of the program.

use std::sync::Arc;

use axum::{
    Router,
    http::header,
    response::{IntoResponse, Response},
    routing::get,
};
use server::App;

const STYLE: &str = include_str!("assets/brimful.css");
const DOCS_STYLE: &str = include_str!("assets/docs.css");
const SCRIPT: &str = include_str!("assets/brimful.js");

/// Addresses name the content, so that a browser may keep it for a year.
pub(crate) fn style_path() -> String {
    format!("/assets/brimful.css?{:x}", digest(STYLE))
}

/// The same for what only pages of the documentation need.
pub(crate) fn docs_style_path() -> String {
    format!("/assets/docs.css?{:x}", digest(DOCS_STYLE))
}

/// The same for the script.
pub(crate) fn script_path() -> String {
    format!("/assets/brimful.js?{:x}", digest(SCRIPT))
}

/// FNV-1a, enough to tell versions apart.
const fn digest(text: &str) -> u64 {
    let (bytes, mut hash, mut at) = (text.as_bytes(), 0xcbf2_9ce4_8422_2325_u64, 0);
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x100_0000_01b3);
        at += 1;
    }
    hash
}

fn asset(media: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, media), (header::CACHE_CONTROL, "max-age=31536000, immutable")], text)
        .into_response()
}

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/assets/brimful.css", get(|| async { asset("text/css; charset=utf-8", STYLE) }))
        .route("/assets/docs.css", get(|| async { asset("text/css; charset=utf-8", DOCS_STYLE) }))
        .route("/assets/brimful.js", get(|| async { asset("text/javascript; charset=utf-8", SCRIPT) }))
}
