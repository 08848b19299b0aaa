//! Rebuilds the index as a new generation while the old one serves queries.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock},
};

use jiff::Timestamp;
use records::{Company, PersonRecord};

use super::{
    generation::{self, IndexPair},
    kind_index::KindIndex,
    position::hash,
};
use crate::{
    document::{self, Document},
    error::Result,
};

/// A rebuild in progress. The old index serves queries until [`Rebuild::publish`].
pub struct Rebuild<'i> {
    /// The pair that serves queries, replaced when the new one is complete.
    serving: &'i RwLock<Arc<IndexPair>>,
    /// Folder and number of the new generation; `None` in memory.
    place: Option<(PathBuf, u64)>,
    pair: IndexPair,
    /// Hashes of the ids added so far.
    seen: Mutex<HashSet<u64>>,
}

impl<'i> Rebuild<'i> {
    /// Starts with an empty pair: a new generation of the folder, or one in memory.
    pub(super) fn begin(folder: Option<&Path>, serving: &'i RwLock<Arc<IndexPair>>) -> Result<Self> {
        let Some(folder) = folder else {
            return Ok(Self { serving, place: None, pair: IndexPair::in_memory()?, seen: Mutex::default() });
        };
        let generation = generation::current(folder).unwrap_or(0) + 1;
        let fresh = generation::folder_of(folder, generation);
        generation::remove(&fresh)?;
        let pair = IndexPair::open(&fresh, true)?;
        Ok(Self { serving, place: Some((folder.to_owned(), generation)), pair, seen: Mutex::default() })
    }

    /// Adds a person with the facts of the current employer; one that was added before is replaced.
    pub fn add_person(
        &self,
        record: &PersonRecord,
        employer: Option<&Company>,
        first_seen: Option<Timestamp>,
    ) -> Result<()> {
        self.add(&self.pair.people, self.pair.person(record, employer).first_seen(first_seen))
    }

    /// Adds a company; one that was added before is replaced.
    pub fn add_company(&self, company: &Company, first_seen: Option<Timestamp>) -> Result<()> {
        self.add(&self.pair.companies, document::company(company).first_seen(first_seen))
    }

    /// Removes a person that was added.
    pub fn remove_person(&self, id: &str) -> Result<()> {
        self.pair.people.remove(id)
    }

    /// Removes a company that was added.
    pub fn remove_company(&self, id: &str) -> Result<()> {
        self.pair.companies.remove(id)
    }

    fn add(&self, index: &KindIndex, document: Document) -> Result<()> {
        // `put` searches every segment for the old document, so ids seen for the first time use `add`.
        let new =
            self.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(hash(document.id.as_bytes()));
        if new { index.add(document) } else { index.put(document) }
    }

    /// Switches queries to the new index, which holds every change up to `sequence`.
    pub fn publish(self, sequence: u64) -> Result<()> {
        self.pair.commit(sequence)?;
        self.pair.people.merge_after_bulk()?;
        self.pair.companies.merge_after_bulk()?;
        let pair = match &self.place {
            None => self.pair,
            Some((folder, generation)) => {
                // The bulk writer holds the folder's lock and never merges, so drop it before opening a live index.
                drop(self.pair);
                let fresh = IndexPair::open(&generation::folder_of(folder, *generation), false)?;
                generation::set_current(folder, *generation)?;
                fresh
            }
        };
        *self.serving.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(pair);
        if let Some((folder, generation)) = &self.place {
            generation::remove_others(folder, *generation)?;
        }
        Ok(())
    }
}
