//! Requests, their limits, and responses.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use url::Url;

/// Limits on the duration of a request and the size of its response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestLimits {
    /// Timeout for connecting to one address.
    pub connect: Duration,
    /// Timeout of the whole request, redirects included.
    pub total: Duration,
    /// Largest response body, after decompression.
    pub body_bytes: usize,
    /// How a larger body is handled.
    pub oversize: Oversize,
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            total: Duration::from_secs(15),
            body_bytes: 1 << 20,
            oversize: Oversize::Refuse,
        }
    }
}

/// How a body over the limit is handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Oversize {
    /// The request fails with [`crate::EgressError::TooLarge`].
    Refuse,
    /// The body is truncated at the limit.
    Cut,
}

/// How redirects are handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redirects {
    /// The redirect itself is returned as the response.
    Answer,
    /// Follow at most this many, each checked like the first URL.
    Follow(u8),
}

/// An HTTP request.
#[derive(Debug, Clone)]
pub struct Request {
    /// The method; redirects are followed for GET only.
    pub method: Method,
    /// The URL.
    pub url: String,
    /// Request headers; on a redirect to another host, only those that carry no secret are sent.
    pub headers: HeaderMap,
    /// The request body; empty for GET.
    pub body: Bytes,
    /// Time and size limits.
    pub limits: RequestLimits,
    /// How redirects are handled.
    pub redirects: Redirects,
}

impl Request {
    /// A GET request.
    pub fn get(url: impl Into<String>) -> Self {
        Self {
            method: Method::GET,
            url: url.into(),
            headers: HeaderMap::new(),
            body: Bytes::new(),
            limits: RequestLimits::default(),
            redirects: Redirects::Answer,
        }
    }

    /// A POST request.
    pub fn post(url: impl Into<String>, body: impl Into<Bytes>) -> Self {
        Self { method: Method::POST, body: body.into(), ..Self::get(url) }
    }

    /// Sets a header.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// Replaces the limits.
    #[must_use]
    pub fn limits(self, limits: RequestLimits) -> Self {
        Self { limits, ..self }
    }

    /// Follows up to `at_most` redirects.
    #[must_use]
    pub fn follow(self, at_most: u8) -> Self {
        Self { redirects: Redirects::Follow(at_most), ..self }
    }
}

/// An HTTP response.
#[derive(Debug, Clone)]
pub struct Response {
    /// The status code.
    pub status: StatusCode,
    /// The response headers.
    pub headers: HeaderMap,
    /// The response body, decompressed.
    pub body: Bytes,
    /// Whether the body was truncated at the limit.
    pub is_cut: bool,
    /// The URL that responded, after redirects.
    pub url: Url,
}

impl Response {
    /// A header's value; `None` if it is absent or not text.
    pub fn header_text(&self, name: &HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}
