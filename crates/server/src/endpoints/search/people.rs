//! Searches people by filters.

use engine::{PeopleFilters, SearchPage, SearchQuery};
use records::Person;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Credits;

use super::{SearchAnswer, SearchRequest};
use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Estimate, Group, Outcome, Price, Spec},
    recipe::PAGE_MAX,
    sandbox::sample::Sample,
};

/// Pages read at most for one page of people whom the account has not resolved.
const PAGES_READ_MAX: usize = 50;

/// `POST /v1/search/people`
pub struct SearchPeople;

/// A search of people.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct SearchPeopleRequest {
    /// Filters, sort order and page.
    #[serde(flatten)]
    pub search: SearchRequest<PeopleFilters>,
    /// Leave out people whom the account has resolved already, as `GET /v1/me/people` lists them. `total` and facets count
    /// them.
    #[serde(default)]
    pub exclude_seen: bool,
}

/// A page of people whom the account has not resolved: reads on until it is full.
async fn unseen(
    context: &Context,
    question: SearchQuery<PeopleFilters>,
) -> Result<SearchPage<Person>, Problem> {
    let (limit, mut after) = (question.limit, question.after.clone());
    let read = |after: Option<String>, limit: usize| {
        let facets = Vec::new();
        context.engine().search_people(SearchQuery { after, limit, facets, ..question.clone() })
    };
    let first = SearchQuery { limit: PAGE_MAX as usize, ..question.clone() };
    let mut answer = context.engine().search_people(first).await?;
    let (mut results, mut next) = (std::mem::take(&mut answer.results), answer.next.take());
    let mut found = Vec::new();
    for round in 1.. {
        let ids: Vec<String> = results.iter().map(|person| person.id.clone()).collect();
        let seen = context.store().seen_among(context.account_id(), &ids)?;
        let mut new = (0..ids.len()).filter(|at| !seen.contains(&ids[*at]));
        if let Some(last) = new.nth(limit - found.len() - 1).filter(|last| last + 1 < ids.len()) {
            // Full before the last result that was read: read up to there, to know where the next page begins.
            let page = read(after, last + 1).await?;
            (results, next) = (page.results, page.next);
        }
        found.extend(results.into_iter().filter(|person| !seen.contains(&person.id)));
        let more = next.clone().filter(|_| found.len() < limit && round < PAGES_READ_MAX);
        let Some(more) = more else { break };
        let page = read(Some(more.clone()), PAGE_MAX as usize).await?;
        (after, results, next) = (Some(more), page.results, page.next);
    }
    found.truncate(limit);
    Ok(SearchPage { results: found, next, ..answer })
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
    type Answer = SearchAnswer<Person>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.search.check(faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.search.units()
    }

    async fn estimate(context: Context, request: Self::Request) -> Result<Option<Estimate>, Problem> {
        let limit = request.search.units();
        let total = context.engine().count_people(request.search.filters, context.now).await?;
        Ok(Some(Estimate { units: total.min(limit), total }))
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let (include_total, exclude_seen) = (request.search.include_total, request.exclude_seen);
        let question = request.search.question(&context)?;
        let page = match exclude_seen {
            true => unseen(&context, question).await?,
            false => context.engine().search_people(question).await?,
        };
        let people = page.results.iter().map(|person| person.id.clone()).collect();
        let units = page.results.len() as u64;
        Ok(Outcome { people, ..Outcome::resolved(SearchAnswer::new(page, include_total, &context), units) })
    }

    fn example(_: &Sample) -> Value {
        json!({
            "filters": { "departments": ["sales"], "seniorities": ["vp", "director", "manager"] },
            "limit": 2,
            "include_total": true,
        })
    }
}
