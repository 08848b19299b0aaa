//! Who is hiring, and for what.

use jiff::Timestamp;
use records::{Company, Department, Job, Person, PersonRecord, Signal, SignalKind};
use search::PeopleFilters;
use store::{HiringPosition, SignalFilter};

use crate::{
    Account, Engine, EngineError,
    primitives::walk::{Candidate, CandidateBatch, CandidateSource},
};

/// Positions examined per company.
const OPENINGS_MAX: usize = 500;

/// Companies that are compared with filters that none of them passes.
const EXPLAINED_MAX: usize = 200;

/// Filter on open positions.
#[derive(Debug, Clone, Default)]
pub struct Positions {
    /// In this department.
    pub department: Option<Department>,
    /// With one of these titles; spellings and similar titles count.
    pub titles: Vec<String>,
    /// Posted at or after.
    pub since: Option<Timestamp>,
    /// First known at or after.
    pub observed_since: Option<Timestamp>,
}

impl Positions {
    /// The part of the filter that the store applies. A position with a future date is not open.
    pub fn filter(&self, now: Timestamp) -> SignalFilter {
        SignalFilter {
            since: self.since,
            until: Some(now),
            observed_since: self.observed_since,
            departments: self.department.into_iter().collect(),
            open_only: true,
            ..SignalFilter::default()
        }
    }

    /// Whether a position has one of the titles.
    pub fn has_title(&self, title: &str, now: Timestamp) -> bool {
        if self.titles.is_empty() {
            return true;
        }
        let holder = Person { title: Some(title.to_owned()), ..Person::default() };
        let holder = PersonRecord { person: holder, ..PersonRecord::default() };
        PeopleFilters { titles: self.titles.clone(), ..PeopleFilters::default() }.matches(&holder, None, now)
    }
}

impl Engine {
    /// The open positions of a company, however they mention it, the newest first. Blocks on the database.
    pub fn openings(
        &self,
        account: &Account,
        positions: &Positions,
        now: Timestamp,
    ) -> Result<Vec<Job>, EngineError> {
        let filter = SignalFilter { companies: account.handles.clone(), ..positions.filter(now) };
        let signals = self.store.signals(SignalKind::Hiring, &filter, None, OPENINGS_MAX)?;
        let jobs = signals.into_iter().filter_map(|stored| stored.signal.job).map(|job| *job);
        Ok(jobs.filter(|job| positions.has_title(&job.title, now)).collect())
    }

    /// The company behind a signal and its open positions, if the signal is of the newest of them: each company is returned
    /// once over all pages. Blocks on the database.
    pub fn openings_behind(
        &self,
        signal: &Signal,
        positions: &Positions,
        now: Timestamp,
    ) -> Result<Option<(Account, Vec<Job>)>, EngineError> {
        let (Some(employer), Some(job)) = (&signal.company, &signal.job) else { return Ok(None) };
        let Some(account) = self.account_of_employer(employer, job.location.as_ref())? else {
            return Ok(None);
        };
        let openings = self.openings(&account, positions, now)?;
        Ok(openings.first().is_some_and(|newest| newest.id == job.id).then_some((account, openings)))
    }
}

/// Companies with many open positions, the most first.
#[derive(Debug, Clone)]
pub struct HiringCompanies {
    /// Posted at or after.
    pub since: Timestamp,
    /// Posted before.
    pub until: Timestamp,
    /// In this department; in any of them when left out.
    pub department: Option<Department>,
    /// Positions at least.
    pub least: u32,
}

impl CandidateSource for HiringCompanies {
    /// The handle of the company.
    type Item = String;

    async fn next(
        &self,
        engine: &Engine,
        after: Option<&str>,
        size: usize,
    ) -> Result<CandidateBatch<String>, EngineError> {
        let after = after.and_then(|place| {
            let (openings, handle) = place.split_once(' ')?;
            Some(HiringPosition { openings: openings.parse().ok()?, handle: handle.to_owned() })
        });
        let window = (self.since, self.until);
        let found =
            engine.store.companies_hiring(window, self.department, self.least, after.as_ref(), size)?;
        let more = found.len() == size;
        let candidate = |HiringPosition { openings, handle }| Candidate {
            place: format!("{openings} {handle}"),
            item: handle,
        };
        Ok(CandidateBatch { candidates: found.into_iter().map(candidate).collect(), more })
    }

    fn companies(&self, engine: &Engine) -> Result<Vec<Company>, EngineError> {
        let window = (self.since, self.until);
        let found =
            engine.store.companies_hiring(window, self.department, self.least, None, EXPLAINED_MAX)?;
        let mut companies = Vec::new();
        for position in found {
            companies.extend(engine.company_of_handle(&position.handle, None)?);
        }
        Ok(companies)
    }
}
