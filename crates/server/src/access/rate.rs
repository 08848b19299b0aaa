//! Token buckets, one per account or client, on the injected clock.
//!
//! Written here and not taken from `governor`, whose limiters have one quota for all keys, while each plan has a rate of
//! its own that an operator may change; and which do not report when a bucket is full, as the headers do.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;
use moka::{policy::EvictionPolicy, sync::Cache};

/// Maximum number of stored buckets. The one unused for longest is dropped first: it has refilled the most. Every new
/// one must be stored, or its owner would have no limit, so that frequency must not decide.
const BUCKETS_MAX: u64 = 100_000;

/// Refill rate and capacity of a bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// Tokens per window; 0 means no limit.
    pub per_window: u32,
    /// Window length in seconds.
    pub window_seconds: u32,
    /// Capacity of a bucket in tokens.
    pub burst: u32,
}

/// Result of taking a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// Whether a token was available.
    pub allowed: bool,
    /// Whole tokens left.
    pub remaining: u32,
    /// Seconds until the next token, rounded up; 0 if one is available.
    pub retry_seconds: u64,
    /// Seconds until the bucket is full, rounded up.
    pub reset_seconds: u64,
}

/// Token buckets by owner.
pub struct Buckets(Cache<String, Arc<Mutex<Bucket>>>);

struct Bucket {
    /// Tokens times microseconds, so that any rate is exact.
    level: u128,
    at_us: i64,
}

impl Default for Buckets {
    fn default() -> Self {
        let cache = Cache::builder().max_capacity(BUCKETS_MAX).eviction_policy(EvictionPolicy::lru());
        Self(cache.build())
    }
}

impl Buckets {
    /// Takes a token from the bucket of `owner`, if there is one.
    pub fn take(&self, owner: &str, rate: Rate, now: Timestamp) -> Taken {
        if rate.per_window == 0 {
            return Taken { allowed: true, remaining: u32::MAX, retry_seconds: 0, reset_seconds: 0 };
        }
        let token = u128::from(rate.window_seconds) * 1_000_000;
        let full = u128::from(rate.burst) * token;
        let now_us = now.as_microsecond();
        let fresh = || Arc::new(Mutex::new(Bucket { level: full, at_us: now_us }));
        let bucket = self.0.get_with_by_ref(owner, fresh);
        let mut bucket = bucket.lock().unwrap_or_else(PoisonError::into_inner);
        // A clock that jumps back adds no tokens; one that jumps forward fills the bucket once.
        let passed = u128::try_from(now_us.saturating_sub(bucket.at_us)).unwrap_or(0);
        bucket.level = (bucket.level + passed * u128::from(rate.per_window)).min(full);
        bucket.at_us = now_us;
        let allowed = bucket.level >= token;
        if allowed {
            bucket.level -= token;
        }
        let seconds = |missing: u128| {
            u64::try_from(missing.div_ceil(u128::from(rate.per_window)).div_ceil(1_000_000))
                .unwrap_or(u64::MAX)
        };
        Taken {
            allowed,
            remaining: u32::try_from(bucket.level / token).unwrap_or(u32::MAX),
            retry_seconds: seconds(token.saturating_sub(bucket.level)),
            reset_seconds: seconds(full - bucket.level),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    const RATE: Rate = Rate { per_window: 5, window_seconds: 1, burst: 10 };

    #[test]
    fn a_burst_is_twice_the_rate_and_refills_with_time() {
        let buckets = Buckets::default();
        let start = Timestamp::UNIX_EPOCH;
        for left in (0..10).rev() {
            let taken = buckets.take("a", RATE, start);
            assert!(taken.allowed);
            assert_eq!(taken.remaining, left);
        }
        let refused = buckets.take("a", RATE, start);
        assert!(!refused.allowed);
        assert_eq!((refused.retry_seconds, refused.reset_seconds), (1, 2));
        assert!(buckets.take("a", RATE, start + SignedDuration::from_millis(200)).allowed);
        assert!(!buckets.take("a", RATE, start + SignedDuration::from_millis(201)).allowed);
        assert!(buckets.take("b", RATE, start).allowed, "another owner has a bucket of its own");
    }

    #[test]
    fn a_clock_that_jumps_back_gives_nothing_away() {
        let buckets = Buckets::default();
        let start = Timestamp::from_second(1_000_000).unwrap();
        while buckets.take("a", RATE, start).allowed {}
        assert!(!buckets.take("a", RATE, start - SignedDuration::from_hours(2)).allowed);
        assert!(!buckets.take("a", RATE, start - SignedDuration::from_hours(2)).allowed);
    }

    #[test]
    fn no_limit_is_no_limit() {
        let buckets = Buckets::default();
        let free = Rate { per_window: 0, window_seconds: 1, burst: 0 };
        assert!((0..1000).all(|_| buckets.take("a", free, Timestamp::UNIX_EPOCH).allowed));
    }
}
