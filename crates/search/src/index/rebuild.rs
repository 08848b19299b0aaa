//! Making the index again beside the one that answers.
//!
//! A generation is a folder. The file `current` says which one answers; it is replaced in one step when the new
//! one is whole, so that a rebuild that is cut off leaves the old index as it was.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use records::{Company, PersonRecord};

use super::{SearchIndex, Shelves, position::hash, shelf::Shelf};
use crate::{
    document::{self, Document},
    error::{Result, SearchError},
};

const CURRENT: &str = "current";

/// The generation that answers; the first one in a new folder.
pub(super) fn current_generation(folder: &Path) -> Result<u64> {
    match fs::read_to_string(folder.join(CURRENT)) {
        Ok(text) => text.trim().parse().map_err(|_| {
            SearchError::Unproven("it is not clear which generation is the current one".to_owned())
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error.into()),
    }
}

/// The folder of a generation.
pub(super) fn generation_folder(folder: &Path, generation: u64) -> PathBuf {
    folder.join(format!("generation-{generation}"))
}

/// An index being made again; what it is for goes on answering until [`Rebuild::publish`].
pub struct Rebuild<'i> {
    index: &'i SearchIndex,
    /// Folder and number of the new generation; none in memory.
    place: Option<(PathBuf, u64)>,
    shelves: Shelves,
    /// Hashes of the ids that were added.
    seen: Mutex<HashSet<u64>>,
}

impl SearchIndex {
    /// Starts to make the index again from nothing.
    pub fn rebuild(&self) -> Result<Rebuild<'_>> {
        let Some(folder) = &self.folder else {
            return Ok(Rebuild {
                index: self,
                place: None,
                shelves: Shelves::in_memory()?,
                seen: Mutex::default(),
            });
        };
        let generation = current_generation(folder).unwrap_or(0) + 1;
        let fresh = generation_folder(folder, generation);
        remove(&fresh)?;
        let shelves = Shelves::open(&fresh, true)?;
        Ok(Rebuild {
            index: self,
            place: Some((folder.clone(), generation)),
            shelves,
            seen: Mutex::default(),
        })
    }

    /// Empties a folder whose index cannot be opened, so that it can be filled again.
    pub fn discard(folder: &Path) -> Result<()> {
        remove(folder)
    }
}

impl Rebuild<'_> {
    /// Adds a person with the facts of the current employer; one that was added before is replaced.
    pub fn add_person(&self, record: &PersonRecord, employer: Option<&Company>) -> Result<()> {
        self.add(&self.shelves.people, self.shelves.person(record, employer))
    }

    /// Adds a company; one that was added before is replaced.
    pub fn add_company(&self, company: &Company) -> Result<()> {
        self.add(&self.shelves.companies, document::company(company))
    }

    /// Removes a person that was added.
    pub fn remove_person(&self, id: &str) -> Result<()> {
        self.shelves.people.remove(id)
    }

    /// Removes a company that was added.
    pub fn remove_company(&self, id: &str) -> Result<()> {
        self.shelves.companies.remove(id)
    }

    fn add(&self, shelf: &Shelf, document: Document) -> Result<()> {
        // Replacing costs a look at every segment, so what is new is told by its id alone.
        let new =
            self.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(hash(document.id.as_bytes()));
        if new { shelf.add(document) } else { shelf.put(document) }
    }

    /// Makes the new index the one that answers: it holds every change up to `sequence`.
    pub fn publish(self, sequence: u64) -> Result<()> {
        self.shelves.commit(sequence)?;
        self.shelves.people.settle()?;
        self.shelves.companies.settle()?;
        let shelves = match &self.place {
            None => self.shelves,
            Some((folder, generation)) => {
                // The bulk writer holds the folder's lock and never merges; the live one is opened in its place.
                drop(self.shelves);
                let fresh = Shelves::open(&generation_folder(folder, *generation), false)?;
                let draft = folder.join("current.new");
                fs::write(&draft, generation.to_string())?;
                fs::File::open(&draft)?.sync_all()?;
                fs::rename(&draft, folder.join(CURRENT))?;
                fresh
            }
        };
        *self.index.shelves.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(shelves);
        if let Some((folder, generation)) = &self.place {
            remove_others(folder, *generation)?;
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

/// Removes the generations that answer no more. Questions under way keep their files open and end undisturbed.
fn remove_others(folder: &Path, current: u64) -> Result<()> {
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
