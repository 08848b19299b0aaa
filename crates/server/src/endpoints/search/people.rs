//! Searches people by filters.

use engine::{FoundPeople, PeopleFilters};
use records::Person;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::{Value, json};
use store::Credits;

use super::{FoundPage, SearchAnswer, SearchRequest, referred, refuse_beside_refs, whole};
use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Estimate, Group, Outcome, Price, Spec, trial_run},
    recipe::{
        answer::preview::{self, Naming, PreviewPage, SearchPreview},
        paging::records_except,
    },
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
        if request.exclude_seen && request.search.refs.is_some() {
            refuse_beside_refs("exclude_seen", faults);
        }
    }

    fn units(request: &Self::Request) -> u64 {
        request.search.units()
    }

    async fn estimate(context: Context, request: Self::Request) -> Result<Estimate, Problem> {
        let has_filters = request.search.refs.is_none();
        let units_max = Self::units(&request);
        let words = request.search.filters.text.as_deref().unwrap_or_default();
        let naming = Naming::of(&request.search.filters, context.store().has_name_among(words)?);
        let search = SearchRequest { include_total: true, ..request.search };
        let (exact, answer) =
            trial_run::<Self>(context.clone(), SearchPeopleRequest { search, ..request }).await?;
        let page = if has_filters { answer.results } else { Vec::new() };
        let ids: Vec<String> = page.iter().map(|person| person.record().id.clone()).collect();
        let owned = context.store().seen_among(context.account_id(), &ids)?;
        let page = PreviewPage {
            rows: page,
            owned,
            total: answer.total,
            facets: answer.facets,
            next_cursor: answer.next_cursor.filter(|_| has_filters),
        };
        preview::estimate(&context, (exact, units_max), naming, page).await
    }

    fn preview_schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<SearchPreview<Person>>())
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let SearchPeopleRequest { search, exclude_seen } = request;
        let (include_total, new_only, rates) = (search.include_total, search.new_only, search.rates());
        let (fields, references) = (search.fields(), search.refs.clone());
        let mut query = search.question(&context)?;
        let (about, page) = if let Some(references) = references {
            let read = |id: &str| context.engine().person_by_id(id);
            referred(&context, &references, read, |person| &person.id)?
        } else if new_only || exclude_seen {
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
        Ok(Outcome { people, only_new: new_only || exclude_seen, ..outcome })
    }

    fn example(_: &Sample) -> Value {
        json!({
            "filters": { "departments": ["sales"], "seniorities": ["vp", "director", "manager"] },
            "limit": 2,
            "include_total": true,
        })
    }
}
