//! The two indexes of one generation, and the folder they are in.
//!
//! A generation is a folder. The file `current` names the one in use. It is replaced by an atomic rename when the new
//! generation is complete, so an interrupted rebuild leaves the old index unchanged.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use records::{Company, PersonRecord};

use super::kind_index::KindIndex;
use crate::{
    document::{self, Document, Employment},
    error::{Result, SearchError},
    sort::{CompanySort, Order, PeopleSort},
};

const CURRENT: &str = "current";

/// The two indexes of one generation.
pub(super) struct IndexPair {
    pub(super) people: KindIndex,
    pub(super) companies: KindIndex,
    /// Cached employer facts of the last person added. People of one company mostly arrive consecutively.
    employment: Mutex<Option<Arc<Employment>>>,
}

impl IndexPair {
    pub(super) fn open(folder: &Path, bulk: bool) -> Result<Self> {
        // A bulk build serves no queries until it is opened again, so its sort orders are not computed.
        let unless_bulk = |orders: Vec<Order>| if bulk { Vec::new() } else { orders };
        Ok(Self {
            people: KindIndex::open(&folder.join("people"), unless_bulk(people_orders()), bulk)?,
            companies: KindIndex::open(&folder.join("companies"), unless_bulk(company_orders()), bulk)?,
            employment: Mutex::default(),
        })
    }

    pub(super) fn in_memory() -> Result<Self> {
        Ok(Self {
            people: KindIndex::in_memory(people_orders())?,
            companies: KindIndex::in_memory(company_orders())?,
            employment: Mutex::default(),
        })
    }

    pub(super) fn person(&self, record: &PersonRecord, employer: Option<&Company>) -> Document {
        let employment = employer.map(|company| self.employment(company));
        document::person_at(record, employment.as_deref())
    }

    fn employment(&self, company: &Company) -> Arc<Employment> {
        let mut last = self.employment.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some(known) if known.is_of(company) => Arc::clone(known),
            _ => Arc::clone(last.insert(Arc::new(Employment::of(company)))),
        }
    }

    pub(super) fn commit(&self, sequence: u64) -> Result<()> {
        // If only the first commit succeeds, the watermark stays at the lower sequence and the changes after it are
        // indexed again.
        self.people.commit(sequence)?;
        self.companies.commit(sequence)
    }

    pub(super) fn merge(&self) -> Result<()> {
        self.people.merge()?;
        self.companies.merge()
    }
}

fn people_orders() -> Vec<Order> {
    PeopleSort::ALL.iter().map(|sort| sort.order()).collect()
}

fn company_orders() -> Vec<Order> {
    CompanySort::ALL.iter().map(|sort| sort.order()).collect()
}

/// The generation in use; 0 in a new folder.
pub(super) fn current(folder: &Path) -> Result<u64> {
    match fs::read_to_string(folder.join(CURRENT)) {
        Ok(text) => text.trim().parse().map_err(|_| {
            SearchError::Unproven("the file `current` does not hold a generation number".to_owned())
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(error.into()),
    }
}

pub(super) fn folder_of(folder: &Path, generation: u64) -> PathBuf {
    folder.join(format!("generation-{generation}"))
}

/// Makes a complete generation the one in use.
pub(super) fn set_current(folder: &Path, generation: u64) -> Result<()> {
    let draft = folder.join("current.new");
    fs::write(&draft, generation.to_string())?;
    fs::File::open(&draft)?.sync_all()?;
    fs::rename(&draft, folder.join(CURRENT))?;
    Ok(())
}

/// Deletes a folder; one that is absent already is no error.
pub(super) fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// Deletes the other generations. Running queries hold their files open and are not affected.
pub(super) fn remove_others(folder: &Path, current: u64) -> Result<()> {
    let kept = folder_of(folder, current);
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
