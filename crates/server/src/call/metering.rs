//! Holds: credits reserved while a call runs, so that concurrent calls cannot overspend together.
//!
//! A hold lives in memory and dies with its call. The settlement's own guard in the store keeps a balance from going
//! below zero; holds refuse a call early, before any costly upstream call.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use store::{AccountId, Credits, Store, StoreError};
use tokio::sync::Notify;

/// How long a call waits for other calls of its account to release their holds.
const HOLD_WAIT_MAX: Duration = Duration::from_secs(10);

/// Accounts are spread over this many locks, so that reading one account's balance holds up few others.
const SHARDS: usize = 64;

/// Credits held, by account.
pub struct Holds {
    shards: [Mutex<HashMap<AccountId, Credits>>; SHARDS],
    hasher: RandomState,
    released: Notify,
}

impl Default for Holds {
    fn default() -> Self {
        Self {
            shards: std::array::from_fn(|_| Mutex::default()),
            hasher: RandomState::new(),
            released: Notify::new(),
        }
    }
}

/// A hold; released on drop.
pub struct Hold<'a> {
    holds: &'a Holds,
    account: &'a AccountId,
    amount: Credits,
}

/// Why credits could not be held.
pub enum Refused {
    /// The balance does not cover them.
    InsufficientBalance(Credits),
    /// Running calls of the account hold what is left of the balance, for longer than this one waits.
    HeldByOthers,
    /// The store failed.
    Failed(StoreError),
}

impl Holds {
    /// What is held of an account and of those that share its lock.
    fn shard(&self, account: &AccountId) -> MutexGuard<'_, HashMap<AccountId, Credits>> {
        let shard = self.hasher.hash_one(account) % SHARDS as u64;
        self.shards[shard as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Holds credits. Waits for running calls to settle if they hold too much of the balance.
    pub async fn hold<'a>(
        &'a self,
        store: &Store,
        account: &'a AccountId,
        amount: Credits,
    ) -> Result<Hold<'a>, Refused> {
        self.hold_first(store, account, amount, |_| Some(amount)).await
    }

    /// Holds credits for as many items at this price as can be paid for now, up to `count`; returns that number.
    /// Refuses only if not even one can be paid for.
    pub async fn hold_some<'a>(
        &'a self,
        store: &Store,
        account: &'a AccountId,
        price: Credits,
        count: usize,
    ) -> Result<(Hold<'a>, usize), Refused> {
        let some = |free: Credits| price.checked_mul(free.fits(price).min(count as u64));
        let hold = self.hold_first(store, account, price, some).await?;
        let items = hold.amount.fits(price) as usize;
        Ok((hold, items))
    }

    /// Holds the amount that `choose` returns for the free credits, as soon as it is at least `least`.
    async fn hold_first<'a>(
        &'a self,
        store: &Store,
        account: &'a AccountId,
        least: Credits,
        choose: impl Fn(Credits) -> Option<Credits>,
    ) -> Result<Hold<'a>, Refused> {
        let deadline = tokio::time::Instant::now() + HOLD_WAIT_MAX;
        loop {
            let released = self.released.notified();
            tokio::pin!(released);
            // Registered before the attempt, so that a release in between is not missed.
            released.as_mut().enable();
            let balance = match self.attempt(store, account, least, &choose)? {
                Ok(hold) => return Ok(hold),
                Err(balance) => balance,
            };
            if least > balance {
                return Err(Refused::InsufficientBalance(balance));
            }
            if tokio::time::timeout_at(deadline, released).await.is_err() {
                return Err(Refused::HeldByOthers);
            }
        }
    }

    fn attempt<'a>(
        &'a self,
        store: &Store,
        account: &'a AccountId,
        least: Credits,
        choose: &impl Fn(Credits) -> Option<Credits>,
    ) -> Result<Result<Hold<'a>, Credits>, Refused> {
        let mut held = self.shard(account);
        // Read the balance under the lock. A settled call whose hold is not yet released is then counted twice for a
        // moment; without the lock it could be missed and its credits held again.
        let balance = store.balance(account).map_err(Refused::Failed)?;
        let before = held.get(account).copied().unwrap_or_default();
        let free = balance.checked_sub(before).unwrap_or_default();
        let amount = choose(free).filter(|amount| *amount >= least && *amount <= free);
        let Some((amount, sum)) = amount.and_then(|amount| Some((amount, before.checked_add(amount)?)))
        else {
            return Ok(Err(balance));
        };
        held.insert(account.to_owned(), sum);
        Ok(Ok(Hold { holds: self, account, amount }))
    }
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        let mut held = self.holds.shard(self.account);
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
