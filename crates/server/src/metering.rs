//! Holds: credits set aside while a call runs, so that calls side by side cannot overspend together.
//!
//! A hold lives in memory and dies with its call. The settlement's own guard in the store is what keeps a
//! balance from going below zero; holds make the refusal come early, before anything costly is asked.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use store::{Credits, Store, StoreError};
use tokio::sync::Notify;

/// How long a call waits for others of its account that hold what it needs.
const HOLD_WAIT_MAX: Duration = Duration::from_secs(10);

/// Credits held, by account.
#[derive(Default)]
pub struct Holds {
    held: Mutex<HashMap<String, Credits>>,
    released: Notify,
}

/// A hold; gone when dropped.
pub struct Hold<'a> {
    holds: &'a Holds,
    account: &'a str,
    amount: Credits,
}

/// Why credits could not be held.
pub enum Refused {
    /// The balance does not cover them.
    Short(Credits),
    /// The store failed.
    Failed(StoreError),
}

impl Holds {
    /// Sets credits aside. Refuses only when the balance is short even once every running call has settled.
    pub async fn hold<'a>(
        &'a self,
        store: &Store,
        account: &'a str,
        amount: Credits,
    ) -> Result<Hold<'a>, Refused> {
        let deadline = tokio::time::Instant::now() + HOLD_WAIT_MAX;
        loop {
            let released = self.released.notified();
            tokio::pin!(released);
            // Registered before the attempt, so that a release in between is not missed.
            released.as_mut().enable();
            let balance = match self.attempt(store, account, amount)? {
                Ok(hold) => return Ok(hold),
                Err(balance) => balance,
            };
            let hopeless = amount > balance;
            if hopeless || tokio::time::timeout_at(deadline, released).await.is_err() {
                return Err(Refused::Short(balance));
            }
        }
    }

    fn attempt<'a>(
        &'a self,
        store: &Store,
        account: &'a str,
        amount: Credits,
    ) -> Result<Result<Hold<'a>, Credits>, Refused> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        // Read under the lock: a call that has settled but not yet let go counts twice for a moment, never not
        // at all.
        let balance = store.balance(account).map_err(Refused::Failed)?;
        let before = held.get(account).copied().unwrap_or_default();
        let Some(sum) = before.checked_add(amount).filter(|sum| *sum <= balance) else {
            return Ok(Err(balance));
        };
        held.insert(account.to_owned(), sum);
        Ok(Ok(Hold { holds: self, account, amount }))
    }
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        let mut held = self.holds.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sum) = held.get_mut(self.account) {
            *sum = sum.checked_sub(self.amount).unwrap_or_default();
            if *sum <= Credits::ZERO {
                held.remove(self.account);
            }
        }
        drop(held);
        self.holds.released.notify_waiters();
    }
}
