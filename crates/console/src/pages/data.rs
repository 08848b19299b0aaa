//! Pages for those who use the data.

mod bulk;
mod company;
mod filters;
mod first_rows;
mod job;
mod lists;
mod overview;
mod person;
mod phone_sources;
mod reveal;
mod search;
mod search_page;
mod sheet;
mod signals;
mod watch_list;

use std::sync::Arc;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    routing::{get, post},
};
use server::App;

use crate::form::FILE_BYTES_MAX;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(overview::show))
        .route("/search", get(search::show).post(search::look))
        .route("/search/reveal", get(reveal::show).post(reveal::send))
        .route("/people/{id}", get(person::show).post(person::ask))
        .route("/companies/{key}", get(company::show).post(company::ask))
        .route("/signals", get(signals::show).post(signals::filter))
        .route("/signals/live", get(signals::live))
        .route("/lists", get(lists::show).post(lists::create))
        .route("/lists/icps", post(lists::save))
        .route("/lists/watch/{id}", get(watch_list::show).post(watch_list::change))
        .route("/lists/{kind}/{id}/{act}", post(lists::act))
        .route("/bulk/{id}", get(job::show))
        .route("/bulk/{id}/{act}", post(job::act))
        .route("/bulk", get(bulk::show).post(bulk::send).layer(DefaultBodyLimit::max(2 * FILE_BYTES_MAX)))
}
