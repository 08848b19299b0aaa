//! Pages for those who build with the API: playground, request log, keys, webhooks.

mod fields;
mod keys;
mod log;
mod playground;
mod request;
pub(crate) mod snippets;
pub(crate) mod table;
mod webhooks;

use std::sync::Arc;

use axum::{Router, routing::get, routing::post};
use server::App;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/playground", get(playground::index))
        .route("/playground/{endpoint}", get(playground::show).post(playground::send))
        .route("/log", get(log::show).post(log::filter))
        .route("/log/export", post(log::export))
        .route("/log/{request_id}", get(request::show).post(request::again))
        .route("/keys", get(keys::show).post(keys::create))
        .route("/keys/{id}/cap", post(keys::cap))
        .route("/keys/{id}/rotate", post(keys::rotate))
        .route("/keys/{id}/revoke", post(keys::revoke))
        .route("/webhooks", get(webhooks::show).post(webhooks::create))
        .route("/webhooks/{id}/{act}", post(webhooks::act))
        .route("/webhooks/deliveries/{id}/redeliver", post(webhooks::redeliver))
}
