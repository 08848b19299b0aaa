//! The last trial write, which tells whether the disk takes one.

use std::time::{Duration, Instant};

use jiff::Timestamp;
use store::{Store, StoreError};
use tokio::sync::Mutex;

/// How long a trial write may take.
const PROBE_WAIT_MAX: Duration = Duration::from_secs(2);
/// How long the outcome of a trial write is told without another one, so that asking often costs nothing.
const PROBE_KEPT: Duration = Duration::from_secs(1);

/// The last trial write: when, and why it failed.
#[derive(Default)]
pub struct Probe(pub(crate) Mutex<Option<(Instant, Option<String>)>>);

impl Probe {
    /// Why nothing can be written, if so. One caller at a time writes; the others are told what it found.
    pub(crate) async fn run(&self, store: &Store, now: Timestamp) -> Option<String> {
        if *store.halted().borrow() {
            return Some(StoreError::Halted.to_string());
        }
        let mut last = self.0.lock().await;
        if let Some((_, why)) = last.as_ref().filter(|(at, _)| at.elapsed() < PROBE_KEPT) {
            return why.clone();
        }
        let written = tokio::time::timeout(PROBE_WAIT_MAX, store.probe(now)).await;
        let why = match written {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some(format!("a write takes longer than {} s", PROBE_WAIT_MAX.as_secs())),
        };
        *last = Some((Instant::now(), why.clone()));
        why
    }
}
