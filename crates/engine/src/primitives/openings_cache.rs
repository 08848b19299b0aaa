//! The last count of open positions by company. All positions of a quarter are counted together, which takes longer than an
//! answer may; the positions of a company that is answered are read anew.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use jiff::Timestamp;
use store::{CompanyOpenings, Store, StoreError};

/// How long a count is used although signals were stored since.
const RECOUNT_AFTER: Duration = Duration::from_secs(1);
/// How long a count is used at most: positions are also closed.
const KEPT_MAX: Duration = Duration::from_mins(1);

/// The last count of open positions.
#[derive(Default)]
pub(crate) struct OpeningsCache(Mutex<Option<Counted>>);

struct Counted {
    since: Timestamp,
    /// The last signal that was stored when they were counted.
    last_signal: i64,
    at: Instant,
    companies: Arc<Vec<CompanyOpenings>>,
}

impl OpeningsCache {
    /// The open positions of each company since a time, counted again at most a second after a new signal.
    pub(crate) fn count(
        &self,
        store: &Store,
        since: Timestamp,
        until: Timestamp,
    ) -> Result<Arc<Vec<CompanyOpenings>>, StoreError> {
        let last_signal = store.last_signal()?;
        // Held while counting, so that calls that come meanwhile wait for this count instead of making their own.
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = last.as_ref().filter(|counted| {
            let age = counted.at.elapsed();
            let is_level = counted.last_signal == last_signal || age < RECOUNT_AFTER;
            counted.since == since && is_level && age < KEPT_MAX
        });
        if let Some(fresh) = fresh {
            return Ok(fresh.companies.clone());
        }
        let companies = Arc::new(store.company_openings(since, until)?);
        *last = Some(Counted { since, last_signal, at: Instant::now(), companies: companies.clone() });
        Ok(companies)
    }
}
