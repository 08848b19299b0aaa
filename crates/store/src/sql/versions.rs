//! Counts the changes that this process has made, by what they changed, so that a cache can tell that it is out of date.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::sql::scope::Scope;

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
        match scope {
            Scope::State => self.state.fetch_add(1, Ordering::Release),
            Scope::Records => self.records.fetch_add(1, Ordering::Release),
            Scope::Append | Scope::Account(_) => return,
        };
    }

    /// Number of changes of accounts and keys, other than charges.
    pub(crate) fn state(&self) -> u64 {
        self.state.load(Ordering::Acquire)
    }

    /// Number of changes of records.
    pub(crate) fn records(&self) -> u64 {
        self.records.load(Ordering::Acquire)
    }
}
