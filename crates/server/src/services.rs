//! Services available to endpoints: records, time, settings, and wakers of background tasks.

use std::sync::Arc;

use engine::{Engine, Feeds};
use store::{Clock, Entropy, Store, UnbilledCall};
use tokio::sync::{Notify, watch};

use crate::{
    access::{password::Passwords, rate::Buckets, secret::Secret},
    background::{imports::folder::ImportFolder, measured::Measured, scheduler::Wakers},
    call::{history_queue::HistoryQueue, request::schemas::Schemas, stream_count::Streams},
    serve::health::MachineChecks,
    settings::{Settings, ShownSetting},
    telemetry::traces::Traces,
};

/// Name of the task that processes bulk jobs.
pub(crate) const BULK_TASK: &str = "bulk";
/// Name of the task that writes calls that cost nothing to the history.
pub(crate) const HISTORY_TASK: &str = "history";
/// Name of the task that imports files that operators sent.
pub(crate) const IMPORT_TASK: &str = "imports";
/// What the history has in the place of an endpoint for calls that none takes.
pub(crate) const UNROUTED: &str = "unknown_path";
/// Name of the task that delivers webhook events.
pub(crate) const WEBHOOK_TASK: &str = "webhooks";

/// Services available to endpoints.
pub struct Services {
    /// Accounts, ledger, history.
    pub store: Store,
    /// Queries over the real records.
    pub engine: Engine,
    /// Queries over the sandbox's records.
    pub sandbox: Engine,
    /// The sandbox's own accounts and lists.
    pub(crate) sandbox_store: Store,
    /// The operator's settings.
    pub settings: Settings,
    /// Every setting of the process as operators see it.
    pub(crate) shown_settings: Vec<ShownSetting>,
    /// Checks of the machine around the server, for operators.
    pub(crate) machine_checks: Option<MachineChecks>,
    /// The injected clock.
    pub clock: Clock,
    /// The injected source of randomness.
    pub entropy: Entropy,
    /// Secret key of this installation.
    pub(crate) secret: Secret,
    /// Request schemas by endpoint.
    pub schemas: Schemas,
    /// Id and path of every endpoint.
    pub(crate) endpoint_paths: Vec<(&'static str, &'static str)>,
    /// Calls that cost nothing, on their way to the history.
    pub(crate) history: HistoryQueue,
    /// Sandbox paths, each with the group of its endpoint.
    pub(crate) sandbox_paths: Vec<(&'static str, String)>,
    /// Password hashing with bounded concurrency.
    pub(crate) passwords: Passwords,
    /// Rate limits of calls without a valid key, by client network.
    pub(crate) client_rates: Buckets,
    /// Rate limits of sign-up, by client network.
    pub(crate) signup_rates: Buckets,
    /// Rate limits of login attempts.
    pub(crate) login_rates: Buckets,
    /// Rate limits of test events, by account.
    pub(crate) test_event_rates: Buckets,
    /// Spans on their way to a collector of traces.
    pub(crate) traces: Traces,
    /// HTTP client for URLs given by users.
    pub(crate) http: egress::Client,
    /// Feeds of external sources.
    pub(crate) feeds: Feeds,
    /// Files that operators sent for an import.
    pub(crate) imports: ImportFolder,
    /// Results of what is measured in the background.
    pub(crate) measured: Measured,
    /// Counters of open live feeds.
    pub(crate) streams: Arc<Streams>,
    /// Notified when a bulk job is submitted or resumed.
    pub(crate) bulk_submitted: Notify,
    /// Notified when a webhook event is filed.
    pub(crate) event_filed: Notify,
    pub(crate) wakers: Wakers,
    pub(crate) draining: watch::Sender<bool>,
}

impl Services {
    /// Wakes the bulk-job workers.
    pub(crate) fn wake_bulk(&self) {
        self.bulk_submitted.notify_one();
        self.wakers.wake(BULK_TASK);
    }

    /// Wakes the webhook delivery.
    pub(crate) fn wake_webhooks(&self) {
        self.event_filed.notify_one();
        self.wakers.wake(WEBHOOK_TASK);
    }

    /// Wakes the task that imports files.
    pub(crate) fn wake_imports(&self) {
        self.wakers.wake(IMPORT_TASK);
    }

    /// Adds a call that cost nothing to the history; it is written in the background.
    pub(crate) fn note_call(&self, call: UnbilledCall) {
        if self.history.push(call) {
            self.wakers.wake(HISTORY_TASK);
        }
    }

    /// Whether the server is draining.
    pub(crate) fn is_draining(&self) -> bool {
        *self.draining.borrow()
    }

    /// Becomes true when the server starts draining.
    pub(crate) fn drained(&self) -> watch::Receiver<bool> {
        self.draining.subscribe()
    }
}
