//! The index over people and companies. It is derived data: the owner of the records adds them, commits up to a
//! sequence number, and rebuilds the index when verification fails.

mod alike;
mod facet;
mod generation;
mod kind_index;
mod order;
mod page;
mod position;
mod rebuild;
mod schema;
mod segment;
mod snapshot;
mod target;
mod verify;
mod view;
mod why_not;

use std::{
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
};

use jiff::Timestamp;
use records::{Company, PersonRecord};

use crate::{
    document,
    error::Result,
    filter::{CompanyFilters, PeopleFilters},
};
use generation::IndexPair;

pub use alike::SimilarPeopleOptions;
pub use facet::{FACET_VALUES_MAX, Facet, FacetValue};
pub use rebuild::Rebuild;
pub use snapshot::{PAGE_ROWS_MAX, PageRequest, ResultPage, Snapshot};
pub use target::Target;
pub use verify::{IndexState, Verification};
pub use why_not::{FilterEffect, NearestFilters, UnknownValue, WhyNot, why_none_of};

/// The index over people and companies. Additions and removals become visible at the next commit.
pub struct SearchIndex {
    /// None for an index in memory.
    folder: Option<PathBuf>,
    pair: RwLock<Arc<IndexPair>>,
}

impl SearchIndex {
    /// Opens the index in a folder; creates an empty one if there is none.
    pub fn open(folder: &Path) -> Result<Self> {
        std::fs::create_dir_all(folder)?;
        let pair = IndexPair::open(&generation::folder_of(folder, generation::current(folder)?), false)?;
        Ok(Self { folder: Some(folder.to_owned()), pair: RwLock::new(Arc::new(pair)) })
    }

    /// Creates an empty index in memory.
    pub fn in_memory() -> Result<Self> {
        Ok(Self { folder: None, pair: RwLock::new(Arc::new(IndexPair::in_memory()?)) })
    }

    /// The sequence number up to which every change is committed in both indexes.
    pub fn watermark(&self) -> u64 {
        let pair = self.pair();
        pair.people.sequence().min(pair.companies.sequence())
    }

    /// Inserts a person with the facts of the current employer, or replaces the one with the same id. `first_seen` is when
    /// the record was first known.
    pub fn put_person(
        &self,
        record: &PersonRecord,
        employer: Option<&Company>,
        first_seen: Option<Timestamp>,
    ) -> Result<()> {
        let pair = self.pair();
        pair.people.put(pair.person(record, employer).first_seen(first_seen))
    }

    /// Inserts a company, or replaces the one with the same id.
    pub fn put_company(&self, company: &Company, first_seen: Option<Timestamp>) -> Result<()> {
        self.pair().companies.put(document::company(company).first_seen(first_seen))
    }

    /// Removes the person with an id.
    pub fn remove_person(&self, id: &str) -> Result<()> {
        self.pair().people.remove(id)
    }

    /// Removes the company with an id.
    pub fn remove_company(&self, id: &str) -> Result<()> {
        self.pair().companies.remove(id)
    }

    /// Commits all additions and removals so far, making them durable and visible. The commit records that it holds
    /// every change up to `sequence`.
    pub fn commit(&self, sequence: u64) -> Result<()> {
        self.pair().commit(sequence)
    }

    /// Loads commits made by another process.
    pub fn refresh(&self) -> Result<()> {
        let pair = self.pair();
        pair.people.refresh()?;
        pair.companies.refresh()
    }

    /// Merges all segments of each index into one, for the fastest queries.
    pub fn merge(&self) -> Result<()> {
        self.pair().merge()
    }

    /// Rewrites segments that hold removed documents, so that their bytes are deleted from disk.
    pub fn purge(&self) -> Result<()> {
        let pair = self.pair();
        pair.people.purge()?;
        pair.companies.purge()
    }

    /// Counts documents with these ids in the index files, including those only marked as removed. The files are
    /// compressed, so a byte scan cannot find them.
    pub fn documents_of(&self, ids: &std::collections::BTreeSet<String>) -> Result<u64> {
        let pair = self.pair();
        Ok(pair.people.documents_of(ids)? + pair.companies.documents_of(ids)?)
    }

    /// Verifies the checksum of every file and the uniqueness of ids; reports the committed sequence.
    pub fn verify(&self) -> Verification {
        let pair = self.pair();
        Verification { people: pair.people.verify(), companies: pair.companies.verify() }
    }

    /// Starts a rebuild with an empty index.
    pub fn rebuild(&self) -> Result<Rebuild<'_>> {
        Rebuild::begin(self.folder.as_deref(), &self.pair)
    }

    /// Deletes the folder of an index that cannot be opened, so that it can be rebuilt.
    pub fn discard(folder: &Path) -> Result<()> {
        generation::remove(folder)
    }

    /// Snapshot of the people index at the last commit.
    pub fn people(&self) -> Snapshot<PeopleFilters> {
        Snapshot::new(self.pair().people.view())
    }

    /// Snapshot of the company index at the last commit.
    pub fn companies(&self) -> Snapshot<CompanyFilters> {
        Snapshot::new(self.pair().companies.view())
    }

    fn pair(&self) -> Arc<IndexPair> {
        Arc::clone(&self.pair.read().unwrap_or_else(PoisonError::into_inner))
    }
}
