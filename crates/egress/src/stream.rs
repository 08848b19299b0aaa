//! Responses that are read while they arrive, such as server-sent events.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use tokio::time::timeout;

use crate::{EgressError, line::Connection};

/// A response whose body is still arriving. The connection is closed when it is dropped.
pub struct Streamed {
    /// The status code.
    pub status: StatusCode,
    /// The response headers.
    pub headers: HeaderMap,
    pub(crate) body: Incoming,
    pub(crate) host: String,
    pub(crate) _connection: Connection,
}

impl Streamed {
    /// The next bytes; none at the end. Fails when nothing arrives for so long.
    pub async fn chunk(&mut self, idle: Duration) -> Result<Option<Bytes>, EgressError> {
        loop {
            let frame = timeout(idle, self.body.frame()).await;
            let frame = frame.map_err(|_| EgressError::TimedOut(self.host.clone()))?;
            match frame {
                None => return Ok(None),
                Some(Err(_)) => return Err(EgressError::Broken(self.host.clone())),
                Some(Ok(frame)) => {
                    if let Ok(data) = frame.into_data() {
                        return Ok(Some(data));
                    }
                }
            }
        }
    }
}
