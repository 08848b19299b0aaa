//! The running server: what every call shares.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use engine::{ClaimSource, Engine, EngineError, Index, PhoneCheck, PhoneSource, Verifier};
use jiff::Timestamp;
use metrics_exporter_prometheus::PrometheusHandle;
use store::{Clock, Entropy, Store, StoreError, new_id};
use tokio::sync::{Notify, watch};

use crate::{
    access::{password::Passwords, rate::Buckets, secret::Secret},
    background::{scheduler::Scheduler, tasks},
    call::{
        body, heavy::HeavyTurns, idempotency::InFlight, metering::Holds, request::LargeTurns,
        schemas::Schemas, streams::Streams,
    },
    catalogue::CATALOGUE,
    endpoint::Entry,
    openapi,
    readiness::Probe,
    sandbox::sample::Sample,
    settings::Settings,
};

/// How often the index looks for changes of the store.
const FOLLOW_EVERY: std::time::Duration = std::time::Duration::from_millis(150);

/// How long it is waited after what was erased could not be removed from the disk.
const CLEAN_AGAIN_AFTER: std::time::Duration = std::time::Duration::from_secs(10);

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
    /// The key of this installation.
    pub(crate) secret: Secret,
    /// Memory for the bodies that are being received.
    pub(crate) body_memory: body::Memory,
    /// Turns for reading large bodies.
    pub(crate) large_turns: LargeTurns,
    /// Turns for calls that take long to compute.
    pub(crate) heavy_turns: HeavyTurns,
    /// Turns for hashing passwords.
    pub(crate) passwords: Passwords,
    pub(crate) sandbox_store: Store,
    pub(crate) catalogue: &'static [Entry],
    pub(crate) schemas: Schemas,
    pub(crate) openapi: String,
    pub(crate) sample: Sample,
    pub(crate) holds: Holds,
    pub(crate) in_flight: InFlight,
    pub(crate) account_rates: Buckets,
    pub(crate) client_rates: Buckets,
    /// Accounts opened by each client network.
    pub(crate) signup_rates: Buckets,
    /// Attempts to sign in.
    pub(crate) login_rates: Buckets,
    /// Test events of each account.
    pub(crate) test_event_rates: Buckets,
    pub(crate) metrics: PrometheusHandle,
    /// Work that goes on beside the calls.
    pub scheduler: Scheduler,
    /// Under which this process takes work.
    pub(crate) worker: String,
    /// Told of each bulk job that is submitted or resumed.
    pub(crate) bulk_submitted: Notify,
    /// The way out for requests that are made on a user's word.
    pub(crate) outside: egress::Client,
    /// Told when an event was filed for a webhook.
    pub(crate) event_filed: Notify,
    /// The last trial write of `readyz`.
    pub(crate) probe: Probe,
    /// Live feeds that are open.
    pub(crate) streams: Arc<Streams>,
    used_keys: Mutex<HashMap<String, Timestamp>>,
    draining: watch::Sender<bool>,
}

/// What an [`App`] is made of.
pub struct AppDependencies {
    /// Accounts, ledger, history, and the real records.
    pub store: Store,
    /// The search index over the real records.
    pub index: Index,
    /// Who asks mail servers; none where that cannot be done.
    pub verifier: Option<Verifier>,
    /// Who may know phones besides the records, in the order they are asked.
    pub phone_sources: Vec<Arc<dyn PhoneSource>>,
    /// Who asks carriers about mobiles that nobody has checked.
    pub phone_check: Option<Arc<dyn PhoneCheck>>,
    /// Who may know people and companies of which there is no record.
    pub claim_source: Option<Arc<dyn ClaimSource>>,
    /// The sandbox's own small world.
    pub sandbox: Store,
    /// Who asks the mail servers of the sandbox's world.
    pub sandbox_verifier: Option<Verifier>,
    /// The way out for requests that are made on a user's word.
    pub outside: egress::Client,
    /// What the operator set.
    pub settings: Settings,
    /// Time.
    pub clock: Clock,
    /// Randomness.
    pub entropy: Entropy,
}

impl App {
    /// The product: the whole catalogue over these parts.
    pub fn new(parts: AppDependencies) -> Result<Arc<Self>, EngineError> {
        Self::with_catalogue(parts, CATALOGUE)
    }

