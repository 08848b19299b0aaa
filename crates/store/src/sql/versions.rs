//! Counts the changes that this process has made, by what they changed, so that a cache can tell that it is out of date.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Store, sql::scope::Scope};

/// How many changes were made since the store was opened.
#[derive(Default)]
pub(crate) struct Versions {
    state: AtomicU64,
    records: AtomicU64,
}

impl Versions {
    /// Counts a change, after its commit and before its caller is told: a caller that reads next must not be answered
    /// from a cache that was filled before.
    pub(crate) fn count(&self, scope: &Scope) {
        if matches!(scope, Scope::State | Scope::Everything) {
            self.state.fetch_add(1, Ordering::Release);
        }
        if matches!(scope, Scope::Records | Scope::Everything) {
            self.records.fetch_add(1, Ordering::Release);
        }
    }
}

impl Store {
    /// Differs after every change that this process has made of accounts and keys, other than charges. Read it before
    /// what is to be cached.
    pub fn state_version(&self) -> u64 {
        self.versions.state.load(Ordering::Acquire)
    }

    /// Differs after every change that this process has made of records, or has learned of.
    pub fn records_version(&self) -> u64 {
        self.versions.records.load(Ordering::Acquire)
    }

    /// Makes caches of records out of date: another process has changed some.
    pub fn records_changed(&self) {
        self.versions.count(&Scope::Records);
    }
}
