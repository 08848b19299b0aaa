//! Log of the upstream calls made while an API call is answered, for its history and its explanation.

use std::sync::{Arc, Mutex, PoisonError};

use store::UpstreamCall;

/// Upstream calls in the order in which they ended. Clones share one log.
#[derive(Debug, Clone, Default)]
pub(crate) struct UpstreamLog {
    calls: Arc<Mutex<Vec<UpstreamCall>>>,
    /// The log of the API call, for a log of one of its look-ups.
    whole: Option<Arc<Mutex<Vec<UpstreamCall>>>>,
}

impl UpstreamLog {
    /// A log of one look-up. What it records is in this log, too, at once: a look-up may be cancelled.
    pub(crate) fn of_lookup(&self) -> Self {
        Self { calls: Arc::default(), whole: Some(Arc::clone(&self.calls)) }
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
