//! The target of an erasure, and its result.

use std::collections::BTreeSet;

use records::identifier::Identifier;
use serde::Serialize;

use super::trace::Trace;

/// The target of an erasure.
#[derive(Debug, Clone)]
pub enum ErasureTarget {
    /// Every record with this identifier. A domain means the company, the people who work there now, and everyone with
    /// mail there.
    Identifier(Identifier),
    /// The record of this id.
    Record(String),
}

/// What was erased.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Erased {
    /// People.
    pub people: u64,
    /// Companies.
    pub companies: u64,
    /// Open positions.
    pub jobs: u64,
    /// Claims behind them.
    pub claims: u64,
    /// Signals about them.
    pub signals: u64,
    /// Rows of lists, jobs, caches, answers and events that named them.
    pub rows: u64,
    /// What to look for to prove it; never to be kept.
    #[serde(skip)]
    pub traces: BTreeSet<String>,
    /// Which cleaning removes their bytes from the disk.
    #[serde(skip)]
    pub cleaning: i64,
    /// The same in the forms by which texts are searched.
    #[serde(skip)]
    pub(crate) trace: Trace,
}

impl std::ops::AddAssign for Erased {
    fn add_assign(&mut self, mut other: Self) {
        self.people += other.people;
        self.companies += other.companies;
        self.jobs += other.jobs;
        self.claims += other.claims;
        self.signals += other.signals;
        self.rows += other.rows;
        self.traces.append(&mut other.traces);
        self.trace.extend(other.trace);
        self.cleaning = self.cleaning.max(other.cleaning);
    }
}
