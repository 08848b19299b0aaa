//! Searching people and companies.

use jiff::Timestamp;
use records::{Company, Person};
use schemars::JsonSchema;
use search::{CompanyFilters, PageRequest, PeopleFilters, ResultPage, Snapshot, Target, WhyNot, why_none_of};
use serde::Serialize;

use crate::{Engine, EngineError, index::Index};

/// A search: filters, order, page and facets.
#[derive(Debug, Clone)]
pub struct SearchQuery<F: Target> {
    /// The filters.
    pub filters: F,
    /// The order.
    pub sort: F::Sort,
    /// Rows at most.
    pub limit: usize,
    /// Where the page before ended.
    pub after: Option<String>,
    /// Facets to count.
    pub facets: Vec<String>,
    /// Only records that were first known at or after this time.
    pub observed_since: Option<Timestamp>,
    /// The time that "within days" is counted from.
    pub now: Timestamp,
}

/// A page of what was found.
#[derive(Debug, Clone)]
pub struct SearchPage<T> {
    /// The records, in order.
    pub results: Vec<T>,
    /// How many there are in all.
    pub total: u64,
    /// Where this page ends.
    pub next: Option<String>,
    /// The requested facets.
    pub facets: Vec<FacetCounts>,
    /// Why nothing was found.
    pub why_not: Option<WhyNot>,
}

impl<T> SearchPage<T> {
    /// The same page with its records as something else.
    pub fn map<U>(self, to: impl FnMut(T) -> U) -> SearchPage<U> {
        let Self { results, total, next, facets, why_not } = self;
        SearchPage { results: results.into_iter().map(to).collect(), total, next, facets, why_not }
    }
}

/// How often the values of a field occur among what was found.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FacetCounts {
    /// The field.
    pub field: String,
    /// Values, the most frequent first.
    pub values: Vec<FacetCount>,
}

/// A value and how often it occurs.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FacetCount {
    /// The value.
    pub value: String,
    /// How many have it.
    pub count: u64,
}

impl Engine {
    /// A page of people, without contact values.
    pub async fn search_people(
        &self,
        question: SearchQuery<PeopleFilters>,
    ) -> Result<SearchPage<Person>, EngineError> {
        self.page(question, |index| Ok(index.search()?.people()), Self::people_by_ids).await
    }

    /// A page of companies.
    pub async fn search_companies(
        &self,
        question: SearchQuery<CompanyFilters>,
    ) -> Result<SearchPage<Company>, EngineError> {
        self.page(
            question,
            |index| Ok(index.search()?.companies()),
            |engine, ids| Ok(engine.store.companies_by_ids(ids)?.into_iter().flatten().collect()),
        )
        .await
    }

    /// Companies whose name or domain begins with a text, the best match first.
    pub async fn suggest_companies(&self, text: String, limit: usize) -> Result<Vec<Company>, EngineError> {
        let ids = self.blocking(move |index| Ok(index.search()?.companies().suggest(&text, limit)?)).await?;
        Ok(self.store.companies_by_ids(&ids)?.into_iter().flatten().collect())
    }

    /// Why no company of a list passes filters: no company at all does, or none of the candidates. `None` if some do, so
    /// that it is something else that leaves the list empty.
    pub async fn why_no_company(
        &self,
        filters: CompanyFilters,
        candidates: Vec<Company>,
        now: Timestamp,
    ) -> Result<Option<WhyNot>, EngineError> {
        self.blocking(move |index| {
            let companies = index.search()?.companies();
            if companies.count(&filters, now)? == 0 {
                return Ok(Some(companies.why_not(&filters, now)?));
            }
            if candidates.is_empty() {
                return Ok(None);
            }
            Ok(why_none_of(&filters, &candidates, now)?)
        })
        .await
    }

    /// How many companies pass the filters.
    pub async fn count_companies(&self, filters: CompanyFilters, now: Timestamp) -> Result<u64, EngineError> {
        self.blocking(move |index| Ok(index.search()?.companies().count(&filters, now)?)).await
    }

    async fn page<F, T>(
        &self,
        question: SearchQuery<F>,
        snapshot: impl FnOnce(&Index) -> Result<Snapshot<F>, EngineError> + Send + 'static,
        read: impl Fn(&Self, &[String]) -> Result<Vec<T>, EngineError>,
    ) -> Result<SearchPage<T>, EngineError>
    where
        F: Target + Send + 'static,
        F::Sort: Send,
    {
        let (page, facets, why_not) = self
            .blocking(move |index| {
                let SearchQuery { filters, sort, limit, after, facets, observed_since, now } = question;
                let snapshot = snapshot(index)?.observed_since(observed_since);
                let request = PageRequest { sort, limit, after: after.as_deref() };
                let page = snapshot.search(&filters, request, now)?;
                let names: Vec<&str> = facets.iter().map(String::as_str).collect();
                let facets = snapshot.facets(&filters, &names, now)?;
                let why_not = if page.total == 0 { Some(snapshot.why_not(&filters, now)?) } else { None };
                Ok((page, facets.into_iter().map(facet_counts).collect(), why_not))
            })
            .await?;
        let ResultPage { ids, total, next } = page;
        Ok(SearchPage { results: read(self, &ids)?, total, next, facets, why_not })
    }

    /// Runs a search on the blocking pool: a broad one takes milliseconds of CPU.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Index) -> Result<T, EngineError> + Send + 'static,
    ) -> Result<T, EngineError> {
        let index = self.index.clone().ok_or(EngineError::IndexNotReady)?;
        tokio::task::spawn_blocking(move || question(&index)).await.map_err(|_| EngineError::GivenUp)?
    }
}

fn facet_counts(facet: search::Facet) -> FacetCounts {
    let values = facet.values.into_iter().map(|value| FacetCount { value: value.value, count: value.count });
    FacetCounts { field: facet.field, values: values.collect() }
}
