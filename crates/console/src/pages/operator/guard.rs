//! Who may open these pages and send their forms: accounts whose pages have the scope `operate`.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{FromRequest, FromRequestParts, Request},
    http::{Response, request::Parts},
};
use server::App;

use crate::{form::Sent, here::Here, pages::public::not_found};

/// A request of an operator for a page.
pub(crate) struct Operator(pub(crate) Here);

/// A form that an operator sent.
pub(crate) struct OperatorForm(pub(crate) Sent);

impl FromRequestParts<Arc<App>> for Operator {
    type Rejection = Response<Body>;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Self::Rejection> {
        let here = Here::from_request_parts(parts, app).await?;
        turned_away(&here).map_or(Ok(Self(here)), Err)
    }
}

impl FromRequest<Arc<App>> for OperatorForm {
    type Rejection = Response<Body>;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Self::Rejection> {
        let sent = Sent::from_request(request, app).await?;
        turned_away(&sent.here).map_or(Ok(Self(sent)), Err)
    }
}

/// The answer for other visitors: the way to sign in, or the page of an address that leads nowhere, byte for byte, so that a
/// customer learns nothing from it.
fn turned_away(here: &Here) -> Option<Response<Body>> {
    match (here.account(), here.is_operator()) {
        (_, true) => None,
        (None, _) => Some(here.to_login()),
        (Some(_), _) => Some(not_found::show(&Here { path: "/".to_owned(), ..here.clone() })),
    }
}
