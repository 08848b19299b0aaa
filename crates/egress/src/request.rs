//! What is asked, within which limits, and what came back.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use url::Url;

/// How long a request may take and how much it may bring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Opening a connection to one address.
    pub connect: Duration,
    /// Everything together, redirects included.
    pub total: Duration,
    /// The answer's body, after decompression.
    pub body_bytes: usize,
    /// What becomes of a larger body.
    pub oversize: Oversize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            total: Duration::from_secs(15),
            body_bytes: 1 << 20,
            oversize: Oversize::Refuse,
        }
    }
}

/// What becomes of a body that is larger than allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Oversize {
    /// The request fails.
    Refuse,
    /// What was read so far is given.
    Cut,
}

/// What becomes of an answer that leads elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redirects {
    /// It is the answer.
    Answer,
    /// It is followed, at most so often, and each time checked anew.
    Follow(u8),
}

/// A request.
#[derive(Debug, Clone)]
pub struct Request {
    /// The method; only GET is ever redirected.
    pub method: Method,
    /// The address.
    pub url: String,
    /// Headers; they are not told to another host that a redirect leads to.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
    /// Limits.
    pub limits: Limits,
    /// What becomes of an answer that leads elsewhere.
    pub redirects: Redirects,
}

impl Request {
    /// A request for what lies at an address.
    pub fn get(url: impl Into<String>) -> Self {
        Self {
            method: Method::GET,
            url: url.into(),
            headers: HeaderMap::new(),
            body: Bytes::new(),
            limits: Limits::default(),
            redirects: Redirects::Answer,
        }
    }

    /// A request that brings something to an address.
    pub fn post(url: impl Into<String>, body: impl Into<Bytes>) -> Self {
        Self { method: Method::POST, body: body.into(), ..Self::get(url) }
    }

    /// The same with another header.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// The same with other limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same with redirects followed.
    #[must_use]
    pub fn follow(self, at_most: u8) -> Self {
        Self { redirects: Redirects::Follow(at_most), ..self }
    }
}

/// An answer.
#[derive(Debug, Clone)]
pub struct Response {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, decompressed.
    pub body: Bytes,
    /// Whether the body was cut at the limit.
    pub is_cut: bool,
    /// The address that answered, after redirects.
    pub url: Url,
}

impl Response {
    /// A header's text; nothing for one that is no text.
    pub fn header_text(&self, name: &HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}
