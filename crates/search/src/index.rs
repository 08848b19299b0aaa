//! The index over people and companies. It is derived: whoever holds the records feeds it, commits up to a
//! sequence, and makes it again when it cannot prove itself.

mod alike;
mod bitmaps;
mod facet;
mod order;
mod page;
mod position;
mod rebuild;
mod schema;
mod segment;
mod shelf;
mod snapshot;
mod target;
mod verify;
mod view;
mod why_not;

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock},
};

use records::{Company, PersonRecord};

use crate::{
    document::{self, Document, Employment},
    error::Result,
    filter::{CompanyFilters, PeopleFilters},
    sort::{CompanySort, PeopleSort},
};
use shelf::Shelf;

pub(crate) use order::Order;

pub use alike::SimilarPeopleOptions;
pub use facet::{FACET_VALUES_MAX, Facet, FacetValue};
pub use rebuild::Rebuild;
pub use snapshot::{PAGE_ROWS_MAX, Page, PageRequest, Snapshot};
pub use target::Target;
pub use verify::{ShelfState, Verification};
pub use why_not::{FilterEffect, Nearest, WhyNot};

/// The index over people and companies. What is put or removed is found, or not found, from the next commit on.
pub struct SearchIndex {
    /// None for an index in memory.
    folder: Option<PathBuf>,
    shelves: RwLock<Arc<Shelves>>,
}

/// The two indexes of one generation.
struct Shelves {
    people: Shelf,
    companies: Shelf,
    /// The employer of the last person: people of one company mostly come one after the other.
    employment: Mutex<Option<Arc<Employment>>>,
}

impl SearchIndex {
    /// Opens the index of a folder; makes an empty one where there is none.
    pub fn open(folder: &Path) -> Result<Self> {
        std::fs::create_dir_all(folder)?;
        let generation = rebuild::current_generation(folder)?;
        let shelves = Shelves::open(&rebuild::generation_folder(folder, generation), false)?;
        Ok(Self { folder: Some(folder.to_owned()), shelves: RwLock::new(Arc::new(shelves)) })
    }

    /// An empty index that is gone with the process.
    pub fn in_memory() -> Result<Self> {
        Ok(Self { folder: None, shelves: RwLock::new(Arc::new(Shelves::in_memory()?)) })
    }

    /// The sequence up to which every change is found.
    pub fn watermark(&self) -> u64 {
        let shelves = self.shelves();
        shelves.people.sequence().min(shelves.companies.sequence())
    }

    /// Puts a person in the place of the one with the same id, with the facts of the current employer.
    pub fn put_person(&self, record: &PersonRecord, employer: Option<&Company>) -> Result<()> {
        let shelves = self.shelves();
        shelves.people.put(shelves.person(record, employer))
    }

    /// Puts a company in the place of the one with the same id.
    pub fn put_company(&self, company: &Company) -> Result<()> {
        self.shelves().companies.put(document::company(company))
    }

    /// Removes the person with an id.
    pub fn remove_person(&self, id: &str) -> Result<()> {
        self.shelves().people.remove(id)
    }

    /// Removes the company with an id.
    pub fn remove_company(&self, id: &str) -> Result<()> {
        self.shelves().companies.remove(id)
    }

    /// Makes everything put and removed so far durable and visible: every change up to `sequence`.
    pub fn commit(&self, sequence: u64) -> Result<()> {
        self.shelves().commit(sequence)
    }

    /// Takes in what another process committed.
    pub fn refresh(&self) -> Result<()> {
        let shelves = self.shelves();
        shelves.people.refresh()?;
        shelves.companies.refresh()
    }

    /// Merges the index into as few files as possible, so that questions are answered fastest.
    pub fn merge(&self) -> Result<()> {
        self.shelves().merge()
    }

    /// Removes the bytes of removed documents from the disk.
    pub fn purge(&self) -> Result<()> {
        let shelves = self.shelves();
        shelves.people.purge()?;
        shelves.companies.purge()
    }

    /// Documents with these ids in the files of the index, also those that are only marked as removed. The files are
    /// packed, so that their bytes do not tell.
    pub fn documents_of(&self, ids: &std::collections::BTreeSet<String>) -> Result<u64> {
        let shelves = self.shelves();
        Ok(shelves.people.documents_of(ids)? + shelves.companies.documents_of(ids)?)
    }

    /// Reads the whole index and says whether it is as it was written, and up to where it goes.
    pub fn verify(&self) -> Verification {
        let shelves = self.shelves();
        Verification { people: shelves.people.verify(), companies: shelves.companies.verify() }
    }

    /// The people as they stood at the last commit.
    pub fn people(&self) -> Snapshot<PeopleFilters> {
        Snapshot::new(self.shelves().people.view())
    }

    /// The companies as they stood at the last commit.
    pub fn companies(&self) -> Snapshot<CompanyFilters> {
        Snapshot::new(self.shelves().companies.view())
    }

    fn shelves(&self) -> Arc<Shelves> {
        Arc::clone(&self.shelves.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Shelves {
    fn open(folder: &Path, bulk: bool) -> Result<Self> {
        // What is built in one go is asked nothing before it is opened again.
        let unless_bulk = |orders: Vec<Order>| if bulk { Vec::new() } else { orders };
        Ok(Self {
            people: Shelf::open(&folder.join("people"), unless_bulk(people_orders()), bulk)?,
            companies: Shelf::open(&folder.join("companies"), unless_bulk(company_orders()), bulk)?,
            employment: Mutex::default(),
        })
    }

    fn in_memory() -> Result<Self> {
        Ok(Self {
            people: Shelf::in_memory(people_orders())?,
            companies: Shelf::in_memory(company_orders())?,
            employment: Mutex::default(),
        })
    }

    fn person(&self, record: &PersonRecord, employer: Option<&Company>) -> Document {
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

    fn commit(&self, sequence: u64) -> Result<()> {
        // Until both are committed the watermark is the lesser one, and what lies between is fed again.
        self.people.commit(sequence)?;
        self.companies.commit(sequence)
    }

    fn merge(&self) -> Result<()> {
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
