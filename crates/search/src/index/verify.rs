//! Whether the index is whole, and up to where.

use std::collections::HashSet;

use super::{position::hash, view::View};
use crate::error::Result;

/// What one index can prove of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShelfState {
    /// Documents that can be found.
    pub documents: u64,
    /// The sequence up to which every change is in it.
    pub sequence: u64,
    /// Segments it consists of.
    pub segments: usize,
    /// What is wrong with its files; empty when each is as it was written.
    pub faults: Vec<String>,
}

/// What the index can prove of itself: every file as it was written, and how much is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// The index of people.
    pub people: ShelfState,
    /// The index of companies.
    pub companies: ShelfState,
}

impl Verification {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.people.faults.is_empty() && self.companies.faults.is_empty()
    }

    /// The sequence up to which every change is in the index.
    pub fn watermark(&self) -> u64 {
        self.people.sequence.min(self.companies.sequence)
    }
}

impl View {
    /// Says so where two documents have one id: the index of a record would answer twice.
    pub(super) fn twins(&self) -> Result<Option<String>> {
        let mut seen = HashSet::with_capacity(self.documents() as usize);
        for view in &self.segments {
            let ids = &view.segment.ids;
            let mut alive = vec![false; ids.num_terms()];
            for document in view.alive() {
                let ordinal = ids.ords().first(document).unwrap_or(u64::MAX) as usize;
                let Some(mark) = alive.get_mut(ordinal) else {
                    return Ok(Some("a document has no id".to_owned()));
                };
                if std::mem::replace(mark, true) {
                    return Ok(Some("two documents have one id".to_owned()));
                }
            }
            let mut stream = ids.dictionary().stream()?;
            while stream.advance() {
                let is_alive = alive.get(stream.term_ord() as usize).copied().unwrap_or(false);
                // A hash of 64 bits stands for the id: a false alarm is a rebuild, a missed twin cannot be.
                if is_alive && !seen.insert(hash(stream.key())) {
                    return Ok(Some("two documents have one id".to_owned()));
                }
            }
        }
        Ok(None)
    }
}
