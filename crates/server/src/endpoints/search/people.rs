//! Searches people by filters.

use engine::{FoundPeople, PeopleFilters};
use records::Person;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Credits;

use super::{FoundPage, SearchAnswer, SearchRequest, whole};
use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Estimate, Group, Outcome, Price, Spec, trial_run},
    recipe::paging::records_except,
    sandbox::sample::Sample,
};

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
        request.search.check::<Person>(faults);
    }

    fn units(request: &Self::Request) -> u64 {
        request.search.units()
    }

    async fn estimate(context: Context, request: Self::Request) -> Result<Estimate, Problem> {
        let search = SearchRequest { include_total: true, ..request.search };
        let (estimate, answer) =
            trial_run::<Self>(context, SearchPeopleRequest { search, ..request }).await?;
        Ok(Estimate { total: answer.total, ..estimate })
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let SearchPeopleRequest { search, exclude_seen } = request;
        let (include_total, new_only, rates) = (search.include_total, search.new_only, search.rates());
        let fields = search.fields();
        let mut query = search.question(&context)?;
        let (about, page) = if new_only || exclude_seen {
            let range = (query.after.take(), std::mem::take(&mut query.limit));
            let about = context.engine().search_people(query.clone()).await?;
            let excluded = |id: &str| {
                Ok((new_only && context.is_charged(id)?) || (exclude_seen && context.has_seen(id)?))
            };
            let read = |id: &str| context.engine().person_by_id(id);
            let found = FoundPeople(query);
            let walk = records_except(&context, &found, range, (str::to_owned, excluded), read).await?;
            (about, FoundPage::from(walk))
        } else {
            let mut about = context.engine().search_people(query).await?;
            let page = whole(&mut about, |person| &person.id);
            (about, page)
        };
        let people = page.rows.iter().map(|(id, _)| id.clone()).collect();
        let outcome = SearchAnswer::outcome(&context, (about, rates), page, (include_total, fields));
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
