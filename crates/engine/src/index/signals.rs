//! Signals as a feed.

use jiff::Timestamp;
use records::SignalKind;
use store::{FeedPosition, SignalFilter, StoredSignal};
use tokio::sync::watch;

use crate::{Engine, EngineError};

impl Engine {
    /// A page of a feed, newest first. Blocks on the database.
    pub fn signals(
        &self,
        kind: SignalKind,
        filter: &SignalFilter,
        after: Option<FeedPosition>,
        limit: usize,
    ) -> Result<Vec<StoredSignal>, EngineError> {
        self.described(self.store.signals(kind, filter, after, limit)?)
    }

    /// Signals stored after a sequence number, oldest first.
    pub fn signals_since(
        &self,
        kind: SignalKind,
        filter: &SignalFilter,
        no: i64,
        limit: usize,
    ) -> Result<Vec<StoredSignal>, EngineError> {
        self.described(self.store.signals_since(kind, filter, no, limit)?)
    }

    /// The last sequence number.
    pub fn last_signal(&self) -> Result<i64, EngineError> {
        Ok(self.store.last_signal()?)
    }

    /// Tells that signals were stored, without a read of the store for each receiver. Needs a running Tokio runtime.
    pub fn newest_signal(&self) -> watch::Receiver<i64> {
        self.newest_signal.watch(&self.store)
    }

    /// The newest time at which a signal of a kind was observed.
    pub fn last_observation(&self, kind: SignalKind) -> Result<Option<Timestamp>, EngineError> {
        Ok(self.store.last_observation(kind)?)
    }

    /// Completes the signals' companies from their records.
    fn described(&self, mut signals: Vec<StoredSignal>) -> Result<Vec<StoredSignal>, EngineError> {
        for stored in &mut signals {
            if let Some(company) = &mut stored.signal.company {
                let place = stored.signal.job.as_ref().and_then(|job| job.location.as_ref());
                self.describe_employer(company, place)?;
            }
        }
        Ok(signals)
    }
}
