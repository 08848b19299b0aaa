//! Cache of misses: a vendor is not queried again for what it recently did not know.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

const ENTRY_LIMIT: usize = 100_000;

#[derive(Default)]
pub(crate) struct MissCache {
    until: Mutex<HashMap<(usize, String), Instant>>,
}

impl MissCache {
    pub(crate) fn contains(&self, vendor: usize, fingerprint: &str, now: Instant) -> bool {
        let until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        until.get(&(vendor, fingerprint.to_owned())).is_some_and(|until| now < *until)
    }

    pub(crate) fn insert(&self, vendor: usize, fingerprint: &str, now: Instant, lifetime: Duration) {
        let mut until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        if until.len() >= ENTRY_LIMIT {
            until.retain(|_, until| now < *until);
        }
        if until.len() >= ENTRY_LIMIT {
            until.clear();
        }
        until.insert((vendor, fingerprint.to_owned()), now + lifetime);
    }
}
