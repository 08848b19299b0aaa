//! Holds: credits reserved while a call runs, so that concurrent calls cannot overspend together.
//!
//! A hold lives in memory and dies with its call. The settlement's own guard in the store keeps a balance from going
//! below zero; holds refuse a call early, before any costly upstream call. A balance that was read a moment ago serves
//! the holds that follow, each of which is taken from it as if it would be charged in full: it never says more than the
//! account has, and it is read again before a call is refused.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use store::{AccountId, Credits, Store, StoreError};
use tokio::sync::Notify;

/// How long a call waits for other calls of its account to release their holds.
const HOLD_WAIT_MAX: Duration = Duration::from_secs(10);

/// Accounts are spread over this many locks, so that reading one account's balance holds up few others.
const SHARDS: usize = 64;

/// How long a balance that was read serves further holds: commands of other processes may lower it.
const BALANCE_KEPT: Duration = Duration::from_secs(1);

/// Accounts of one lock from which on those without a hold are forgotten.
const IDLE_MAX: usize = 256;

/// Credits held, by account.
pub struct Holds {
    shards: [Mutex<HashMap<AccountId, Held>>; SHARDS],
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

/// What is held of one account.
#[derive(Default)]
struct Held {
    sum: Credits,
    /// What is free by the balance that was last read, less all holds since, and when that was.
    free: Option<(Credits, Instant)>,
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
    fn shard(&self, account: &AccountId) -> MutexGuard<'_, HashMap<AccountId, Held>> {
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
        self.hold_first(store, account, amount, amount, |_| Some(amount)).await
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
        let all = price.checked_mul(count as u64).ok_or(Refused::Failed(StoreError::OutOfRange))?;
        let hold = self.hold_first(store, account, price, all, some).await?;
        let items = hold.amount.fits(price) as usize;
        Ok((hold, items))
    }

    /// Holds the amount that `choose` returns for the free credits, at most `most`, as soon as it is at least `least`.
    async fn hold_first<'a>(
        &'a self,
        store: &Store,
        account: &'a AccountId,
        least: Credits,
        most: Credits,
        choose: impl Fn(Credits) -> Option<Credits>,
    ) -> Result<Hold<'a>, Refused> {
        let deadline = tokio::time::Instant::now() + HOLD_WAIT_MAX;
        loop {
            let released = self.released.notified();
            tokio::pin!(released);
            // Registered before the attempt, so that a release in between is not missed.
            released.as_mut().enable();
            let balance = match self.attempt(store, account, (least, most), &choose)? {
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
        (least, most): (Credits, Credits),
        choose: &impl Fn(Credits) -> Option<Credits>,
    ) -> Result<Result<Hold<'a>, Credits>, Refused> {
        let mut shard = self.shard(account);
        if shard.len() > IDLE_MAX {
            shard.retain(|_, held| held.sum > Credits::ZERO);
        }
        let held = shard.entry(account.clone()).or_default();
        let enough = |free: Credits| choose(free).filter(|amount| *amount >= least && *amount <= free);
        // Other nodes spend from the same balance.
        let recent =
            held.free.filter(|(free, at)| !store.is_shared() && *free >= most && at.elapsed() < BALANCE_KEPT);
        let (free, at, amount) = match recent.and_then(|(free, at)| Some((free, at, enough(free)?))) {
            Some(recent) => recent,
            None => {
                // Read the balance under the lock. A settled call whose hold is not yet released is then counted twice for
                // a moment; without the lock it could be missed and its credits held again.
                let balance = store.balance(account).map_err(Refused::Failed)?;
                let free = balance.checked_sub(held.sum).unwrap_or_default();
                let Some(amount) = enough(free) else { return Ok(Err(balance)) };
                (free, Instant::now(), amount)
            }
        };
        let (Some(sum), Some(left)) = (held.sum.checked_add(amount), free.checked_sub(amount)) else {
            return Err(Refused::Failed(StoreError::OutOfRange));
        };
        *held = Held { sum, free: Some((left, at)) };
        Ok(Ok(Hold { holds: self, account, amount }))
    }
}

impl Drop for Hold<'_> {
    fn drop(&mut self) {
        let mut shard = self.holds.shard(self.account);
        if let Some(held) = shard.get_mut(self.account) {
            held.sum = held.sum.checked_sub(self.amount).unwrap_or_default().max(Credits::ZERO);
        }
        drop(shard);
        self.holds.released.notify_waiters();
    }
}
