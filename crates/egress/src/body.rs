//! Reads a response body up to its size limit and decompresses it.

use std::io::Read;

use bytes::{Bytes, BytesMut};
use flate2::read::MultiGzDecoder;
use http::{HeaderMap, header};
use http_body_util::BodyExt;
use hyper::body::Incoming;

use crate::{EgressError, Oversize, RequestLimits};

pub(crate) struct Body {
    pub(crate) bytes: Bytes,
    pub(crate) is_cut: bool,
    /// False if reading stopped at the limit; the connection then has unread bytes and cannot be reused.
    pub(crate) is_complete: bool,
}

pub(crate) async fn read(
    mut incoming: Incoming,
    headers: &HeaderMap,
    limits: &RequestLimits,
    host: &str,
) -> Result<Body, EgressError> {
    let mut bytes = BytesMut::new();
    let mut is_complete = true;
    while let Some(frame) = incoming.frame().await {
        let frame = frame.map_err(|_| EgressError::Broken(host.to_owned()))?;
        let Ok(data) = frame.into_data() else { continue };
        let room = limits.body_bytes.saturating_sub(bytes.len());
        bytes.extend_from_slice(&data[..data.len().min(room)]);
        if data.len() > room {
            is_complete = false;
            break;
        }
    }
    let is_gzip = headers.get(header::CONTENT_ENCODING).is_some_and(|coding| coding == "gzip");
    let (bytes, is_cut) = match is_gzip {
        true => decompressed(&bytes, is_complete, limits.body_bytes, host)?,
        false => (bytes.freeze(), !is_complete),
    };
    match limits.oversize {
        Oversize::Refuse if is_cut => Err(EgressError::TooLarge { limit_bytes: limits.body_bytes }),
        _ => Ok(Body { bytes, is_cut, is_complete }),
    }
}

/// Decompresses up to the limit: a small gzip body may expand to gigabytes.
fn decompressed(
    compressed: &[u8],
    is_complete: bool,
    limit_bytes: usize,
    host: &str,
) -> Result<(Bytes, bool), EgressError> {
    let mut bytes = Vec::new();
    let limit = limit_bytes as u64 + 1;
    let read = MultiGzDecoder::new(compressed).take(limit).read_to_end(&mut bytes);
    // A body that we truncated ends in the middle of the gzip stream; a complete one must decompress without error.
    if read.is_err() && is_complete {
        return Err(EgressError::Broken(host.to_owned()));
    }
    let is_cut = !is_complete || bytes.len() > limit_bytes;
    bytes.truncate(limit_bytes);
    Ok((bytes.into(), is_cut))
}
