//! What vendors did not know, so that they are not asked again at once.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

const ENTRY_LIMIT: usize = 100_000;

#[derive(Default)]
pub(crate) struct Misses {
    until: Mutex<HashMap<(usize, String), Instant>>,
}

impl Misses {
    pub(crate) fn knows(&self, vendor: usize, fingerprint: &str, now: Instant) -> bool {
        let until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        until.get(&(vendor, fingerprint.to_owned())).is_some_and(|until| now < *until)
    }

    pub(crate) fn keep(&self, vendor: usize, fingerprint: &str, now: Instant, lifetime: Duration) {
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
