//! Verification of the index: checksums, unique ids and the committed sequence.

use std::collections::HashSet;

use super::{position::hash, view::IndexView};
use crate::error::Result;

/// Verification result of one index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexState {
    /// Documents that are not deleted.
    pub documents: u64,
    /// Sequence number up to which every change is committed.
    pub sequence: u64,
    /// Number of segments.
    pub segments: usize,
    /// Damaged files and duplicate ids; empty if the index is sound.
    pub faults: Vec<String>,
}

/// Verification result of both indexes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// The index of people.
    pub people: IndexState,
    /// The index of companies.
    pub companies: IndexState,
}

impl Verification {
    /// Whether neither index has faults.
    pub fn is_sound(&self) -> bool {
        self.people.faults.is_empty() && self.companies.faults.is_empty()
    }

    /// Sequence number up to which every change is committed in both indexes.
    pub fn watermark(&self) -> u64 {
        self.people.sequence.min(self.companies.sequence)
    }
}

impl IndexView {
    /// Reports a missing or duplicate id. A duplicate would list a record twice.
    pub(super) fn duplicate_ids(&self) -> Result<Option<String>> {
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
                // Ids are compared by a 64-bit hash. A collision is a false alarm and costs a rebuild; a duplicate is
                // never missed.
                if is_alive && !seen.insert(hash(stream.key())) {
                    return Ok(Some("two documents have one id".to_owned()));
                }
            }
        }
        Ok(None)
    }
}
