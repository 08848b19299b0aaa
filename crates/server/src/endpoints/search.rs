//! Searching people and companies by filters: what both have in common.

pub mod companies;
pub mod people;

use engine::{FacetCounts, Question, SearchPage, Target, WhyNot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::account::history::{PAGE_DEFAULT, PAGE_MAX};
use crate::{
    call::{context::Context, cursor, problem::Problem, request::validate::Faults},
    recipe::person_input::{check_facets, check_filters},
};

/// What cursors of searches are bound to here; the engine binds each to its filters and its order.
const CURSOR_QUESTION: &str = "search";

/// What is looked for, and how much of it is wanted.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(bound = "F: Target, F::Sort: DeserializeOwned + Default")]
#[schemars(
    bound = "F: Target + JsonSchema, F::Sort: JsonSchema + Serialize + Default",
    rename = "Search{F}Request"
)]
pub struct SearchRequest<F: Target> {
    /// All of them must hold; everything passes an empty set.
    #[serde(default)]
    pub filters: F,
    /// The order.
    #[serde(default)]
    pub sort: F::Sort,
    /// Results a page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the page before; with the same filters and sort.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
    /// Say how many there are in all.
    #[serde(default)]
    pub include_total: bool,
    /// Fields whose values are counted.
    #[schemars(length(max = 10))]
    pub facets: Option<Vec<String>>,
}

/// A page of what was found.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "{T}SearchAnswer")]
pub struct SearchAnswer<T> {
    /// The records, in order. People come without contact values; `hasEmail` and `hasPhone` say what there is.
    pub results: Vec<T>,
    /// How many there are in all, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// The counts asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facets: Vec<FacetCounts>,
    /// Where the next page starts; null at the end.
    pub next_cursor: Option<String>,
    /// Why nothing was found.
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

    fn question(self, context: &Context) -> Result<Question<F>, Problem> {
        let decode = |cursor: String| cursor::decode(context, CURSOR_QUESTION, &cursor);
        Ok(Question {
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
            next_cursor: page.next.map(|position| cursor::encode(context, CURSOR_QUESTION, &position)),
            why_not: page.why_not,
        }
    }
}
