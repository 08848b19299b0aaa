//! Cache of misses: a vendor is not queried again for what it recently did not know.

use std::time::Duration;

use moka::{policy::EvictionPolicy, sync::Cache};
use tokio::time::Instant;

const ENTRY_LIMIT: u64 = 100_000;

/// Times until which misses hold, by vendor and question. The cache only bounds them; they end by the caller's clock.
pub(crate) struct MissCache(Cache<(usize, String), Instant>);

impl Default for MissCache {
    fn default() -> Self {
        let cache = Cache::builder().max_capacity(ENTRY_LIMIT).eviction_policy(EvictionPolicy::lru());
        Self(cache.build())
    }
}

impl MissCache {
    pub(crate) fn contains(&self, vendor: usize, fingerprint: &str, now: Instant) -> bool {
        self.0.get(&(vendor, fingerprint.to_owned())).is_some_and(|until| now < until)
    }

    pub(crate) fn insert(&self, vendor: usize, fingerprint: &str, now: Instant, lifetime: Duration) {
        self.0.insert((vendor, fingerprint.to_owned()), now + lifetime);
    }
}