    /// The machinery over another catalogue, for tests of the machinery itself.
    pub fn with_catalogue(
        parts: AppDependencies,
        catalogue: &'static [Entry],
    ) -> Result<Arc<Self>, EngineError> {
        let AppDependencies {
            store,
            index,
            verifier,
            phone_sources,
            phone_check,
            claim_source,
            sandbox,
            sandbox_verifier,
            outside,
            settings,
            clock,
            entropy,
        } = parts;
        let with = |engine: Engine, verifier: Option<Verifier>| match verifier {
            Some(verifier) => engine.with_verifier(Arc::new(verifier)),
            None => engine,
        };
        Ok(Arc::new(Self {
            engine: with(
                Engine::new(store.clone())
                    .with_index(Arc::new(index))
                    .with_phone_sources(phone_sources)
                    .with_phone_check(phone_check)
                    .with_claim_source(claim_source),
                verifier,
            ),
            sample: Sample::of(&sandbox)?,
            sandbox: with(engine::indexed(sandbox.clone())?, sandbox_verifier),
            sandbox_store: sandbox,
            secret: Secret::of(&store, &entropy)?,
            body_memory: body::Memory::new(settings.limits.all_bodies_bytes, settings.limits.body_bytes),
            large_turns: LargeTurns::default(),
            heavy_turns: HeavyTurns::default(),
            passwords: Passwords::default(),
            store,
            catalogue,
            schemas: Schemas::of(catalogue),
            openapi: openapi::document(catalogue).to_string(),
            settings,
            holds: Holds::default(),
            in_flight: InFlight::default(),
            account_rates: Buckets::default(),
            client_rates: Buckets::default(),
            signup_rates: Buckets::default(),
            login_rates: Buckets::default(),
            test_event_rates: Buckets::default(),
            metrics: crate::telemetry::recorder(),
            worker: new_id("wrk", &clock, &entropy),
            bulk_submitted: Notify::new(),
            event_filed: Notify::new(),
            outside,
            scheduler: Scheduler::of(tasks::all()),
            streams: Arc::default(),
            probe: Probe::default(),
            used_keys: Mutex::default(),
            draining: watch::channel(false).0,
            clock,
            entropy,
        }))
    }

    /// Remembers that a key was used; written down in the background.
    pub(crate) fn key_used(&self, id: &str, now: Timestamp) {
        self.used_keys.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), now);
    }

    /// Writes down when keys were last used.
    pub async fn write_key_uses(&self) -> Result<(), StoreError> {
        let used: Vec<_> = self.used_keys.lock().unwrap_or_else(PoisonError::into_inner).drain().collect();
        if used.is_empty() { Ok(()) } else { self.store.touch_keys(used).await }
    }

    /// Tells the workers of bulk jobs that there is something to do.
    pub(crate) fn wake_bulk(&self) {
        self.bulk_submitted.notify_one();
        self.scheduler.wake(tasks::BULK);
    }

    /// Tells the senders of events that there is something to send.
    pub(crate) fn wake_webhooks(&self) {
        self.event_filed.notify_one();
        self.scheduler.wake(tasks::WEBHOOKS);
    }

    /// Keeps the search index level with the store until the server drains. Blocks; meant for a thread of its own.
    pub(crate) fn follow_index(&self) {
        if let Err(error) = self.engine.prepare_index() {
            tracing::error!(%error, "the search index cannot be made; searches answer 503");
            return;
        }
        let mut clean_from = std::time::Instant::now();
        while !self.is_draining() {
            if let Err(error) = self.engine.follow_index() {
                tracing::error!(%error, "the search index fell behind");
            }
            if clean_from <= std::time::Instant::now()
                && let Err(error) = self.engine.clean()
            {
                tracing::error!(%error, "what was erased is still on the disk; trying again");
                clean_from = std::time::Instant::now() + CLEAN_AGAIN_AFTER;
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

    /// Hears when the server begins to stop.
    pub(crate) fn drained(&self) -> watch::Receiver<bool> {
        self.draining.subscribe()
    }

    /// The OpenAPI document.
    pub fn openapi(&self) -> &str {
        &self.openapi
    }
}
