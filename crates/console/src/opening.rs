//! Opening a page: who asks for which one, and not too many at once.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    body::Body,
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderValue, Response, StatusCode, header, request::Parts},
    response::IntoResponse,
};
use server::App;

use crate::{
    here::Here,
    parts::layout::{self, Nav},
};

impl FromRequestParts<Arc<App>> for Here {
    type Rejection = Response<Body>;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Self::Rejection> {
        let ConnectInfo(peer) = ConnectInfo::<SocketAddr>::from_request_parts(parts, app)
            .await
            .map_err(IntoResponse::into_response)?;
        let mut here = Self::new(app.clone(), peer, &parts.headers, parts.uri.path());
        let query = parts.uri.query().unwrap_or_default();
        here.query = form_urlencoded::parse(query.as_bytes())
            .map(|(name, value)| (name.into(), value.into()))
            .collect();
        match app.open_page(&here.visitor) {
            Ok(()) => Ok(here),
            Err(seconds) => Err(too_fast(&here, seconds)),
        }
    }
}

/// The page for a visitor who opens too many. It reads nothing, so that it shows nothing that is bought as if it were not.
fn too_fast(here: &Here, seconds: u64) -> Response<Body> {
    let why = "Too many pages were opened at once. Wait a moment, then open this one again.";
    let mut page = layout::notice(here, StatusCode::TOO_MANY_REQUESTS, Nav::None, "Too fast", why);
    page.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    page
}
