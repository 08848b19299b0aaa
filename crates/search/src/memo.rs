//! What pure functions have said lately: titles and places are few, and records many.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// Answers that are kept; when there are more, all are forgotten and the usual ones soon known again.
const ANSWERS_MAX: usize = 20_000;

/// The answers of one function, by what it was asked.
pub(crate) struct Memo<V>(Mutex<HashMap<String, Arc<V>>>);

impl<V> Default for Memo<V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<V> Memo<V> {
    /// The answer to a question, kept or made.
    pub(crate) fn get(&self, question: &str, make: impl FnOnce(&str) -> V) -> Arc<V> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(question) {
            return Arc::clone(known);
        }
        let made = Arc::new(make(question));
        let mut known = lock();
        if known.len() >= ANSWERS_MAX {
            known.clear();
        }
        known.insert(question.to_owned(), Arc::clone(&made));
        made
    }
}
