//! Calls that take long to compute run on threads of their own, so that a short call never stands behind one.

use std::{
    collections::HashMap,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::{
    runtime::Handle,
    sync::{Semaphore, oneshot},
};

use crate::call::problem::Problem;

/// Calls that run beside each other on threads of their own; more wait for their turn.
const AT_ONCE_MAX: usize = 64;
/// Of these, calls of one account: some wait for the outside, and must not keep every other account waiting.
const AT_ONCE_PER_ACCOUNT_MAX: usize = 16;
/// A call that can resolve at most this many items runs where its connection is served.
pub const INLINE_UNITS_MAX: u64 = 5;

/// Turns for heavy calls.
pub struct HeavyTurns {
    all: Arc<Semaphore>,
    of_accounts: Mutex<HashMap<String, Arc<Semaphore>>>,
}

impl Default for HeavyTurns {
    fn default() -> Self {
        Self { all: Arc::new(Semaphore::new(AT_ONCE_MAX)), of_accounts: Mutex::default() }
    }
}

impl HeavyTurns {
    /// Runs `work` of an account to its end on a thread of its own, or until the caller disconnects.
    pub async fn run<T: Send + 'static>(
        &self,
        account: &str,
        work: Pin<Box<dyn Future<Output = T> + Send>>,
    ) -> Result<T, Problem> {
        let failed = |error| Problem::internal(&error);
        let own = self.of_account(account).acquire_owned().await.map_err(failed)?;
        let turn = self.all.clone().acquire_owned().await.map_err(failed)?;
        // Dropped with this future, which tells the thread that nobody waits any more.
        let (_waits, gone) = oneshot::channel::<()>();
        let runtime = Handle::current();
        let running = tokio::task::spawn_blocking(move || {
            let _turns = (own, turn);
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

    /// The turns of an account; those of accounts that have no call are forgotten.
    fn of_account(&self, account: &str) -> Arc<Semaphore> {
        let mut all = self.of_accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = all.get(account) {
            return own.clone();
        }
        all.retain(|_, own| Arc::strong_count(own) > 1);
        let own = Arc::new(Semaphore::new(AT_ONCE_PER_ACCOUNT_MAX));
        all.insert(account.to_owned(), own.clone());
        own
    }
}
