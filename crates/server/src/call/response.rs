//! Headers of every response.

use axum::{
    body::Body,
    http::{HeaderValue, Response},
};

/// Sets the request id header of a response.
pub fn with_request_id(mut response: Response<Body>, request_id: &str) -> Response<Body> {
    if let Ok(value) = HeaderValue::from_str(request_id) {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}
