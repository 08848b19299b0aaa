//! Assembles the server from its dependencies.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
};

use engine::{Engine, EngineError, ExternalSources, Feeds, Index, Verifier};
use store::{Clock, Entropy, Store, new_id};
use tokio::sync::{Notify, watch};

use crate::access::key_cache::KeyCache;
use crate::{
    access::{password::Passwords, rate::Buckets, secret::Secret, shared_rate::SharedBuckets},
    app::App,
    background::{
        imports::folder::ImportFolder,
        measured::Measured,
        scheduler::{Scheduler, Wakers},
        tasks,
    },
    call::{
        heavy::HeavyTurns,
        history_queue::HistoryQueue,
        in_flight::InFlight,
        metering::Holds,
        request::{body, catalogue_schemas, large_turns::LargeTurns},
    },
    catalogue::CATALOGUE,
    endpoint::Entry,
    sandbox::sample::Sample,
    serve::{health::MachineChecks, probe::Probe},
    services::Services,
    settings::{Settings, ShownSetting},
    telemetry::traces::Traces,
};

/// The dependencies of an [`App`].
pub struct AppDependencies {
    /// Accounts, ledger, history, and the real records.
    pub store: Store,
    /// The search index over the real records.
    pub index: Index,
    /// Email verifier that connects to mail servers; none if outgoing SMTP is unavailable.
    pub verifier: Option<Verifier>,
    /// Websites and vendors, queried when the records do not answer.
    pub external: ExternalSources,
    /// Feeds that are polled in the background.
    pub feeds: Feeds,
    /// The sandbox's store.
    pub sandbox: Store,
    /// Email verifier of the sandbox's simulated mail servers.
    pub sandbox_verifier: Option<Verifier>,
    /// HTTP client for URLs given by users.
    pub http: egress::Client,
    /// The operator's settings.
    pub settings: Settings,
    /// Folder for files that operators send for an import.
    pub imports: PathBuf,
    /// Spans on their way to a collector of traces.
    pub traces: Traces,
    /// Every setting of the process with its origin, without secrets.
    pub shown_settings: Vec<ShownSetting>,
    /// Checks of files, locks and mail for operators; none leaves them out.
    pub machine_checks: Option<MachineChecks>,
    /// The injected clock.
    pub clock: Clock,
    /// The injected source of randomness.
    pub entropy: Entropy,
}

impl App {
    /// The server with the full catalogue.
    pub fn new(dependencies: AppDependencies) -> Result<Arc<Self>, EngineError> {
        Self::with_catalogue(dependencies, CATALOGUE)
    }

    /// The server with another catalogue, for tests of the pipeline.
    pub fn with_catalogue(
        dependencies: AppDependencies,
        catalogue: &'static [Entry],
    ) -> Result<Arc<Self>, EngineError> {
        let wakers = Wakers::default();
        let sample = Sample::of(&dependencies.sandbox)?;
        let services = services(dependencies, catalogue, wakers.clone())?;
        let limits = &services.settings.limits;
        Ok(Arc::new(Self {
            body_memory: body::Memory::new(limits.all_bodies_bytes, limits.body_bytes),
            large_turns: LargeTurns::default(),
            heavy_turns: HeavyTurns::default(),
            key_cache: KeyCache::default(),
            holds: Holds::default(),
            in_flight: InFlight::default(),
            account_rates: Buckets::default(),
            shared_rates: SharedBuckets::default(),
            listening: std::sync::OnceLock::new(),
            metrics: crate::telemetry::recorder(),
            worker: new_id("wrk", &services.clock, &services.entropy),
            scheduler: Scheduler::new(tasks::all(), wakers),
            probe: Probe::default(),
            used_keys: Mutex::default(),
            used_sessions: Mutex::default(),
            openapi: std::sync::OnceLock::new(),
            agents_openapi: std::sync::OnceLock::new(),
            services: Arc::new(services),
            sample,
            catalogue,
        }))
    }
}

fn services(
    dependencies: AppDependencies,
    catalogue: &'static [Entry],
    wakers: Wakers,
) -> Result<Services, EngineError> {
    let AppDependencies {
        store,
        index,
        verifier,
        external,
        feeds,
        sandbox,
        sandbox_verifier,
        http,
        settings,
        imports,
        traces,
        shown_settings,
        machine_checks,
        clock,
        entropy,
    } = dependencies;
    let store = store.with_clock(clock.clone());
    let with = |engine: Engine, verifier: Option<Verifier>| match verifier {
        Some(verifier) => engine.with_verifier(Arc::new(verifier)),
        None => engine,
    };
    let engine = Engine::new(store.clone()).with_index(Arc::new(index)).with_external(external);
    let twins = catalogue.iter().filter(|entry| entry.spec.has_twin());
    Ok(Services {
        engine: with(engine, verifier),
        sandbox: with(engine::indexed(sandbox.clone())?, sandbox_verifier),
        sandbox_store: sandbox,
        secret: Secret::of(&store, &entropy)?,
        schemas: catalogue_schemas::all(catalogue),
        endpoint_paths: catalogue.iter().map(|entry| (entry.spec.id, entry.spec.path)).collect(),
        history: HistoryQueue::default(),
        sandbox_paths: twins.map(|entry| (entry.spec.group.as_str(), entry.spec.twin_path())).collect(),
        passwords: Passwords::default(),
        client_rates: Buckets::default(),
        signup_rates: Buckets::default(),
        login_rates: Buckets::default(),
        test_event_rates: Buckets::default(),
        imports: ImportFolder::new(imports),
        traces,
        http,
        feeds,
        measured: Measured::default(),
        streams: Arc::default(),
        bulk_submitted: Notify::new(),
        event_filed: Notify::new(),
        wakers,
        draining: watch::channel(false).0,
        store,
        settings,
        shown_settings,
        machine_checks,
        clock,
        entropy,
    })
}
