//! An answer's body, read within its limit.

use std::io::Read;

use bytes::{Bytes, BytesMut};
use flate2::read::MultiGzDecoder;
use http::{HeaderMap, header};
use http_body_util::BodyExt;
use hyper::body::Incoming;

use crate::{EgressError, Limits, Oversize};

/// A body and what is to be known about it.
pub(crate) struct Body {
    pub(crate) bytes: Bytes,
    pub(crate) is_cut: bool,
    /// Whether it was read to its end, so that the line can be used again.
    pub(crate) is_whole: bool,
}

pub(crate) async fn read(
    mut incoming: Incoming,
    headers: &HeaderMap,
    limits: &Limits,
    host: &str,
) -> Result<Body, EgressError> {
    let mut bytes = BytesMut::new();
    let mut is_whole = true;
    while let Some(frame) = incoming.frame().await {
        let frame = frame.map_err(|_| EgressError::Broken(host.to_owned()))?;
        let Ok(data) = frame.into_data() else { continue };
        let room = limits.body_bytes.saturating_sub(bytes.len());
        bytes.extend_from_slice(&data[..data.len().min(room)]);
        if data.len() > room {
            is_whole = false;
            break;
        }
    }
    let is_packed = headers.get(header::CONTENT_ENCODING).is_some_and(|coding| coding == "gzip");
    let (bytes, is_cut) = match is_packed {
        true => unpacked(&bytes, is_whole, limits.body_bytes, host)?,
        false => (bytes.freeze(), !is_whole),
    };
    match limits.oversize {
        Oversize::Refuse if is_cut => Err(EgressError::TooLarge { limit_bytes: limits.body_bytes }),
        _ => Ok(Body { bytes, is_cut, is_whole }),
    }
}

/// What was packed, up to the limit: a few packed bytes may hold a great many.
fn unpacked(
    packed: &[u8],
    is_whole: bool,
    limit_bytes: usize,
    host: &str,
) -> Result<(Bytes, bool), EgressError> {
    let mut bytes = Vec::new();
    let limit = limit_bytes as u64 + 1;
    let read = MultiGzDecoder::new(packed).take(limit).read_to_end(&mut bytes);
    // What was cut off by us cannot end well; what was whole must.
    if read.is_err() && is_whole {
        return Err(EgressError::Broken(host.to_owned()));
    }
    let is_cut = !is_whole || bytes.len() > limit_bytes;
    bytes.truncate(limit_bytes);
    Ok((bytes.into(), is_cut))
}
