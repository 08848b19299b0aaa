//! Log of the upstream calls made while an API call is answered, for its history and its explanation.

use std::{
    future::Future,
    sync::{Mutex, PoisonError},
};

use store::UpstreamCall;

tokio::task_local! {
    // Task-local, because upstream calls are made deep in the engine and accounted to the API call, and everything an
    // API call does runs in its own task.
    static UPSTREAM_LOG: Mutex<Vec<UpstreamCall>>;
}

/// Runs `work` with an empty upstream log, and returns its result with the upstream calls it recorded.
pub async fn with_upstream_log<T>(work: impl Future<Output = T>) -> (T, Vec<UpstreamCall>) {
    let logged = async {
        let done = work.await;
        (done, calls())
    };
    UPSTREAM_LOG.scope(Mutex::default(), logged).await
}

/// Records an upstream call; does nothing outside of [`with_upstream_log`].
pub fn record_upstream_call(call: UpstreamCall) {
    let _ = UPSTREAM_LOG.try_with(|log| log.lock().unwrap_or_else(PoisonError::into_inner).push(call));
}

/// The upstream calls recorded so far.
pub(crate) fn calls() -> Vec<UpstreamCall> {
    UPSTREAM_LOG
        .try_with(|log| log.lock().unwrap_or_else(PoisonError::into_inner).clone())
        .unwrap_or_default()
}
