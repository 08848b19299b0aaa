//! People by filters.

use engine::{FacetCounts, PeopleFilters, PeopleSort, Question, SearchPage, WhyNot};
use records::Person;
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

/// `POST /v1/search/people`
pub struct SearchPeople;

/// Who is looked for.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct SearchPeopleRequest {
    /// All of them must hold; everyone passes an empty set.
    #[serde(default)]
    pub filters: PeopleFilters,
    /// The order.
    #[serde(default)]
    pub sort: PeopleSort,
    /// People a page.
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

/// A page of people.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SearchPeopleAnswer {
    /// People without contact values; `hasEmail` and `hasPhone` say what there is.
    pub results: Vec<Person>,
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

impl SearchPeopleRequest {
    fn question(self, context: &Context) -> Question<PeopleFilters> {
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

impl Endpoint for SearchPeople {
    const SPEC: Spec = Spec::charging(
        "search_people",
        "/v1/search/people",
        Group::Search,
        Price::BasePlus(Credits::whole(1), Credits::whole(1)),
        "People by title, seniority, department, skills, industry, place, employer and more",
    );
    type Request = SearchPeopleRequest;
    type Answer = SearchPeopleAnswer;

    fn check(request: &SearchPeopleRequest, faults: &mut Faults) {
        check_filters(&request.filters, "/filters", faults);
        check_facets::<PeopleFilters>(request.facets.as_deref(), faults);
    }

    fn units(request: &SearchPeopleRequest) -> u64 {
        u64::from(request.limit.unwrap_or(PAGE_DEFAULT))
    }

    async fn estimate(context: Context, request: SearchPeopleRequest) -> Result<Option<Estimate>, Problem> {
        let limit = Self::units(&request);
        let total = context.engine().count_people(request.filters, context.now).await?;
        Ok(Some(Estimate { units: total.min(limit), total }))
    }

    async fn run(
        context: Context,
        request: SearchPeopleRequest,
    ) -> Result<Outcome<SearchPeopleAnswer>, Problem> {
        let include_total = request.include_total;
        let SearchPage { results, total, next, facets, why_not } =
            context.engine().search_people(request.question(&context)).await?;
        let people = results.iter().map(|person| person.id.clone()).collect();
        let units = results.len() as u64;
        let answer = SearchPeopleAnswer {
            results,
            total: include_total.then_some(total),
            facets,
            next_cursor: next,
            why_not,
        };
        Ok(Outcome { people, ..Outcome::resolved(answer, units) })
    }

    fn example(_: &Sample) -> Value {
        json!({
            "filters": { "departments": ["sales"], "seniorities": ["vp", "director", "manager"] },
            "limit": 3,
            "include_total": true,
        })
    }
}
