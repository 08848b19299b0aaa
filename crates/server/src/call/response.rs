//! What every response carries.

use axum::{
    body::Body,
    http::{HeaderValue, Response},
};

/// Puts the request id on an answer.
pub fn with_request_id(mut response: Response<Body>, request_id: &str) -> Response<Body> {
    if let Ok(value) = HeaderValue::from_str(request_id) {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}
