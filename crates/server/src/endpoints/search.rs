//! Search of people and companies by filters: shared request and answer types.

crate::endpoint::endpoints! {
    people: SearchPeople;
    companies: SearchCompanies;
}

use engine::{FacetCounts, SearchPage, SearchQuery, Target, WhyNot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    call::{context::Context, cursor, problem::Problem, request::validate::Faults},
    recipe::{
        PAGE_DEFAULT, PAGE_MAX,
        person_input::{check_facets, check_filters},
    },
};

/// Filters, sort order and page of a search.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(bound = "F: Target, F::Sort: DeserializeOwned + Default")]
#[schemars(
    bound = "F: Target + JsonSchema, F::Sort: JsonSchema + Serialize + Default",
    rename = "Search{F}Request"
)]
pub struct SearchRequest<F: Target> {
    /// Filters, combined with AND; an empty set matches everything.
    #[serde(default)]
    pub filters: F,
    /// Sort order.
    #[serde(default)]
    pub sort: F::Sort,
    /// Results per page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page; send the same filters and sort with it.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
    /// Return the total number of matches.
    #[serde(default)]
    pub include_total: bool,
    /// Fields to count values of.
    #[schemars(length(max = 10))]
    pub facets: Option<Vec<String>>,
}

/// A page of search results.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "{T}SearchAnswer")]
pub struct SearchAnswer<T> {
    /// The records in sort order. People have no contact values; `hasEmail` and `hasPhone` show which exist.
    pub results: Vec<T>,
    /// Total number of matches, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// The requested facet counts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facets: Vec<FacetCounts>,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
    /// Effect of each filter and the nearest filters with results, if nothing was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<WhyNot>,
}

impl<F: Target> SearchRequest<F> {
    fn check(&self, faults: &mut Faults) {
        check_filters(&self.filters, "/filters", faults);
        check_facets::<F>(self.facets.as_deref(), faults);
    }

    fn units(&self) -> u64 {
        u64::from(self.limit.unwrap_or(PAGE_DEFAULT))
    }

    fn question(self, context: &Context) -> Result<SearchQuery<F>, Problem> {
        let decode = |cursor: String| cursor::decode(context, &cursor);
        Ok(SearchQuery {
            filters: self.filters,
            sort: self.sort,
            limit: self.limit.unwrap_or(PAGE_DEFAULT) as usize,
            after: self.cursor.map(decode).transpose()?,
            facets: self.facets.unwrap_or_default(),
            now: context.now,
        })
    }
}

impl<T> SearchAnswer<T> {
    fn new(page: SearchPage<T>, include_total: bool, context: &Context) -> Self {
        Self {
            results: page.results,
            total: include_total.then_some(page.total),
            facets: page.facets,
            next_cursor: page.next.map(|position| cursor::encode(context, &position)),
            why_not: page.why_not,
        }
    }
}
