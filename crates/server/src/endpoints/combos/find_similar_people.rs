//! Similar people at other companies.

use engine::{PeopleFilters, SimilarPeopleOptions};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        ListAnswer, ListOptions,
        alike::SimilarPerson,
        paging::{Paging, Resolved},
        person_input::{PersonInput, check_filters},
        person_lookup::known_person,
    },
    sandbox::sample::Sample,
};

/// `POST /v1/find-similar-people`
pub struct FindSimilarPeople;

/// The reference person, and filters.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FindSimilarPeopleRequest {
    /// Page options.
    #[serde(flatten)]
    pub list: ListOptions,
    /// Identifiers of the reference person.
    #[serde(flatten)]
    pub person: PersonInput,
    /// Only people who match these filters, the same as in `search/people`.
    pub filters: Option<PeopleFilters>,
    /// Include people who share a past employer with this person; current coworkers are never included.
    #[serde(default)]
    pub include_shared_employers: bool,
}

impl Endpoint for FindSimilarPeople {
    const SPEC: Spec = Spec::charging(
        "find_similar_people",
        "/v1/find-similar-people",
        Group::Combos,
        Price::FoundPlus(Credits::whole(1), Credits::from_thousandths(800)),
        "People like one person, at other companies, with what they have in common",
    );
    type Request = FindSimilarPeopleRequest;
    type Answer = ListAnswer<SimilarPerson>;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.person.check(faults);
        if let Some(filters) = &request.filters {
            check_filters(filters, "/filters", faults);
        }
    }

    fn units(request: &Self::Request) -> u64 {
        request.list.units()
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let paging = Paging::of(&context, &request.list)?
            .comparing(request.filters.iter().flat_map(engine::Filters::money_ranges));
        let Some(source) = known_person(&context, &request.person.query())? else {
            return Ok(paging.nothing());
        };
        let options = SimilarPeopleOptions { shared_employers: request.include_shared_employers };
        let filters = request.filters.unwrap_or_default();
        let alike = context.engine().similar_people(source, filters, options, context.now).await?;
        let resolve = async |similar| {
            let answer = SimilarPerson::from(similar);
            let id = answer.person.id.clone();
            Ok(Some(Resolved { person: Some(id.clone()), id, answer }))
        };
        paging.fill(&alike, resolve).await
    }

    fn example(sample: &Sample) -> Value {
        json!({ "email": sample.email, "limit": 2 })
    }
}
