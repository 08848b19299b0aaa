//! A candidate, and similar people at other companies.

use engine::{PeopleFilters, SimilarPeopleOptions};
use records::Person;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{alike::SimilarPerson, person_input::PersonInput, person_lookup::known_person},
    sandbox::sample::Sample,
};

const SIMILAR: usize = 8;

/// `POST /v1/bundles/recruiter-pack`
pub struct RecruiterPack;

/// The candidate.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RecruiterPackRequest {
    /// Identifiers of the candidate.
    #[serde(flatten)]
    pub person: PersonInput,
}

/// The candidate, and similar people.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct RecruiterPackAnswer {
    /// The candidate, without contact values; null if no record matches.
    pub candidate: Option<Person>,
    /// Eight similar people at other companies, most similar first.
    pub similar_candidates: Vec<SimilarPerson>,
}

impl Endpoint for RecruiterPack {
    const SPEC: Spec = Spec::charging(
        "recruiter_pack",
        "/v1/bundles/recruiter-pack",
        Group::Bundles,
        Price::Flat(Credits::whole(30)),
        "A candidate and eight similar candidates at other companies",
    );
    type Request = RecruiterPackRequest;
    type Answer = RecruiterPackAnswer;

    fn check(request: &Self::Request, faults: &mut Faults) {
        request.person.check(faults);
    }

    async fn run(context: Context, request: Self::Request) -> Result<Outcome<Self::Answer>, Problem> {
        let Some(record) = known_person(&context, &request.person.query())? else {
            return Ok(Outcome::free(RecruiterPackAnswer::default()));
        };
        let (filters, options) = (PeopleFilters::default(), SimilarPeopleOptions::default());
        let alike = context.engine().similar_people(record.clone(), filters, options, context.now).await?;
        let similar = alike.first(context.engine(), SIMILAR)?.into_iter().map(SimilarPerson::from);
        let similar_candidates: Vec<SimilarPerson> = similar.collect();
        let named = similar_candidates.iter().map(|found| &found.person);
        let people = std::iter::once(&record.person).chain(named).map(|person| person.id.clone()).collect();
        let answer = RecruiterPackAnswer { candidate: Some(record.person), similar_candidates };
        Ok(Outcome { people, ..Outcome::resolved(answer, 1) })
    }

    fn example(sample: &Sample) -> Value {
        json!({ "networkUrl": sample.network_url })
    }
}
