//! Companies that were read a moment ago: most people of an answer share a few employers.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use moka::sync::Cache;
use records::Company;

use crate::{Engine, EngineError};

/// How long a company is kept. Changes of this process are seen at once, and those of others as soon as the index follows
/// them; without an index, after a second.
const KEPT: Duration = Duration::from_secs(60);
const KEPT_WITHOUT_INDEX: Duration = Duration::from_secs(1);
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

impl Engine {
    /// The company of a domain in normal form, as of now or a moment ago. Blocks on the database.
    pub(crate) fn recent_company_by_domain(&self, domain: &str) -> Result<Option<Arc<Company>>, EngineError> {
        let (version, at) = (self.store.records_version(), Instant::now());
        let kept = if self.index.is_some() { KEPT } else { KEPT_WITHOUT_INDEX };
        if let Some(read) = self.companies.0.get(domain)
            && read.version == version
            && read.at.elapsed() < kept
        {
            return Ok(read.company);
        }
        let company = self.company_by_domain(Some(domain))?.map(Arc::new);
        self.companies.0.insert(domain.to_owned(), Read { company: company.clone(), version, at });
        Ok(company)
    }
}
