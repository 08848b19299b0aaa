//! Resolves identifiers to a person.

use records::matching::MIN_CONFIDENCE_PERSON;
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::answer::{
        fields::kept,
        person::{ENRICH, EnrichAnswer, EnrichRequest, person_answer, with_required},
    },
    sandbox::sample::Sample,
};

/// `POST /v1/enrich`
pub struct Enrich;

impl Endpoint for Enrich {
    const SPEC: Spec = Spec::charging(
        ENRICH,
        "/v1/enrich",
        Group::Resolve,
        Price::Flat(Credits::whole(1)),
        "A profile URL, email, phone, or name and company gives a person",
    );
    type Request = EnrichRequest;
    type Answer = EnrichAnswer;

    fn check(request: &EnrichRequest, faults: &mut Faults) {
        request.check(faults);
    }

    async fn run(context: Context, request: EnrichRequest) -> Result<Outcome<EnrichAnswer>, Problem> {
        let floor = request.min_confidence.unwrap_or(MIN_CONFIDENCE_PERSON);
        let (query, explain) = (request.person.query(), request.explain.unwrap_or(false));
        let resolution = context.engine().person_from_anywhere(&query, floor, explain, context.now).await?;
        let fields = kept(request.fields.as_ref());
        let mut outcome = with_required(person_answer(resolution, context.now)?, request.required.as_ref())?;
        outcome.answer.person = outcome.answer.person.map(|person| person.with(fields.as_ref()));
        Ok(outcome)
    }

    fn example(sample: &Sample) -> Value {
        json!({ "fullName": sample.full_name, "company_domain": sample.company_domain })
    }
}
