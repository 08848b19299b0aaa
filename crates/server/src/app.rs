//! The running server: the catalogue, the services of its endpoints, and the limits on calls.

pub(crate) mod assembly;

use std::{
    collections::HashMap,
    ops::Deref,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use jiff::{SignedDuration, Timestamp};
use metrics_exporter_prometheus::PrometheusHandle;
use store::{Clock, KeyId, StoreError, Woken};
use tokio::sync::watch;

use crate::{
    access::{key_cache::KeyCache, rate::Buckets, shared_rate::SharedBuckets},
    background::scheduler::{Scheduled, Scheduler, TaskError},
    call::{
        heavy::HeavyTurns,
        in_flight::InFlight,
        metering::Holds,
        request::{body, large_turns::LargeTurns},
    },
    endpoint::Entry,
    openapi,
    sandbox::sample::Sample,
    serve::{probe::Probe, published::Published},
    services::Services,
};

/// Polling interval of the search index for store changes.
const FOLLOW_EVERY: std::time::Duration = std::time::Duration::from_millis(150);
/// How long the index waits after it heard of a change, so that changes that follow each other are read together.
const GATHER_FOR: std::time::Duration = std::time::Duration::from_millis(20);
/// How long a node has a task that one node at a time runs.
const TASK_LEASE_MIN: SignedDuration = SignedDuration::from_secs(15);
const TASK_LEASE_MAX: SignedDuration = SignedDuration::from_mins(5);
/// How long the index waits before it is prepared again after a shared store could not be read.
const PREPARE_AGAIN_AFTER: std::time::Duration = std::time::Duration::from_secs(2);
/// Retry delay after a failed compaction.
const COMPACT_AGAIN_AFTER: std::time::Duration = std::time::Duration::from_secs(10);

/// Waits until records are heard to have changed since this count, at most [`FOLLOW_EVERY`]. Blocks.
fn wait_for_records(woken: &mut watch::Receiver<Woken>, records: u64) {
    let changed = woken.wait_for(|woken| woken.records != records);
    let waited = tokio::runtime::Handle::current().block_on(tokio::time::timeout(FOLLOW_EVERY, changed));
    match waited {
        Ok(Ok(_)) => std::thread::sleep(GATHER_FOR),
        // Nothing is heard any more.
        Ok(Err(_)) => std::thread::sleep(FOLLOW_EVERY),
        Err(_) => {}
    }
}

/// Media type of the OpenAPI documents.
const JSON: &str = "application/json";

/// State shared by all calls.
pub struct App {
    pub(crate) services: Arc<Services>,
    pub(crate) catalogue: &'static [Entry],
    /// The OpenAPI document and its small form, made when they are first asked for.
    pub(crate) openapi: OnceLock<Published>,
    pub(crate) agents_openapi: OnceLock<Published>,
    pub(crate) sample: Sample,
    /// Memory budget for bodies being received.
    pub(crate) body_memory: body::Memory,
    /// Concurrency limit for parsing large bodies.
    pub(crate) large_turns: LargeTurns,
    /// Concurrency limits of heavy calls.
    pub(crate) heavy_turns: HeavyTurns,
    /// Keys that were read a moment ago.
    pub(crate) key_cache: KeyCache,
    pub(crate) holds: Holds,
    pub(crate) in_flight: InFlight,
    /// Rate limits of calls, by account.
    pub(crate) account_rates: Buckets,
    /// The same where several nodes share the store.
    pub(crate) shared_rates: SharedBuckets,
    pub(crate) metrics: PrometheusHandle,
    /// Background tasks.
    pub scheduler: Scheduler<App>,
    /// Id under which this process leases work.
    pub(crate) worker: String,
    /// Where it listens, once it does.
    pub(crate) listening: std::sync::OnceLock<std::net::SocketAddr>,
    /// The write probe of `readyz`.
    pub(crate) probe: Probe,
    pub(crate) used_keys: Mutex<HashMap<KeyId, Timestamp>>,
    /// When sessions were used, by the hash of their token.
    pub(crate) used_sessions: Mutex<HashMap<[u8; 32], Timestamp>>,
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

    async fn take_task(&self, task: &'static str, every: SignedDuration) -> Result<bool, TaskError> {
        if !self.store.is_shared() {
            return Ok(true);
        }
        // Kept by the runs that follow; free soon after its node is gone.
        let lasting = (every * 3).clamp(TASK_LEASE_MIN, TASK_LEASE_MAX);
        Ok(self.store.take_task(task, &self.worker, lasting).await?)
    }
}

impl App {
    /// Records the use of a key; written to the store in the background.
    pub(crate) fn key_used(&self, id: &KeyId, now: Timestamp) {
        self.used_keys.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), now);
    }

    /// Records the use of a session; written to the store in the background.
    pub(crate) fn session_used(&self, token: [u8; 32], now: Timestamp) {
        self.used_sessions.lock().unwrap_or_else(PoisonError::into_inner).insert(token, now);
    }

    /// The use of a session that is not written yet.
    pub(crate) fn session_use(&self, token: &[u8; 32]) -> Option<Timestamp> {
        self.used_sessions.lock().unwrap_or_else(PoisonError::into_inner).get(token).copied()
    }

    /// Writes the recorded last-use times of keys and sessions.
    pub async fn write_key_uses(&self) -> Result<(), StoreError> {
        let used: Vec<_> = self.used_keys.lock().unwrap_or_else(PoisonError::into_inner).drain().collect();
        if !used.is_empty() {
            self.store.touch_keys(used).await?;
        }
        // Forgotten only once they are written: until then the store would tell that a session has been idle.
        let sessions = || self.used_sessions.lock().unwrap_or_else(PoisonError::into_inner);
        let used: Vec<_> = sessions().iter().map(|(token, at)| (*token, *at)).collect();
        if used.is_empty() {
            return Ok(());
        }
        self.store.touch_sessions(used.clone()).await?;
        let mut left = sessions();
        for (token, at) in used {
            if left.get(&token) == Some(&at) {
                left.remove(&token);
            }
        }
        Ok(())
    }

    /// Writes calls that cost nothing and wait to be in the history.
    pub async fn history_written(&self) {
        self.history.settle(&self.store).await;
    }

    /// Keeps the search index up to date with the store until the server drains. Blocks; run it on its own thread.
    pub(crate) fn follow_index(&self) {
        while let Err(error) = self.engine.prepare_index() {
            tracing::error!(%error, "the search index cannot be made; searches answer 503");
            if self.is_draining() || !self.store.is_shared() {
                return;
            }
            std::thread::sleep(PREPARE_AGAIN_AFTER);
        }
        let mut woken = self.listen();
        let heard =
            |woken: &Option<watch::Receiver<Woken>>| woken.as_ref().map(|woken| woken.borrow().records);
        let mut compact_from = std::time::Instant::now();
        while !self.is_draining() {
            // Before the changes are read: one that is committed meanwhile counts again.
            let records = heard(&woken);
            if let Err(error) = self.engine.follow_index() {
                tracing::error!(%error, "the search index fell behind");
            }
            if compact_from <= std::time::Instant::now()
                && let Err(error) = self.engine.clean()
            {
                tracing::error!(%error, "what was erased is still on the disk; trying again");
                compact_from = std::time::Instant::now() + COMPACT_AGAIN_AFTER;
            }
            match (&mut woken, records) {
                (Some(woken), Some(records)) => wait_for_records(woken, records),
                _ => std::thread::sleep(FOLLOW_EVERY),
            }
        }
        if self.store.is_shared()
            && let Err(error) = self.store.remove_node(self.worker.clone())
        {
            tracing::warn!(%error, "the other nodes cannot be told that this one stops");
        }
    }

    /// Hears of what other nodes have committed; nothing where there are none.
    fn listen(&self) -> Option<watch::Receiver<Woken>> {
        self.store.listen().unwrap_or_else(|error| {
            tracing::warn!(%error, "this node does not hear of changes, and looks for them");
            None
        })
    }

    /// Wakes tasks for work that another node was given, until the server drains.
    pub(crate) async fn keep_listening(&self) {
        let Some(mut woken) = self.listen() else { return };
        let mut drained = self.services.drained();
        let mut jobs = woken.borrow_and_update().jobs;
        while !*drained.borrow() {
            tokio::select! {
                changed = woken.changed() => if changed.is_err() { return },
                _ = drained.changed() => return,
            }
            let heard = woken.borrow_and_update().jobs;
            if std::mem::replace(&mut jobs, heard) != heard {
                self.wake_bulk();
            }
        }
    }

    /// Tells the other nodes of a shared store that this one is alive.
    pub(crate) async fn note_node(self: Arc<Self>) -> Result<(), TaskError> {
        if self.store.is_shared() {
            let noted =
                tokio::task::spawn_blocking(move || self.engine.note_node(&self.worker, &self.address()));
            noted.await??;
        }
        Ok(())
    }

    /// Where this server listens; empty before it does.
    pub(crate) fn address(&self) -> String {
        self.listening.get().map(ToString::to_string).unwrap_or_default()
    }

    /// Starts draining: `readyz` reports not ready from now on.
    pub fn drain(&self) {
        self.draining.send_replace(true);
    }

    /// The OpenAPI document as JSON.
    pub fn openapi(&self) -> &str {
        self.published_openapi().text()
    }

    pub(crate) fn published_openapi(&self) -> &Published {
        self.openapi.get_or_init(|| Published::new(JSON, openapi::document(self.catalogue).to_string()))
    }

    /// The same for the small document for agents.
    pub(crate) fn published_agents_openapi(&self) -> &Published {
        self.agents_openapi
            .get_or_init(|| Published::new(JSON, openapi::agents_document(self.catalogue).to_string()))
    }
}
