//! The running server: the catalogue, the services of its endpoints, and the limits on calls.

pub(crate) mod assembly;

use std::{
    collections::HashMap,
    ops::Deref,
    sync::{Arc, Mutex, PoisonError},
};

use jiff::Timestamp;
use metrics_exporter_prometheus::PrometheusHandle;
use store::{Clock, KeyId, StoreError};
use tokio::sync::watch;

use crate::{
    access::rate::Buckets,
    background::scheduler::{Scheduled, Scheduler},
    call::{
        heavy::HeavyTurns,
        in_flight::InFlight,
        metering::Holds,
        request::{body, large_turns::LargeTurns},
    },
    endpoint::Entry,
    sandbox::sample::Sample,
    serve::probe::Probe,
    services::Services,
};

/// Polling interval of the search index for store changes.
const FOLLOW_EVERY: std::time::Duration = std::time::Duration::from_millis(150);
/// Retry delay after a failed compaction.
const COMPACT_AGAIN_AFTER: std::time::Duration = std::time::Duration::from_secs(10);

/// State shared by all calls.
pub struct App {
    pub(crate) services: Arc<Services>,
    pub(crate) catalogue: &'static [Entry],
    pub(crate) openapi: String,
    pub(crate) sample: Sample,
    /// Memory budget for bodies being received.
    pub(crate) body_memory: body::Memory,
    /// Concurrency limit for parsing large bodies.
    pub(crate) large_turns: LargeTurns,
    /// Concurrency limits of heavy calls.
    pub(crate) heavy_turns: HeavyTurns,
    pub(crate) holds: Holds,
    pub(crate) in_flight: InFlight,
    /// Rate limits of calls, by account.
    pub(crate) account_rates: Buckets,
    pub(crate) metrics: PrometheusHandle,
    /// Background tasks.
    pub scheduler: Scheduler<App>,
    /// Id under which this process leases work.
    pub(crate) worker: String,
    /// The write probe of `readyz`.
    pub(crate) probe: Probe,
    pub(crate) used_keys: Mutex<HashMap<KeyId, Timestamp>>,
}

impl Deref for App {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.services
    }
}

impl Scheduled for App {
    fn clock(&self) -> &Clock {
        &self.services.clock
    }

    fn drained(&self) -> watch::Receiver<bool> {
        self.services.drained()
    }
}

impl App {
    /// Records the use of a key; written to the store in the background.
    pub(crate) fn key_used(&self, id: &KeyId, now: Timestamp) {
        self.used_keys.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), now);
    }

    /// Writes the recorded last-use times of keys.
    pub async fn write_key_uses(&self) -> Result<(), StoreError> {
        let used: Vec<_> = self.used_keys.lock().unwrap_or_else(PoisonError::into_inner).drain().collect();
        if used.is_empty() { Ok(()) } else { self.store.touch_keys(used).await }
    }

    /// Writes calls that cost nothing and wait to be in the history.
    pub async fn history_written(&self) {
        self.history.settle(&self.store).await;
    }

    /// Keeps the search index up to date with the store until the server drains. Blocks; run it on its own thread.
    pub(crate) fn follow_index(&self) {
        if let Err(error) = self.engine.prepare_index() {
            tracing::error!(%error, "the search index cannot be made; searches answer 503");
            return;
        }
        let mut compact_from = std::time::Instant::now();
        while !self.is_draining() {
            if let Err(error) = self.engine.follow_index() {
                tracing::error!(%error, "the search index fell behind");
            }
            if compact_from <= std::time::Instant::now()
                && let Err(error) = self.engine.clean()
            {
                tracing::error!(%error, "what was erased is still on the disk; trying again");
                compact_from = std::time::Instant::now() + COMPACT_AGAIN_AFTER;
            }
            std::thread::sleep(FOLLOW_EVERY);
        }
    }

    /// Starts draining: `readyz` reports not ready from now on.
    pub fn drain(&self) {
        self.draining.send_replace(true);
    }

    /// The OpenAPI document as JSON.
    pub fn openapi(&self) -> &str {
        &self.openapi
    }
}
