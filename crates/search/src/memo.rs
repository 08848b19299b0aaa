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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_made_once_until_there_are_too_many() {
        let memo = Memo::default();
        let made = Mutex::new(0);
        let ask = |question: &str| {
            *memo.get(question, |question| {
                *made.lock().unwrap() += 1;
                question.len()
            })
        };
        assert_eq!((ask("three"), ask("three"), ask("")), (5, 5, 0));
        assert_eq!(*made.lock().unwrap(), 2);
        for number in 0..ANSWERS_MAX {
            ask(&format!("other {number}"));
        }
        assert!(memo.0.lock().unwrap().len() <= ANSWERS_MAX);
        assert_eq!(ask("three"), 5);
    }
}
