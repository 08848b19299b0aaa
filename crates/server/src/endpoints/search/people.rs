//! Searches people by filters.

use engine::{FoundPeople, PeopleFilters};
use records::Person;
use serde_json::{Value, json};
use store::Credits;

use super::{FoundPage, SearchAnswer, SearchRequest, whole};
use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Estimate, Group, Outcome, Price, Spec, trial_run},
    recipe::paging::new_records,
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

    async fn estimate(context: Context, request: Self::Request) -> Result<Estimate, Problem> {
        let request = SearchRequest { include_total: true, ..request };
        let (estimate, answer) = trial_run::<Self>(context, request).await?;
        Ok(Estimate { total: answer.total, ..estimate })
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let (include_total, new_only, rates) = (request.include_total, request.new_only, request.rates());
        let mut query = request.question(&context)?;
        let (about, page) = if new_only {
            let range = (query.after.take(), std::mem::take(&mut query.limit));
            let about = context.engine().search_people(query.clone()).await?;
            let read = |id: &str| context.engine().person_by_id(id);
            let walk = new_records(&context, &FoundPeople(query), range, str::to_owned, read).await?;
            (about, FoundPage::from(walk))
        } else {
            let mut about = context.engine().search_people(query).await?;
            let page = whole(&mut about, |person| &person.id);
            (about, page)
        };
        let people = page.rows.iter().map(|(id, _)| id.clone()).collect();
        let outcome = SearchAnswer::outcome(&context, (about, rates), page, include_total);
        Ok(Outcome { people, ..outcome })
    }

    fn example(_: &Sample) -> Value {
        json!({
            "filters": { "departments": ["sales"], "seniorities": ["vp", "director", "manager"] },
            "limit": 2,
            "include_total": true,
        })
    }
}
