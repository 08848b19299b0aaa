//! The write probe of `readyz`: checks that the store can write to disk.

use std::time::{Duration, Instant};

use jiff::Timestamp;
use store::{Store, StoreError};
use tokio::{sync::Mutex, time::timeout};

/// Timeout of a probe write.
const PROBE_WAIT_MAX: Duration = Duration::from_secs(2);
/// The same for the records: behind a long change of them, calls are answered and charged nonetheless.
const RECORDS_WAIT_MAX: Duration = Duration::from_millis(500);
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
        let why = match timeout(PROBE_WAIT_MAX, store.probe(now)).await {
            Ok(Ok(())) => records_fault(store, now).await,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some(format!("a write takes longer than {} s", PROBE_WAIT_MAX.as_secs())),
        };
        *last = Some((Instant::now(), why.clone()));
        why
    }
}

/// Why records cannot be written, other than that a change of them takes long.
async fn records_fault(store: &Store, now: Timestamp) -> Option<String> {
    match timeout(RECORDS_WAIT_MAX, store.probe_records(now)).await {
        Ok(Ok(())) | Ok(Err(StoreError::Busy)) | Err(_) => None,
        Ok(Err(error)) => Some(error.to_string()),
    }
}
