//! Who is hiring, and for what.

use jiff::Timestamp;
use records::{Department, Job, Person, PersonRecord, Signal, SignalKind};
use search::PeopleFilters;
use store::{HiringPosition, SignalFilter, StoredSignal};

use crate::{
    Engine, EngineError,
    primitives::walk::{Candidate, CandidateBatch, CandidateSource},
};

/// Positions examined per company.
const OPENINGS_MAX: usize = 500;

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
    /// The open positions of a company under whichever of its domains, the newest first. Blocks on the database.
    pub fn openings(
        &self,
        domain: &str,
        positions: &Positions,
        now: Timestamp,
    ) -> Result<Vec<Job>, EngineError> {
        let mut signals: Vec<StoredSignal> = Vec::new();
        for domain in self.company_domains(domain)? {
            let filter = SignalFilter { domains: vec![domain], ..positions.filter(now) };
            signals.extend(self.store.signals(SignalKind::Hiring, &filter, None, OPENINGS_MAX)?);
        }
        signals.sort_by_key(|stored| std::cmp::Reverse((stored.signal.at, stored.no)));
        let jobs = signals.into_iter().filter_map(|stored| stored.signal.job).map(|job| *job);
        Ok(jobs.filter(|job| positions.has_title(&job.title, now)).collect())
    }

    /// The open positions of the company behind a signal, if the signal is of the newest of them: each company is
    /// returned once over all pages. Blocks on the database.
    pub fn openings_behind(
        &self,
        signal: &Signal,
        positions: &Positions,
        now: Timestamp,
    ) -> Result<Option<Vec<Job>>, EngineError> {
        let domain = signal.company.as_ref().and_then(|company| company.domain.as_deref());
        let (Some(domain), Some(job)) = (domain, &signal.job) else { return Ok(None) };
        let openings = self.openings(domain, positions, now)?;
        Ok(openings.first().is_some_and(|newest| newest.id == job.id).then_some(openings))
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
    /// The company's domain.
    type Item = String;

    async fn next(
        &self,
        engine: &Engine,
        after: Option<&str>,
        size: usize,
    ) -> Result<CandidateBatch<String>, EngineError> {
        let after = after.and_then(|place| {
            let (openings, domain) = place.split_once(' ')?;
            Some(HiringPosition { openings: openings.parse().ok()?, domain: domain.to_owned() })
        });
        let window = (self.since, self.until);
        let found =
            engine.store.companies_hiring(window, self.department, self.least, after.as_ref(), size)?;
        let more = found.len() == size;
        let candidate = |HiringPosition { openings, domain }| Candidate {
            place: format!("{openings} {domain}"),
            item: domain,
        };
        Ok(CandidateBatch { candidates: found.into_iter().map(candidate).collect(), more })
    }
}
