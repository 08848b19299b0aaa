//! Pages for operators. Every handler takes its request through `guard`, which turns other visitors away.

mod account;
mod accounts;
mod audit;
mod feeds;
mod guard;
mod health;
mod imports;
mod pair;
mod refund;
mod requests;
mod review;
mod settings;
pub(crate) mod shown;
mod sources;
mod suppressions;

use std::sync::Arc;

use axum::{
    Router,
    extract::DefaultBodyLimit,
    response::Redirect,
    routing::{get, post},
};
use server::App;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/operator", get(|_: guard::Operator| async { Redirect::to("/operator/accounts") }))
        .route("/operator/review", get(review::show).post(review::decide))
        .route("/operator/accounts", get(accounts::show).post(accounts::filter))
        .route("/operator/accounts/{id}", get(account::show))
        .route("/operator/accounts/{id}/refund", get(refund::show).post(refund::send))
        .route("/operator/accounts/{id}/{act}", post(account::act))
        .route("/operator/sources", get(sources::show))
        .route("/operator/waterfall", get(sources::order::show))
        .route("/operator/waterfall/{fact}/{act}", post(sources::order::act))
        .route("/operator/feeds", get(feeds::show))
        .route(
            "/operator/imports",
            get(imports::show).post(imports::upload::send).layer(DefaultBodyLimit::disable()),
        )
        .route("/operator/imports/{id}", get(imports::one::show))
        .route("/operator/imports/{id}/rejects", get(imports::one::rejects))
        .route("/operator/imports/{id}/{act}", post(imports::one::act))
        .route("/operator/requests", get(requests::show).post(requests::filter))
        .route("/operator/requests/{id}/{act}", post(requests::decide))
        .route("/operator/suppressions", get(suppressions::show).post(suppressions::add))
        .route("/operator/suppressions/older", post(suppressions::older))
        .route("/operator/suppressions/{id}/remove", post(suppressions::remove))
        .route("/operator/health", get(health::show))
        .route("/operator/calibration", get(health::calibration::show).post(health::calibration::start))
        .route("/operator/settings", get(settings::show))
        .route("/operator/audit", get(audit::show).post(audit::older))
}
