//! Log of the upstream calls made while an API call is answered, for its history and its explanation.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

use store::UpstreamCall;

/// Upstream calls in the order in which they ended. Clones share one log.
#[derive(Debug, Clone)]
pub(crate) struct UpstreamLog {
    /// When the API call arrived.
    began: Instant,
    calls: Arc<Mutex<Vec<UpstreamCall>>>,
    /// The log of the API call, for a log of one of its look-ups.
    whole: Option<Arc<Mutex<Vec<UpstreamCall>>>>,
}

impl UpstreamLog {
    /// An empty log of an API call that arrived at this instant.
    pub(crate) fn since(began: Instant) -> Self {
        Self { began, calls: Arc::default(), whole: None }
    }

    /// Milliseconds from the arrival of the API call to an instant; zero for what began before it, as a run of vendors that the
    /// call joined.
    pub(crate) fn offset_ms(&self, at: Instant) -> u64 {
        u64::try_from(at.saturating_duration_since(self.began).as_millis()).unwrap_or(u64::MAX)
    }

    /// A log of one look-up. What it records is in this log, too, at once: a look-up may be cancelled.
    pub(crate) fn of_lookup(&self) -> Self {
        Self { began: self.began, calls: Arc::default(), whole: Some(Arc::clone(&self.calls)) }
    }

    pub(crate) fn record(&self, calls: impl IntoIterator<Item = UpstreamCall>) {
        for call in calls {
            for log in self.whole.iter().chain([&self.calls]) {
                log.lock().unwrap_or_else(PoisonError::into_inner).push(call.clone());
            }
        }
    }

    pub(crate) fn calls(&self) -> Vec<UpstreamCall> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
