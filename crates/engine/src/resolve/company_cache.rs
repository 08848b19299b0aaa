//! Companies that were read a moment ago: most people of an answer share a few employers.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use moka::sync::Cache;
use records::Company;

/// Companies that are kept at most.
const COMPANIES_MAX: u64 = 4_096;

/// Recently read companies by their domain; `None` where no record has it.
pub(crate) struct CompanyCache(Cache<String, Read>);

#[derive(Clone)]
struct Read {
    company: Option<Arc<Company>>,
    version: u64,
    at: Instant,
}

impl Default for CompanyCache {
    fn default() -> Self {
        Self(Cache::new(COMPANIES_MAX))
    }
}

impl CompanyCache {
    /// The company of a domain as it was read at this version of the records, not longer ago than `kept`.
    pub(crate) fn get(&self, domain: &str, version: u64, kept: Duration) -> Option<Option<Arc<Company>>> {
        let read = self.0.get(domain)?;
        (read.version == version && read.at.elapsed() < kept).then_some(read.company)
    }

    /// Keeps what was read at this version of the records.
    pub(crate) fn put(&self, domain: &str, version: u64, company: Option<Arc<Company>>) {
        self.0.insert(domain.to_owned(), Read { company, version, at: Instant::now() });
    }
}
