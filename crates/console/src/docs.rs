//! The documentation at `/docs`: guides from the repository's `docs` folder and a reference made from the catalogue.
//!
//! Every page is Markdown first: the page in the browser is rendered from the text that its `.md` twin serves, so that
//! people and agents read the same.

mod agents;
mod endpoint;
mod frame;
mod guides;
mod index;
mod library;
mod markdown;
mod objects;
mod page;
mod schema;
mod search;

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::Path,
    http::{HeaderMap, Response},
    routing::get,
};
use server::App;

use crate::{here::Here, pages::public::not_found, twin};
use page::BASE;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/docs", get(|here: Here, headers: HeaderMap| async move { show(&here, &headers, "/docs") }))
        .route(
            "/docs.md",
            get(|here: Here, headers: HeaderMap| async move { show(&here, &headers, "/docs.md") }),
        )
        .route("/docs/find", get(|here: Here| async move { search::show(&here) }))
        .route("/docs/{page}", get(page))
        .route("/docs/endpoints/{page}", get(endpoint_page))
        .route("/llms.txt", get(|headers: HeaderMap| async move { agents::short().respond(&headers) }))
        .route("/llms-full.txt", get(|headers: HeaderMap| async move { agents::full().respond(&headers) }))
}

async fn page(here: Here, Path(name): Path<String>, headers: HeaderMap) -> Response<Body> {
    show(&here, &headers, &format!("/docs/{name}"))
}

/// The page of an endpoint, by its id with hyphens or underscores.
async fn endpoint_page(here: Here, Path(name): Path<String>, headers: HeaderMap) -> Response<Body> {
    show(&here, &headers, &format!("/docs/endpoints/{}", name.replace('_', "-")))
}

fn show(here: &Here, headers: &HeaderMap, path: &str) -> Response<Body> {
    let (name, is_twin) = path.strip_suffix(".md").map_or((path, false), |name| (name, true));
    let Some(page) = library::page(name) else { return not_found::show(here) };
    // The Markdown has the address of this server in its samples.
    let markdown = || page.markdown.replace(BASE, &base(here));
    twin::choose(headers, is_twin, markdown, || frame::show(here, page, &base(here)))
}

/// The address of this server for samples. A `Host` with other characters than a host has is not repeated.
fn base(here: &Here) -> String {
    let is_host = |host: &str| {
        !host.is_empty()
            && host.chars().all(|letter| letter.is_ascii_alphanumeric() || ".:-[]".contains(letter))
    };
    let host = here.origin.split_once("://").map_or("", |(_, host)| host);
    if is_host(host) { here.origin.clone() } else { BASE.to_owned() }
}
