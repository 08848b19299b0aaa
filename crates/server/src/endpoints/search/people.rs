//! Searches people by filters.

use engine::PeopleFilters;
use records::Person;
use serde_json::{Value, json};
use store::Credits;

use super::{SearchAnswer, SearchRequest};
use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Estimate, Group, Outcome, Price, Spec},
    sandbox::sample::Sample,
};

/// `POST /v1/search/people`
pub struct SearchPeople;

impl Endpoint for SearchPeople {
    const SPEC: Spec = Spec::charging(
        "search_people",
        "/v1/search/people",
        Group::Search,
        Price::BasePlus(Credits::whole(1), Credits::whole(1)),
        "People by title, seniority, department, skills, industry, place, employer and more",
    );
    type Request = SearchRequest<PeopleFilters>;
    type Answer = SearchAnswer<Person>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.check(faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.units()
    }

    async fn estimate(context: Context, request: Self::Request) -> Result<Option<Estimate>, Problem> {
        let limit = request.units();
        let total = context.engine().count_people(request.filters, context.now).await?;
        Ok(Some(Estimate { units: total.min(limit), total }))
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let include_total = request.include_total;
        let page = context.engine().search_people(request.question(&context)?).await?;
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
