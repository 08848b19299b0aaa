//! Log of the upstream calls made while an API call is answered, for its history and its explanation.

use std::sync::{Arc, Mutex, PoisonError};

use store::UpstreamCall;

/// Upstream calls in the order in which they ended. Clones share one log.
#[derive(Debug, Clone, Default)]
pub(crate) struct UpstreamLog(Arc<Mutex<Vec<UpstreamCall>>>);

impl UpstreamLog {
    pub(crate) fn record(&self, calls: impl IntoIterator<Item = UpstreamCall>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(calls);
    }

    pub(crate) fn calls(&self) -> Vec<UpstreamCall> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
