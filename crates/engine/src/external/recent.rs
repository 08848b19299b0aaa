//! Queries sent to external sources recently (negative cache), and one lock per running query.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use jiff::{SignedDuration, Timestamp};

/// How long a query is not sent to the external sources again.
const QUERY_TTL: SignedDuration = SignedDuration::from_hours(6);
/// Cached queries at most.
const QUERIES_MAX: u64 = 50_000;

/// The cache and the locks.
pub(super) struct RecentQueries {
    /// By query, with the time it was sent; expiry is checked on read, because the clock is injected.
    sent: moka::sync::Cache<String, Timestamp>,
    in_flight: Mutex<HashMap<String, Weak<tokio::sync::Mutex<()>>>>,
}

impl Default for RecentQueries {
    fn default() -> Self {
        Self { sent: moka::sync::Cache::new(QUERIES_MAX), in_flight: Mutex::default() }
    }
}

impl RecentQueries {
    /// The lock of a query: concurrent calls with the same query wait for the first, so it is sent once.
    pub(super) fn lock_of(&self, query: &str) -> Arc<tokio::sync::Mutex<()>> {
        let mut in_flight = self.in_flight.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = in_flight.get(query).and_then(Weak::upgrade) {
            return lock;
        }
        in_flight.retain(|_, lock| lock.strong_count() > 0);
        let lock = Arc::default();
        in_flight.insert(query.to_owned(), Arc::downgrade(&lock));
        lock
    }

    pub(super) fn has(&self, query: &str, now: Timestamp) -> bool {
        self.sent.get(query).is_some_and(|at| now.duration_since(at) < QUERY_TTL)
    }

    pub(super) fn add(&self, query: String, now: Timestamp) {
        self.sent.insert(query, now);
    }
}
