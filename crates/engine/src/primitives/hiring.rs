//! Who is hiring, and for what.

use jiff::Timestamp;
use records::{Company, Department, Job, Person, PersonRecord, Signal, SignalKind};
use search::PeopleFilters;
use store::SignalFilter;

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

/// Companies with many open positions in one department, the most first.
#[derive(Debug, Clone)]
pub struct HiringCompanies {
    /// Posted at or after.
    pub since: Timestamp,
    /// Posted before.
    pub until: Timestamp,
    /// In this department; in the one with the most positions when left out.
    pub department: Option<Department>,
    /// Positions at least.
    pub least: u32,
}

impl HiringCompanies {
    /// The companies with their numbers of positions.
    fn ranked(&self, engine: &Engine) -> Result<Vec<(u32, String)>, EngineError> {
        let companies = engine.openings.count(&engine.store, self.since, self.until)?;
        let counted = companies.iter().map(|company| (company.count(self.department), &company.handle));
        let many = counted.filter(|(openings, _)| *openings >= self.least);
        let mut ranked: Vec<(u32, String)> = many.map(|(count, handle)| (count, handle.clone())).collect();
        ranked.sort_unstable_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        Ok(ranked)
    }
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
            Some((openings.parse::<u32>().ok()?, handle))
        });
        let ranked = self.ranked(engine)?;
        let start = after.map_or(0, |(openings, handle)| {
            ranked.partition_point(|(count, name)| {
                *count > openings || (*count == openings && **name <= *handle)
            })
        });
        let page = ranked[start..].iter().take(size);
        let candidates = page.map(|(openings, handle)| Candidate {
            place: format!("{openings} {handle}"),
            item: handle.clone(),
        });
        Ok(CandidateBatch { candidates: candidates.collect(), more: start + size < ranked.len() })
    }

    fn companies(&self, engine: &Engine) -> Result<Vec<Company>, EngineError> {
        let mut companies = Vec::new();
        for (_, handle) in self.ranked(engine)?.into_iter().take(EXPLAINED_MAX) {
            companies.extend(engine.company_of_handle(&handle, None)?);
        }
        Ok(companies)
    }
}
