//! The write probe of `readyz`: checks that the store can write to disk.

use std::time::{Duration, Instant};

use jiff::Timestamp;
use store::{Store, StoreError};
use tokio::sync::Mutex;

/// Timeout of a probe write.
const PROBE_WAIT_MAX: Duration = Duration::from_secs(2);
/// How long a probe result is cached, so that frequent polling does not cause writes.
const PROBE_KEPT: Duration = Duration::from_secs(1);

/// Time and error of the last probe write.
#[derive(Default)]
pub struct Probe(pub(crate) Mutex<Option<(Instant, Option<String>)>>);

impl Probe {
    /// Why the store cannot write; none if it can. One caller at a time probes; the others get the cached result.
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
