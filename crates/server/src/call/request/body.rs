//! Receiving a body, once its caller was let in: bounded in size, in time, and in memory over all calls.

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

/// How long a body may take to arrive.
const BODY_WAIT_MAX: Duration = Duration::from_secs(30);
/// A body up to this size takes nothing from [`Memory`]: the caps on connections bound how many there are, and those who
/// send large ones cannot keep others from sending small ones.
const SMALL_BYTES_MAX: usize = 16 << 10;
/// What one permit of [`Memory`] stands for.
const PERMIT_BYTES: usize = 1 << 10;
/// A body of a refused call that is read and dropped.
const DISCARDED_BYTES_MAX: usize = 16 << 10;
/// How long that may take.
const DISCARD_WAIT_MAX: Duration = Duration::from_millis(100);
/// Seconds after which a call that found no memory may come again.
const RETRY_SECONDS: u64 = 1;

/// One caller has at most this part of the memory, so that none can keep the others from sending.
const SHARE_OF_CALLER: usize = 8;

/// Memory for bodies, over all calls and for each caller.
pub struct Memory {
    all: Arc<Semaphore>,
    /// Permits that each caller holds.
    held: Arc<Mutex<HashMap<String, usize>>>,
    share: usize,
}

/// A body that was received, with the memory it takes.
pub struct Received {
    /// The bytes.
    pub bytes: Vec<u8>,
    _memory: Held,
}

/// Memory that a body holds; given back when dropped.
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
    /// Memory for this many bytes, of which one caller may hold a part, and always one body of the largest size.
    pub fn new(bytes: usize, largest: usize) -> Self {
        let permits = (bytes / PERMIT_BYTES).clamp(1, Semaphore::MAX_PERMITS);
        let share = (permits / SHARE_OF_CALLER).max(largest.div_ceil(PERMIT_BYTES)).min(permits);
        Self { all: Arc::new(Semaphore::new(permits)), held: Arc::default(), share }
    }

    /// Nothing yet, for a body of this caller.
    fn nothing(&self, caller: &str) -> Held {
        Held { permit: None, caller: caller.to_owned(), held: self.held.clone() }
    }

    /// Takes memory for what arrives, as it arrives: what is only announced takes none.
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

/// Receives a body of JSON. What its headers tell against it is told before a byte of it is read.
pub async fn receive(
    memory: &Memory,
    caller: &str,
    headers: &HeaderMap,
    body: Body,
    limit: usize,
) -> Result<Received, Problem> {
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

/// Reads and drops a small body that a refused caller has most likely sent already, so that its connection can be used
/// again. A larger one is not read: its connection ends with the answer.
pub async fn discard_small(headers: &HeaderMap, mut body: Body) {
    let announced =
        headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if headers.contains_key(header::EXPECT) || announced.is_none_or(|bytes| bytes > DISCARDED_BYTES_MAX) {
        return;
    }
    let discarding = async { while let Some(Ok(_)) = body.frame().await {} };
    let _ = tokio::time::timeout(DISCARD_WAIT_MAX, discarding).await;
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
