//! Cache for the results of pure functions. Titles and places recur in many records.

use std::sync::Arc;

use moka::sync::Cache;

/// Maximum number of entries. A full cache keeps the frequent ones.
const ENTRIES_MAX: u64 = 20_000;

/// Cached results of one function, by its argument.
pub(crate) struct Memo<V>(Cache<String, Arc<V>>);

impl<V: Send + Sync + 'static> Default for Memo<V> {
    fn default() -> Self {
        Self(Cache::new(ENTRIES_MAX))
    }
}

impl<V: Send + Sync + 'static> Memo<V> {
    /// The cached or newly computed result for a key.
    pub(crate) fn get(&self, key: &str, compute: impl FnOnce(&str) -> V) -> Arc<V> {
        self.0.get_with_by_ref(key, || Arc::new(compute(key)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_result_is_computed_once_until_the_cache_is_full() {
        let memo = Memo::default();
        let computed = Mutex::new(0);
        let get = |key: &str| {
            *memo.get(key, |key| {
                *computed.lock().unwrap() += 1;
                key.len()
            })
        };
        assert_eq!((get("three"), get("three"), get("")), (5, 5, 0));
        assert_eq!(*computed.lock().unwrap(), 2);
        for number in 0..ENTRIES_MAX {
            get(&format!("other {number}"));
        }
        memo.0.run_pending_tasks();
        assert!(memo.0.entry_count() <= ENTRIES_MAX);
        assert_eq!(get("three"), 5);
    }
}
