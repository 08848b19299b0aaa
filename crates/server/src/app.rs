//! The running server: what every call shares.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use engine::{Engine, EngineError, Index, PhoneSource, Verifier};
use jiff::Timestamp;
use metrics_exporter_prometheus::PrometheusHandle;
use store::{Clock, Entropy, Store};
use tokio::sync::watch;

use crate::{
    catalogue::{CATALOGUE, Entry},
    idempotency::InFlight,
    metering::Holds,
    openapi,
    rate::Buckets,
    sample::Sample,
    schemas::Schemas,
    settings::Settings,
};

/// How often the index looks for changes of the store.
const FOLLOW_EVERY: std::time::Duration = std::time::Duration::from_millis(150);
/// How often the times of last use are written down.
const TOUCH_EVERY: std::time::Duration = std::time::Duration::from_secs(5);

/// How often mail servers that asked to come back later are thought of.
const RECHECK_EVERY: std::time::Duration = std::time::Duration::from_secs(5);

/// Everything the calls share.
pub struct App {
    /// Accounts, ledger, history.
    pub store: Store,
    /// Answers over the real records.
    pub engine: Engine,
    /// Answers over the sandbox's records.
    pub sandbox: Engine,
    /// What the operator set.
    pub settings: Settings,
    /// Time.
    pub clock: Clock,
    /// Randomness.
    pub entropy: Entropy,
    pub(crate) sandbox_store: Store,
    pub(crate) catalogue: &'static [Entry],
    pub(crate) schemas: Schemas,
    pub(crate) openapi: String,
    pub(crate) sample: Sample,
    pub(crate) holds: Holds,
    pub(crate) in_flight: InFlight,
    pub(crate) account_rates: Buckets,
    pub(crate) client_rates: Buckets,
    pub(crate) metrics: PrometheusHandle,
    /// Counted by its clones: one for each live feed.
    pub(crate) feeds: Arc<()>,
    used_keys: Mutex<HashMap<String, Timestamp>>,
    draining: watch::Sender<bool>,
}

/// What an [`App`] is made of.
pub struct Parts {
    /// Accounts, ledger, history, and the real records.
    pub store: Store,
    /// The search index over the real records.
    pub index: Index,
    /// Who asks mail servers; none where that cannot be done.
    pub verifier: Option<Verifier>,
    /// Who may know phones besides the records, in the order they are asked.
    pub phone_sources: Vec<Arc<dyn PhoneSource>>,
    /// The sandbox's own small world.
    pub sandbox: Store,
    /// Who asks the mail servers of the sandbox's world.
    pub sandbox_verifier: Option<Verifier>,
    /// What the operator set.
    pub settings: Settings,
    /// Time.
    pub clock: Clock,
    /// Randomness.
    pub entropy: Entropy,
}

impl App {
    /// The product: the whole catalogue over these parts.
    pub fn new(parts: Parts) -> Result<Arc<Self>, EngineError> {
        Self::with_catalogue(parts, CATALOGUE)
    }

    /// The machinery over another catalogue, for tests of the machinery itself.
    pub fn with_catalogue(parts: Parts, catalogue: &'static [Entry]) -> Result<Arc<Self>, EngineError> {
        let Parts {
            store,
            index,
            verifier,
            phone_sources,
            sandbox,
            sandbox_verifier,
            settings,
            clock,
            entropy,
        } = parts;
        let with = |engine: Engine, verifier: Option<Verifier>| match verifier {
            Some(verifier) => engine.with_verifier(Arc::new(verifier)),
            None => engine,
        };
        let sample = Sample::of(&sandbox)?;
        Ok(Arc::new(Self {
            engine: with(
                Engine::new(store.clone()).with_index(Arc::new(index)).with_phone_sources(phone_sources),
                verifier,
            ),
            sandbox: with(engine::indexed(sandbox.clone())?, sandbox_verifier),
            sandbox_store: sandbox,
            store,
            clock,
            entropy,
            catalogue,
            schemas: Schemas::of(catalogue),
            openapi: openapi::document(catalogue, &sample).to_string(),
            sample,
            settings,
            holds: Holds::default(),
            in_flight: InFlight::default(),
            account_rates: Buckets::default(),
            client_rates: Buckets::default(),
            metrics: crate::telemetry::recorder(),
            feeds: Arc::default(),
            used_keys: Mutex::default(),
            draining: watch::channel(false).0,
        }))
    }

    /// Remembers that a key was used; written down in the background.
    pub(crate) fn key_used(&self, id: &str, now: Timestamp) {
        self.used_keys.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), now);
    }

    /// Writes down when keys were last used.
    pub async fn write_key_uses(&self) {
        let used: Vec<_> = self.used_keys.lock().unwrap_or_else(PoisonError::into_inner).drain().collect();
        if !used.is_empty()
            && let Err(error) = self.store.touch_keys(used).await
        {
            tracing::warn!(%error, "could not write down when keys were last used");
        }
    }

    /// Work that goes on beside the calls, until the server drains.
    pub(crate) async fn background(self: Arc<Self>) {
        let mut draining = self.draining.subscribe();
        while !self.is_draining() {
            let _ = tokio::time::timeout(TOUCH_EVERY, draining.changed()).await;
            self.write_key_uses().await;
        }
    }

    /// Asks mail servers again that asked for time, until the server drains.
    pub(crate) async fn recheck_mail(self: Arc<Self>) {
        let mut draining = self.draining.subscribe();
        while !self.is_draining() {
            let _ = tokio::time::timeout(RECHECK_EVERY, draining.changed()).await;
            // What a drain cuts off is due again when its lease ends.
            tokio::select! {
                () = self.work_mail() => {}
                _ = draining.wait_for(|drains| *drains) => {}
            }
        }
    }

    /// Does what is due about mail, until nothing is left.
    async fn work_mail(&self) {
        let work = async {
            while self.engine.work_due(self.clock.now()).await? > 0 {}
            while self.engine.forget_old_checks(self.clock.now()).await? > 0 {}
            Ok::<_, EngineError>(())
        };
        if let Err(error) = work.await {
            tracing::warn!(%error, "could not ask mail servers again");
        }
    }

    /// Keeps the search index level with the store until the server drains. Blocks; meant for a thread of its own.
    pub(crate) fn follow_index(&self) {
        if let Err(error) = self.engine.prepare_index() {
            tracing::error!(%error, "the search index cannot be made; searches answer 503");
            return;
        }
        while !self.is_draining() {
            if let Err(error) = self.engine.follow_index() {
                tracing::error!(%error, "the search index fell behind");
            }
            std::thread::sleep(FOLLOW_EVERY);
        }
    }

    /// Stops taking calls: `readyz` says no from here on.
    pub fn drain(&self) {
        self.draining.send_replace(true);
    }

    /// Whether the server has begun to stop.
    pub(crate) fn is_draining(&self) -> bool {
        *self.draining.borrow()
    }

    /// The OpenAPI document.
    pub fn openapi(&self) -> &str {
        &self.openapi
    }
}
