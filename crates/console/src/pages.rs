//! The pages, one file each.

pub(crate) mod build;
mod data;
mod door;
mod ledger;
mod operator;
pub(crate) mod public;

use std::sync::Arc;

use axum::Router;
use server::App;

pub(crate) fn routes() -> Router<Arc<App>> {
    door::routes()
        .merge(public::routes())
        .merge(data::routes())
        .merge(build::routes())
        .merge(operator::routes())
}
