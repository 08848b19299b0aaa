//! What an endpoint may use: records, time, settings, and ways to wake background work.

use std::sync::Arc;

use engine::Engine;
use store::{Clock, Entropy, Store};
use tokio::sync::{Notify, watch};

use crate::{
    access::{password::Passwords, rate::Buckets, secret::Secret},
    background::scheduler::Wakers,
    call::{request::schemas::Schemas, stream_count::Streams},
    settings::Settings,
};

/// The name of the task that answers items of bulk jobs.
pub(crate) const BULK_TASK: &str = "bulk";
/// The name of the task that delivers events to webhooks.
pub(crate) const WEBHOOK_TASK: &str = "webhooks";

/// What an endpoint may use.
pub struct Services {
    /// Accounts, ledger, history.
    pub store: Store,
    /// Answers over the real records.
    pub engine: Engine,
    /// Answers over the sandbox's records.
    pub sandbox: Engine,
    /// The sandbox's own accounts and lists.
    pub(crate) sandbox_store: Store,
    /// What the operator set.
    pub settings: Settings,
    /// Time.
    pub clock: Clock,
    /// Randomness.
    pub entropy: Entropy,
    /// The key of this installation.
    pub(crate) secret: Secret,
    /// Request schemas by endpoint.
    pub(crate) schemas: Schemas,
    /// Paths of the sandbox, each with the family of its endpoint.
    pub(crate) sandbox_paths: Vec<(&'static str, String)>,
    /// Turns for hashing passwords.
    pub(crate) passwords: Passwords,
    /// Calls without a valid key, by client network.
    pub(crate) client_rates: Buckets,
    /// Accounts opened, by client network.
    pub(crate) signup_rates: Buckets,
    /// Attempts to sign in.
    pub(crate) login_rates: Buckets,
    /// Test events, by account.
    pub(crate) test_event_rates: Buckets,
    /// The HTTP client for addresses that users name.
    pub(crate) http: egress::Client,
    /// Live feeds that are open.
    pub(crate) streams: Arc<Streams>,
    /// Notified of each bulk job that is submitted or resumed.
    pub(crate) bulk_submitted: Notify,
    /// Notified when an event was filed for a webhook.
    pub(crate) event_filed: Notify,
    pub(crate) wakers: Wakers,
    pub(crate) draining: watch::Sender<bool>,
}

impl Services {
    /// Wakes the workers of bulk jobs.
    pub(crate) fn wake_bulk(&self) {
        self.bulk_submitted.notify_one();
        self.wakers.wake(BULK_TASK);
    }

    /// Wakes the senders of events.
    pub(crate) fn wake_webhooks(&self) {
        self.event_filed.notify_one();
        self.wakers.wake(WEBHOOK_TASK);
    }

    /// Whether the server has begun to stop.
    pub(crate) fn is_draining(&self) -> bool {
        *self.draining.borrow()
    }

    /// Becomes true when the server begins to stop.
    pub(crate) fn drained(&self) -> watch::Receiver<bool> {
        self.draining.subscribe()
    }
}
