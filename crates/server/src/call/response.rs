//! Responses of calls: request id, cookie, streams, and members that are added to an answer.

use axum::{
    body::Body,
    http::{HeaderValue, Response, header},
};

use crate::endpoint::Chunks;

/// Media type of server-sent events.
pub(super) const EVENT_STREAM: &str = "text/event-stream";

/// Sets the request id header of a response.
pub fn with_request_id(mut response: Response<Body>, request_id: &str) -> Response<Body> {
    if let Ok(value) = HeaderValue::from_str(request_id) {
        response.headers_mut().insert("x-request-id", value);
    }
    response
}

/// A streamed response.
pub(super) fn streamed(chunks: Chunks, media: &'static str, file_name: Option<&str>) -> Response<Body> {
    let mut response = Response::new(Body::from_stream(chunks));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let disposition = file_name.map(|name| format!("attachment; filename=\"{name}\""));
    if let Some(Ok(value)) = disposition.map(|text| HeaderValue::from_str(&text)) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// Adds the cookie that goes with an answer.
pub(super) fn with_cookie(mut response: Response<Body>, cookie: Option<String>) -> Response<Body> {
    if let Some(Ok(value)) = cookie.map(|cookie| HeaderValue::from_str(&cookie)) {
        response.headers_mut().insert(header::SET_COOKIE, value);
    }
    response
}

/// Appends members to a serialized JSON object without parsing it.
pub(super) fn with_members(mut object: Vec<u8>, members: &str) -> Vec<u8> {
    if members.is_empty() || !object.ends_with(b"}") {
        return object;
    }
    object.pop();
    if object.last() != Some(&b'{') {
        object.push(b',');
    }
    object.extend_from_slice(members.as_bytes());
    object.push(b'}');
    object
}
