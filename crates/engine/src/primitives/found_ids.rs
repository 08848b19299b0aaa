//! A search as a source of candidates: ids, in the order of the search.

use search::{CompanyFilters, PageRequest, PeopleFilters, Snapshot, Target};

use crate::{
    Engine, EngineError, SearchQuery,
    index::Index,
    primitives::walk::{Candidate, CandidateBatch, CandidateSource},
};

/// Ids read at a time: most of them are passed over where only new records are wanted.
const IDS_AT_A_TIME: usize = 256;

/// The people that a search finds.
pub struct FoundPeople(pub SearchQuery<PeopleFilters>);

/// The companies that a search finds.
pub struct FoundCompanies(pub SearchQuery<CompanyFilters>);

impl CandidateSource for FoundPeople {
    type Item = String;

    async fn next(
        &self,
        engine: &Engine,
        after: Option<&str>,
        size: usize,
    ) -> Result<CandidateBatch<String>, EngineError> {
        engine.found_ids(&self.0, after, size, |index| Ok(index.search()?.people())).await
    }
}

impl CandidateSource for FoundCompanies {
    type Item = String;

    async fn next(
        &self,
        engine: &Engine,
        after: Option<&str>,
        size: usize,
    ) -> Result<CandidateBatch<String>, EngineError> {
        engine.found_ids(&self.0, after, size, |index| Ok(index.search()?.companies())).await
    }
}

impl Engine {
    async fn found_ids<F>(
        &self,
        query: &SearchQuery<F>,
        after: Option<&str>,
        size: usize,
        snapshot: impl FnOnce(&Index) -> Result<Snapshot<F>, EngineError> + Send + 'static,
    ) -> Result<CandidateBatch<String>, EngineError>
    where
        F: Target + Send + 'static,
        F::Sort: Send,
    {
        let (query, after, size) = (query.clone(), after.map(str::to_owned), size.max(IDS_AT_A_TIME));
        let places = self
            .blocking(move |index| {
                let snapshot = snapshot(index)?.observed_since(query.observed_since);
                let request = PageRequest { sort: query.sort, limit: size, after: after.as_deref() };
                Ok(snapshot.places(&query.filters, request, query.now)?)
            })
            .await?;
        let more = places.len() == size;
        let candidates = places.into_iter().map(|(id, place)| Candidate { place, item: id }).collect();
        Ok(CandidateBatch { candidates, more })
    }
}
