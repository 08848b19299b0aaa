//! Rate limits that hold over all nodes of a shared store. A node takes a few tokens of an account at a time from the bucket
//! in the database, and spends them by itself.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use moka::sync::Cache;
use store::{BucketRate, Store, StoreError};
use tokio::sync::Mutex;

use super::rate::{Rate, Taken};

/// Accounts whose tokens are kept.
const OWNERS_MAX: u64 = 100_000;

/// Part of a bucket that a node takes at a time: what it does not spend is lost to the others for a moment.
const SHARE: u32 = 20;

/// How long tokens that were taken may be spent.
const SPENT_WITHIN: Duration = Duration::from_secs(1);

const TOKEN: u64 = 1_000_000;

/// Tokens of each account that this node may spend.
pub struct SharedBuckets(Cache<String, Arc<Mutex<Allowance>>>);

struct Allowance {
    tokens: u32,
    /// Millionths of tokens left in the database when they were taken.
    left: u64,
    taken_at: Instant,
    /// Before this, the bucket is known to be empty.
    empty_until: Instant,
}

impl Default for SharedBuckets {
    fn default() -> Self {
        Self(Cache::new(OWNERS_MAX))
    }
}

impl SharedBuckets {
    /// Takes a token of an account, if there is one.
    pub async fn take(&self, store: &Store, owner: &str, rate: Rate) -> Result<Taken, StoreError> {
        if rate.per_window == 0 {
            return Ok(Taken { allowed: true, remaining: u32::MAX, retry_seconds: 0, reset_seconds: 0 });
        }
        let now = Instant::now();
        let none = || Arc::new(Mutex::new(Allowance { tokens: 0, left: 0, taken_at: now, empty_until: now }));
        let allowance = self.0.get_with_by_ref(owner, none);
        let mut allowance = allowance.lock().await;
        let now = Instant::now();
        if now.duration_since(allowance.taken_at) > SPENT_WITHIN {
            allowance.tokens = 0;
        }
        if allowance.tokens == 0 && now >= allowance.empty_until {
            let Rate { per_window, window_seconds, burst } = rate;
            let shared = BucketRate { per_window, window_seconds, burst };
            let taken = store.take_tokens(owner, shared, (burst / SHARE).max(1)).await?;
            let left = u64::try_from(taken.left).unwrap_or(0);
            let missing = TOKEN.saturating_sub(left) * u64::from(window_seconds) / u64::from(per_window);
            let wait = if taken.taken == 0 { Duration::from_micros(missing) } else { Duration::ZERO };
            *allowance = Allowance { tokens: taken.taken, left, taken_at: now, empty_until: now + wait };
        }
        let allowed = allowance.tokens > 0;
        allowance.tokens = allowance.tokens.saturating_sub(1);
        let level = allowance.left + u64::from(allowance.tokens) * TOKEN;
        let seconds = |missing: u64| {
            let micros = missing.saturating_mul(u64::from(rate.window_seconds)) / u64::from(rate.per_window);
            micros.div_ceil(1_000_000)
        };
        Ok(Taken {
            allowed,
            remaining: u32::try_from(level / TOKEN).unwrap_or(u32::MAX),
            retry_seconds: if allowed { 0 } else { seconds(TOKEN.saturating_sub(level)).max(1) },
            reset_seconds: seconds((u64::from(rate.burst) * TOKEN).saturating_sub(level)),
        })
    }
}
