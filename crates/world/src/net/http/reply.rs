//! Answers of the web server.

use http_body_util::Full;
use hyper::{
    Response, StatusCode,
    body::Bytes,
    header::{CONTENT_TYPE, HeaderName, HeaderValue, LOCATION},
};
use serde_json::Value;

/// An answer with its whole body.
pub(crate) type HttpReply = Response<Full<Bytes>>;

fn reply(status: StatusCode, kind: &'static str, body: String) -> HttpReply {
    let mut reply = Response::new(Full::new(Bytes::from(body)));
    *reply.status_mut() = status;
    reply.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    reply
}

/// An HTML page.
pub(crate) fn page(html: String) -> HttpReply {
    reply(StatusCode::OK, "text/html; charset=utf-8", html)
}

/// A short text.
pub(crate) fn plain(status: StatusCode, text: &str) -> HttpReply {
    reply(status, "text/plain; charset=utf-8", text.to_owned())
}

/// A JSON value.
pub(crate) fn json(status: StatusCode, value: &Value) -> HttpReply {
    reply(status, "application/json", value.to_string())
}

/// A permanent redirect.
pub(crate) fn redirect(url: &str) -> HttpReply {
    let mut reply = plain(StatusCode::MOVED_PERMANENTLY, "");
    if let Ok(url) = HeaderValue::from_str(url) {
        reply.headers_mut().insert(LOCATION, url);
    }
    reply
}

/// The same answer with one more header.
pub(crate) fn with_header(mut reply: HttpReply, name: HeaderName, value: &'static str) -> HttpReply {
    reply.headers_mut().insert(name, HeaderValue::from_static(value));
    reply
}
