//! Cache for the results of pure functions. Titles and places recur in many records.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// Maximum number of entries. A full cache is cleared; frequent entries are soon computed again.
const ENTRIES_MAX: usize = 20_000;

/// Cached results of one function, by its argument.
pub(crate) struct Memo<V>(Mutex<HashMap<String, Arc<V>>>);

impl<V> Default for Memo<V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<V> Memo<V> {
    /// The cached or newly computed result for a key.
    pub(crate) fn get(&self, key: &str, compute: impl FnOnce(&str) -> V) -> Arc<V> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(key) {
            return Arc::clone(known);
        }
        let computed = Arc::new(compute(key));
        let mut known = lock();
        if known.len() >= ENTRIES_MAX {
            known.clear();
        }
        known.insert(key.to_owned(), Arc::clone(&computed));
        computed
    }
}

#[cfg(test)]
mod tests {
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
        assert!(memo.0.lock().unwrap().len() <= ENTRIES_MAX);
        assert_eq!(get("three"), 5);
    }
}
