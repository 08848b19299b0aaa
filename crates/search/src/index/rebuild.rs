//! Rebuilds the index in a new folder while the old one serves queries.
//!
//! A generation is a folder. The file `current` names the one in use. It is replaced by an atomic rename when the new
//! generation is complete, so an interrupted rebuild leaves the old index unchanged.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use records::{Company, PersonRecord};

use super::{IndexPair, SearchIndex, kind_index::KindIndex, position::hash};
use crate::{
    document::{self, Document},
    error::{Result, SearchError},
};

const CURRENT: &str = "current";

/// The generation in use; 0 in a new folder.
pub(super) fn current_generation(folder: &Path) -> Result<u64> {
    match fs::read_to_string(folder.join(CURRENT)) {
        Ok(text) => text.trim().parse().map_err(|_| {
            SearchError::Unproven("the file `current` does not hold a generation number".to_owned())
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error.into()),
    }
}

pub(super) fn generation_folder(folder: &Path, generation: u64) -> PathBuf {
    folder.join(format!("generation-{generation}"))
}

/// A rebuild in progress. The old index serves queries until [`Rebuild::publish`].
pub struct Rebuild<'i> {
    index: &'i SearchIndex,
    /// Folder and number of the new generation; `None` in memory.
    place: Option<(PathBuf, u64)>,
    pair: IndexPair,
    /// Hashes of the ids added so far.
    seen: Mutex<HashSet<u64>>,
}

impl SearchIndex {
    /// Starts a rebuild with an empty index.
    pub fn rebuild(&self) -> Result<Rebuild<'_>> {
        let Some(folder) = &self.folder else {
            return Ok(Rebuild {
                index: self,
                place: None,
                pair: IndexPair::in_memory()?,
                seen: Mutex::default(),
            });
        };
        let generation = current_generation(folder).unwrap_or(0) + 1;
        let fresh = generation_folder(folder, generation);
        remove(&fresh)?;
        let pair = IndexPair::open(&fresh, true)?;
        Ok(Rebuild { index: self, place: Some((folder.clone(), generation)), pair, seen: Mutex::default() })
    }

    /// Deletes the folder of an index that cannot be opened, so that it can be rebuilt.
    pub fn discard(folder: &Path) -> Result<()> {
        remove(folder)
    }
}

impl Rebuild<'_> {
    /// Adds a person with the facts of the current employer; one that was added before is replaced.
    pub fn add_person(&self, record: &PersonRecord, employer: Option<&Company>) -> Result<()> {
        self.add(&self.pair.people, self.pair.person(record, employer))
    }

    /// Adds a company; one that was added before is replaced.
    pub fn add_company(&self, company: &Company) -> Result<()> {
        self.add(&self.pair.companies, document::company(company))
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
                let fresh = IndexPair::open(&generation_folder(folder, *generation), false)?;
                let draft = folder.join("current.new");
                fs::write(&draft, generation.to_string())?;
                fs::File::open(&draft)?.sync_all()?;
                fs::rename(&draft, folder.join(CURRENT))?;
                fresh
            }
        };
        *self.index.pair.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(pair);
        if let Some((folder, generation)) = &self.place {
            remove_other_generations(folder, *generation)?;
        }
        Ok(())
    }
}

fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// Deletes the other generations. Running queries hold their files open and are not affected.
fn remove_other_generations(folder: &Path, current: u64) -> Result<()> {
    let kept = generation_folder(folder, current);
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_generation =
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("generation-"));
        if is_generation && path != kept {
            remove(&path)?;
        }
    }
    Ok(())
}
