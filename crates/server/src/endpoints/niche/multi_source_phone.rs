//! A person's mobile from every source there is, and what each of them said.

use engine::PhoneAttempt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::endpoints::find::phone::FindPhoneAnswer;
use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        person_input::PersonInput,
        person_lookup::{contact_query, person_id},
    },
    sandbox::sample::Sample,
};

/// `POST /v1/multi-source-phone`
pub struct MultiSourcePhone;

/// Whose mobile is sought.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct MultiSourcePhoneRequest {
    /// The identifiers.
    #[serde(flatten)]
    pub person: PersonInput,
}

/// The mobile, if one was found, and who was asked.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MultiSourcePhoneAnswer {
    /// The mobile.
    #[serde(flatten)]
    pub phone: FindPhoneAnswer,
    /// Every source that was asked, in order.
    pub attempts: Vec<PhoneAttempt>,
}

impl Endpoint for MultiSourcePhone {
    const SPEC: Spec = Spec::charging(
        "multi_source_phone",
        "/v1/multi-source-phone",
        Group::NicheCombos,
        Price::PerUnit(Credits::whole(14)),
        "A person's mobile, asked of one source after the other, with what each said",
    );
    type Request = MultiSourcePhoneRequest;
    type Answer = MultiSourcePhoneAnswer;

    fn check(request: &MultiSourcePhoneRequest, faults: &mut Faults) {
        request.person.check(faults);
    }

    async fn run(
        context: Context,
        request: MultiSourcePhoneRequest,
    ) -> Result<Outcome<MultiSourcePhoneAnswer>, Problem> {
        let who = contact_query(&context, request.person.query()).await?;
        let found = context.engine().find_mobile(&who, context.now).await?;
        let units = u64::from(found.mobile.is_some());
        let people = if units > 0 { person_id(&who) } else { Vec::new() };
        let answer = MultiSourcePhoneAnswer {
            phone: FindPhoneAnswer::of(found.mobile, &who),
            attempts: found.attempts,
        };
        Ok(Outcome { people, cache: found.cache, ..Outcome::resolved(answer, units) })
    }

    fn example(sample: &Sample) -> Value {
        json!({ "networkUrl": sample.network_url })
    }
}
