//! Pages that need no account.

pub(crate) mod not_found;
mod pricing;
mod privacy;
mod problems;
mod start;
mod switch;

use std::sync::Arc;

use axum::{
    Router,
    routing::{get, post},
};
use server::App;

pub(crate) use start::start;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/pricing", get(pricing::show))
        .route("/pricing.md", get(pricing::twin))
        .route("/privacy", get(privacy::show).post(privacy::send))
        .route("/problems", get(problems::show))
        .route("/problems.md", get(problems::twin))
        .route("/theme", post(switch::theme))
        .route("/jump", post(switch::jump))
}
