//! Whether the index is whole, and up to where.

use super::view::View;

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
    /// Says so where a segment has two documents of one id: that is no index of records.
    pub(super) fn twins(&self) -> Option<String> {
        let twins = self.segments.iter().any(|view| {
            (view.segment.ids.num_rows() as usize) < view.segment.documents as usize
                || view.segment.ids.dictionary().num_terms() == 0
        });
        twins.then(|| "a segment has documents without an id".to_owned())
    }
}
