//! Companies by filters.

use engine::{CompanyFilters, CompanySort, FacetCounts, Question, SearchPage, WhyNot};
use records::Company;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use super::me::history::{PAGE_DEFAULT, PAGE_MAX};
use crate::{
    catalogue::{Endpoint, Estimate, Group, Outcome, Price, Spec},
    context::Context,
    input::{check_facets, check_filters},
    problem::Problem,
    sample::Sample,
    validate::Faults,
};

/// `POST /v1/search/companies`
pub struct SearchCompanies;

/// What is looked for.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct SearchCompaniesRequest {
    /// All of them must hold; every company passes an empty set.
    #[serde(default)]
    pub filters: CompanyFilters,
    /// The order.
    #[serde(default)]
    pub sort: CompanySort,
    /// Companies a page.
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

/// A page of companies.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SearchCompaniesAnswer {
    /// The companies, in order.
    pub results: Vec<Company>,
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

impl SearchCompaniesRequest {
    fn question(self, context: &Context) -> Question<CompanyFilters> {
        Question {
            filters: self.filters,
            sort: self.sort,
            limit: self.limit.unwrap_or(PAGE_DEFAULT) as usize,
            after: self.cursor,
            facets: self.facets.unwrap_or_default(),
            now: context.now,
        }
    }
}

impl Endpoint for SearchCompanies {
    const SPEC: Spec = Spec::charging(
        "search_companies",
        "/v1/search/companies",
        Group::Search,
        Price::BasePlus(Credits::whole(1), Credits::from_thousandths(500)),
        "Companies by industry, technology, size, funding, place, hiring and more",
    );
    type Request = SearchCompaniesRequest;
    type Answer = SearchCompaniesAnswer;

    fn check(request: &SearchCompaniesRequest, faults: &mut Faults) {
        check_filters(&request.filters, "/filters", faults);
        check_facets::<CompanyFilters>(request.facets.as_deref(), faults);
    }

    fn units(request: &SearchCompaniesRequest) -> u64 {
        u64::from(request.limit.unwrap_or(PAGE_DEFAULT))
    }

    async fn estimate(
        context: Context,
        request: SearchCompaniesRequest,
    ) -> Result<Option<Estimate>, Problem> {
        let limit = Self::units(&request);
        let total = context.engine().count_companies(request.filters, context.now).await?;
        Ok(Some(Estimate { units: total.min(limit), total }))
    }

    async fn run(
        context: Context,
        request: SearchCompaniesRequest,
    ) -> Result<Outcome<SearchCompaniesAnswer>, Problem> {
        let include_total = request.include_total;
        let SearchPage { results, total, next, facets, why_not } =
            context.engine().search_companies(request.question(&context)).await?;
        let units = results.len() as u64;
        let answer = SearchCompaniesAnswer {
            results,
            total: include_total.then_some(total),
            facets,
            next_cursor: next,
            why_not,
        };
        Ok(Outcome::resolved(answer, units))
    }

    fn example(_: &Sample) -> Value {
        json!({
            "filters": { "employee_count": { "min": 10 }, "min_openings": 1 },
            "limit": 3,
            "include_total": true,
        })
    }
}
