//! Calls that take long to compute run on threads of their own, so that a short call never stands behind one.

use std::{pin::Pin, sync::Arc};

use tokio::{
    runtime::Handle,
    sync::{Semaphore, oneshot},
};

use crate::problem::Problem;

/// Calls that run beside each other on threads of their own; more wait for their turn.
const AT_ONCE_MAX: usize = 8;
/// A call that can resolve at most this many items runs where its connection is served.
pub const INLINE_UNITS_MAX: u64 = 5;

/// Turns for heavy calls.
pub struct HeavyTurns(Arc<Semaphore>);

impl Default for HeavyTurns {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE_MAX)))
    }
}

impl HeavyTurns {
    /// Runs `work` to its end on a thread of its own, or until whoever waits for it goes away.
    pub async fn run<T: Send + 'static>(
        &self,
        work: Pin<Box<dyn Future<Output = T> + Send>>,
    ) -> Result<T, Problem> {
        let turn = self.0.clone().acquire_owned().await.map_err(|error| Problem::internal(&error))?;
        // Dropped with this future, which tells the thread that nobody waits any more.
        let (_waits, gone) = oneshot::channel::<()>();
        let runtime = Handle::current();
        let running = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            runtime.block_on(async {
                tokio::select! {
                    done = work => Some(done),
                    _ = gone => None,
                }
            })
        });
        let done = running.await.map_err(|error| Problem::internal(&error))?;
        done.ok_or_else(|| Problem::internal(&"a call was given up"))
    }
}
