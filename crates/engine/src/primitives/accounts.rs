//! Sources of candidate accounts: a signal feed or a company search.

use jiff::Timestamp;
use records::{Company, Signal, SignalKind};
use search::{CompanyFilters, CompanySort, PageRequest};
use store::{FeedPosition, SignalFilter, StoredSignal};

use crate::{
    Account, Engine, EngineError,
    primitives::walk::{Candidate, CandidateBatch, CandidateSource},
};

/// Signals whose companies are compared with filters that none of them passes.
const EXPLAINED_MAX: usize = 200;

/// A feed as a source of candidates, the newest first.
#[derive(Debug, Clone)]
pub struct Feed {
    /// Kind of signal.
    pub kind: SignalKind,
    /// Filter on the signals.
    pub filter: SignalFilter,
}

impl Feed {
    /// The cursor position after a signal.
    pub fn place(stored: &StoredSignal) -> String {
        format!("{} {}", stored.signal.at.as_microsecond(), stored.no)
    }

    /// The signal that a cursor position is after.
    pub fn position(place: &str) -> Option<FeedPosition> {
        let (at, no) = place.split_once(' ')?;
        let at = Timestamp::from_microsecond(at.parse().ok()?).ok()?;
        Some(FeedPosition { at, no: no.parse().ok()? })
    }
}

impl CandidateSource for Feed {
    type Item = StoredSignal;

    async fn next(
        &self,
        engine: &Engine,
        after: Option<&str>,
        size: usize,
    ) -> Result<CandidateBatch<StoredSignal>, EngineError> {
        let after = after.and_then(Self::position);
        let signals = engine.signals(self.kind, &self.filter, after, size)?;
        let candidate = |stored: StoredSignal| Candidate { place: Self::place(&stored), item: stored };
        Ok(CandidateBatch {
            more: signals.len() == size,
            candidates: signals.into_iter().map(candidate).collect(),
        })
    }

    fn companies(&self, engine: &Engine) -> Result<Vec<Company>, EngineError> {
        let mut companies: Vec<Company> = Vec::new();
        for stored in engine.store.signals(self.kind, &self.filter, None, EXPLAINED_MAX)? {
            let Some(employer) = &stored.signal.company else { continue };
            let found = engine.company_of(employer, None)?;
            companies.extend(found.filter(|found| companies.iter().all(|known| known.id != found.id)));
        }
        Ok(companies)
    }
}

/// A company search as a source of candidates.
#[derive(Debug, Clone)]
pub struct CompanyList {
    /// The filters.
    pub filters: CompanyFilters,
    /// The order.
    pub sort: CompanySort,
    /// Only companies that were first known at or after this time.
    pub observed_since: Option<Timestamp>,
    /// The time that "within days" is counted from.
    pub now: Timestamp,
}

impl CandidateSource for CompanyList {
    type Item = Company;

    async fn next(
        &self,
        engine: &Engine,
        after: Option<&str>,
        size: usize,
    ) -> Result<CandidateBatch<Company>, EngineError> {
        let (list, after) = (self.clone(), after.map(str::to_owned));
        let places = engine
            .blocking(move |index| {
                let request = PageRequest { sort: list.sort, limit: size, after: after.as_deref() };
                let companies = index.search()?.companies().observed_since(list.observed_since);
                Ok(companies.places(&list.filters, request, list.now)?)
            })
            .await?;
        let more = places.len() == size;
        let ids: Vec<&str> = places.iter().map(|(id, _)| id.as_str()).collect();
        let found = engine.store.companies_by_ids(&ids)?.into_iter().zip(&places);
        let candidates = found
            .filter_map(|(company, (_, place))| Some(Candidate { place: place.clone(), item: company? }));
        Ok(CandidateBatch { candidates: candidates.collect(), more })
    }
}

impl Engine {
    /// The company a signal is about, if it passes the filters and the feed has no newer signal of it: each company is
    /// returned once over all pages. Blocks on the database.
    pub fn account_of(
        &self,
        feed: &Feed,
        signal: &Signal,
        icp: &CompanyFilters,
        now: Timestamp,
    ) -> Result<Option<Account>, EngineError> {
        let Some(employer) = &signal.company else { return Ok(None) };
        let company = self.company_of(employer, None)?;
        let Some(company) = company.filter(|company| icp.matches(company, now)) else { return Ok(None) };
        let account = self.account(company)?;
        let of_company = SignalFilter { companies: account.handles.clone(), ..feed.filter.clone() };
        let newest = self.store.signals(feed.kind, &of_company, None, 1)?.pop();
        Ok(newest.is_some_and(|newest| newest.signal.id == signal.id).then_some(account))
    }
}
