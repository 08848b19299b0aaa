//! Long-running calls run on separate threads, so that they do not delay short ones.

use std::{
    collections::HashMap,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};

use store::AccountId;
use tokio::{
    runtime::Handle,
    sync::{Semaphore, oneshot},
};

use crate::call::problem::Problem;

/// Heavy calls that run concurrently; more wait in a queue.
const AT_ONCE_MAX: usize = 64;
/// The same per account: some wait for external sources and must not block all other accounts.
const AT_ONCE_PER_ACCOUNT_MAX: usize = 16;
/// A call that can resolve at most this many items, and looks up as many records first, runs on the connection's task.
pub const INLINE_UNITS_MAX: u64 = 5;

/// Concurrency limits of heavy calls.
pub struct HeavyTurns {
    all: Arc<Semaphore>,
    of_accounts: Mutex<HashMap<AccountId, Arc<Semaphore>>>,
}

impl Default for HeavyTurns {
    fn default() -> Self {
        Self { all: Arc::new(Semaphore::new(AT_ONCE_MAX)), of_accounts: Mutex::default() }
    }
}

impl HeavyTurns {
    /// Runs `work` of an account on a separate thread to completion, or until the client disconnects.
    pub async fn run<T: Send + 'static>(
        &self,
        account: &AccountId,
        work: Pin<Box<dyn Future<Output = T> + Send>>,
    ) -> Result<T, Problem> {
        let failed = |error| Problem::internal(&error);
        let own = self.of_account(account).acquire_owned().await.map_err(failed)?;
        let turn = self.all.clone().acquire_owned().await.map_err(failed)?;
        // Dropped with this future, which cancels the work on the thread.
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

    /// The semaphore of an account; those of accounts without a call are dropped.
    fn of_account(&self, account: &AccountId) -> Arc<Semaphore> {
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
