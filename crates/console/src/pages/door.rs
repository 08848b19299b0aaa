//! Signing up, in and out.

mod account;
mod login;
mod signup;
mod statement;

use std::sync::Arc;

use axum::{
    Router,
    routing::{get, post},
};
use server::App;

pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/login", get(login::show).post(login::send))
        .route("/signup", get(signup::show).post(signup::send))
        .route("/account", get(account::show))
        .route("/account/statement", get(statement::show))
        .route("/account/password", post(account::change_password))
        .route("/sign-out", post(account::sign_out))
}
