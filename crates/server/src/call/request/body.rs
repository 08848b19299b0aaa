//! Receives a body after its caller was admitted: limited in size, in time, and in memory over all calls.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{
    body::Body,
    http::{HeaderMap, header},
};
use bytes::Bytes;
use http_body_util::BodyExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::call::problem::{Code, Problem};

/// Time limit for receiving a body.
const BODY_WAIT_MAX: Duration = Duration::from_secs(30);
/// Bodies up to this size need no permit from [`Memory`]: the connection caps limit their number, and senders of large
/// bodies cannot block senders of small ones.
const SMALL_BYTES_MAX: usize = 16 << 10;
/// Bytes per permit of [`Memory`].
const PERMIT_BYTES: usize = 1 << 10;
/// Largest body of a refused call that is read.
const DISCARDED_BYTES_MAX: usize = 16 << 10;
/// Time limit for that.
const DISCARD_WAIT_MAX: Duration = Duration::from_millis(100);
/// `Retry-After` of a call refused for lack of memory.
const RETRY_SECONDS: u64 = 1;

/// One caller may use at most one part in this many, so that it cannot block the others.
const SHARE_OF_CALLER: usize = 8;

/// Memory budget for bodies, in total and per caller.
pub struct Memory {
    all: Arc<Semaphore>,
    /// Permits held by each caller.
    held: Arc<Mutex<HashMap<String, usize>>>,
    share: usize,
}

/// A received body and its memory permits.
pub struct Received {
    /// The bytes.
    pub bytes: Vec<u8>,
    _memory: Held,
}

/// Memory permits of a body; released on drop.
struct Held {
    permit: Option<OwnedSemaphorePermit>,
    caller: String,
    held: Arc<Mutex<HashMap<String, usize>>>,
}

impl Held {
    fn permits(&self) -> usize {
        self.permit.as_ref().map_or(0, OwnedSemaphorePermit::num_permits)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&self.caller) {
            *count = count.saturating_sub(self.permits());
            if *count == 0 {
                held.remove(&self.caller);
            }
        }
    }
}

impl Memory {
    /// A budget of `bytes`. One caller may use a share of it, but always enough for one body of the `largest` size.
    pub fn new(bytes: usize, largest: usize) -> Self {
        let permits = (bytes / PERMIT_BYTES).clamp(1, Semaphore::MAX_PERMITS);
        let share = (permits / SHARE_OF_CALLER).max(largest.div_ceil(PERMIT_BYTES)).min(permits);
        Self { all: Arc::new(Semaphore::new(permits)), held: Arc::default(), share }
    }

    /// An empty reservation for a body of this caller.
    fn nothing(&self, caller: &str) -> Held {
        Held { permit: None, caller: caller.to_owned(), held: self.held.clone() }
    }

    /// Reserves memory as bytes arrive; an announced length reserves none.
    fn take(&self, body: &mut Held, total: usize) -> Result<(), Problem> {
        let needs = if total <= SMALL_BYTES_MAX { 0 } else { total.div_ceil(PERMIT_BYTES) };
        let missing = needs.saturating_sub(body.permits());
        if missing == 0 {
            return Ok(());
        }
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let own = held.get(&body.caller).copied().unwrap_or(0) + missing;
        let more = u32::try_from(missing).ok().filter(|_| own <= self.share);
        let Some(more) = more.and_then(|more| self.all.clone().try_acquire_many_owned(more).ok()) else {
            let detail = "The server holds as many request bodies, of this caller or in all, as it has memory for. \
                          Try again in a moment.";
            return Err(Problem::new(Code::Overloaded, detail).retry_after(RETRY_SECONDS));
        };
        held.insert(body.caller.clone(), own);
        match &mut body.permit {
            Some(permit) => permit.merge(more),
            None => body.permit = Some(more),
        }
        Ok(())
    }
}

/// Receives a JSON body. Faults in its headers are reported before any of it is read.
pub async fn receive(
    memory: &Memory,
    caller: &str,
    headers: &HeaderMap,
    body: Body,
    limit: usize,
) -> Result<Received, Problem> {
    refuse_encoding(headers)?;
    let media = headers.get(header::CONTENT_TYPE).map(|value| value.to_str().unwrap_or_default());
    if media.is_some_and(|media| !is_json(media)) {
        return Err(Problem::new(
            Code::UnsupportedMediaType,
            "Send the body as `Content-Type: application/json`.",
        ));
    }
    let announced =
        headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|announced| announced > limit as u64) {
        return Err(too_large(limit));
    }
    tokio::time::timeout(BODY_WAIT_MAX, collect(memory, caller, body, limit)).await.unwrap_or_else(|_| {
        let seconds = BODY_WAIT_MAX.as_secs();
        Err(Problem::new(Code::InvalidJson, format!("The body did not come whole within {seconds} s.")))
    })
}

/// Refuses a body with a content coding such as gzip. Bodies are not decompressed: a small one could stand for gigabytes.
pub fn refuse_encoding(headers: &HeaderMap) -> Result<(), Problem> {
    let is_plain = |coding: &str| coding.is_empty() || coding.eq_ignore_ascii_case("identity");
    let codings = headers.get_all(header::CONTENT_ENCODING);
    if codings.iter().all(|value| value.to_str().unwrap_or("?").split(',').map(str::trim).all(is_plain)) {
        return Ok(());
    }
    Err(Problem::new(
        Code::UnsupportedEncoding,
        "Bodies with a Content-Encoding are not accepted. Send the body uncompressed, without that header.",
    ))
}

/// Reads a small body that a refused client has probably sent already, so that the connection can be reused. A larger body
/// is not read: its connection is closed after the response, and nothing is returned.
pub async fn receive_refused(headers: &HeaderMap, mut body: Body) -> Vec<u8> {
    let announced =
        headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if headers.contains_key(header::EXPECT) || announced.is_none_or(|bytes| bytes > DISCARDED_BYTES_MAX) {
        return Vec::new();
    }
    let mut bytes = Vec::new();
    let receiving = async {
        while let Some(Ok(frame)) = body.frame().await {
            if let Ok(data) = frame.into_data() {
                bytes.extend_from_slice(&data);
            }
        }
    };
    match tokio::time::timeout(DISCARD_WAIT_MAX, receiving).await {
        Ok(()) => bytes,
        Err(_) => Vec::new(),
    }
}

async fn collect(memory: &Memory, caller: &str, mut body: Body, limit: usize) -> Result<Received, Problem> {
    let (mut bytes, mut held) = (Vec::new(), memory.nothing(caller));
    while let Some(frame) = body.frame().await {
        let frame =
            frame.map_err(|_| Problem::new(Code::InvalidJson, "The body ended before it was whole."))?;
        let Ok(data): Result<Bytes, _> = frame.into_data() else { continue };
        if bytes.len() + data.len() > limit {
            return Err(too_large(limit));
        }
        memory.take(&mut held, bytes.len() + data.len())?;
        bytes.extend_from_slice(&data);
    }
    Ok(Received { bytes, _memory: held })
}

fn too_large(limit: usize) -> Problem {
    let detail = format!("The body may hold at most {limit} bytes. Send fewer items at once.");
    Problem::new(Code::BodyTooLarge, detail)
}

fn is_json(media: &str) -> bool {
    let kind = media.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}
