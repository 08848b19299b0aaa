//! Erasures that this process carries out or watches, so that a stalled one is taken over by exactly one process.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// An erasure without progress for this long is taken over.
const STALLED_AFTER: Duration = Duration::from_secs(5);

/// What this process has seen of erasures under way: how far each was, and since when.
#[derive(Default)]
pub(crate) struct UnderWay {
    seen: Mutex<HashMap<i64, (i64, Instant)>>,
    /// Those that this process carries out: it takes none of them over from itself.
    own: Mutex<HashSet<i64>>,
}

/// An erasure that this process carries out, until this is dropped.
pub(super) struct Own<'a>(&'a UnderWay, i64);

impl Drop for Own<'_> {
    fn drop(&mut self) {
        self.0.own.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.1);
    }
}

impl UnderWay {
    /// Whether an erasure has stood still for too long.
    pub(super) fn is_stalled(&self, run: i64, progress: i64) -> bool {
        if self.own.lock().unwrap_or_else(PoisonError::into_inner).contains(&run) {
            return false;
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let (before, since) = seen.entry(run).or_insert_with(|| (progress, Instant::now()));
        if *before != progress {
            (*before, *since) = (progress, Instant::now());
        }
        since.elapsed() >= STALLED_AFTER
    }

    /// Notes that this process carries out an erasure; none when it does so already.
    pub(super) fn take(&self, run: i64) -> Option<Own<'_>> {
        let is_new = self.own.lock().unwrap_or_else(PoisonError::into_inner).insert(run);
        is_new.then_some(Own(self, run))
    }

    /// Drops those that have ended.
    pub(super) fn keep_open(&self, open: &[(i64, i64)]) {
        let is_open = |run: &i64| open.iter().any(|(one, _)| one == run);
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).retain(|run, _| is_open(run));
    }
}
