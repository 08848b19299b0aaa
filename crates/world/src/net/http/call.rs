//! One request to the web server, read within limits.

use std::time::Duration;

use http_body_util::{BodyExt, Limited};
use hyper::{
    HeaderMap, Method, Request, StatusCode,
    body::{Body, Bytes, Incoming},
    header::HOST,
};
use tokio::time::timeout;

const BODY_LIMIT_BYTES: usize = 64 << 10;
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// A request with its whole body.
pub(crate) struct HttpCall {
    pub(crate) method: Method,
    /// Host in lower case, without port.
    pub(crate) host: String,
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl HttpCall {
    /// Reads a request; the error is the status to answer with.
    pub(crate) async fn read(request: Request<Incoming>) -> Result<Self, StatusCode> {
        let (head, body) = request.into_parts();
        let host = head.headers.get(HOST).and_then(|value| value.to_str().ok());
        let host = host.map(host_name).filter(|host| !host.is_empty()).ok_or(StatusCode::BAD_REQUEST)?;
        // A body whose stated length is too large is not read at all.
        if body.size_hint().lower() > BODY_LIMIT_BYTES as u64 {
            return Err(StatusCode::PAYLOAD_TOO_LARGE);
        }
        let body = timeout(BODY_TIMEOUT, Limited::new(body, BODY_LIMIT_BYTES).collect()).await;
        let body = body.map_err(|_| StatusCode::REQUEST_TIMEOUT)?;
        let body = body.map_err(|_| StatusCode::PAYLOAD_TOO_LARGE)?.to_bytes();
        let query = head.uri.query().unwrap_or_default().to_owned();
        let path = head.uri.path().to_owned();
        Ok(Self { method: head.method, host, path, query, headers: head.headers, body })
    }

    /// The text of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

fn host_name(authority: &str) -> String {
    authority.split(':').next().unwrap_or_default().trim_end_matches('.').to_ascii_lowercase()
}
