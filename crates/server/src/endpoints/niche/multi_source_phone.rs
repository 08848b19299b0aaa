//! A person's mobile number from all phone sources, with the result of each.

use engine::{Mobile, PhoneAttempt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Estimate, Group, Outcome, Price, Spec},
    recipe::{
        answer::phone::{FindPhoneAnswer, verified_only},
        person_input::PersonInput,
        person_lookup::{contact_query, person_id},
    },
    sandbox::sample::Sample,
};

/// `POST /v1/multi-source-phone`
pub struct MultiSourcePhone;

/// The person whose mobile number to find.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct MultiSourcePhoneRequest {
    /// Identifiers of the person.
    #[serde(flatten)]
    pub person: PersonInput,
    /// Only a number whose line was checked within a year.
    #[serde(default = "verified_only")]
    pub verified_only: bool,
}

/// The mobile number, if one was found, and the sources queried.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MultiSourcePhoneAnswer {
    /// The mobile number.
    #[serde(flatten)]
    pub phone: FindPhoneAnswer,
    /// All sources queried, in order.
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

    /// Only the sources can tell whether there is a number, unless one is known already.
    async fn estimate(context: Context, request: MultiSourcePhoneRequest) -> Result<Estimate, Problem> {
        let most = Estimate::at_most(Self::units(&request));
        let who = contact_query(&context, request.person.query())?;
        let known = context.engine().known_mobile(&who, request.verified_only, context.now)?;
        Ok(Estimate { items: known.map(|mobile| vec![item(&context, &mobile)]), ..most })
    }

    async fn run(
        context: Context,
        request: MultiSourcePhoneRequest,
    ) -> Result<Outcome<MultiSourcePhoneAnswer>, Problem> {
        let who = contact_query(&context, request.person.query())?;
        let found = context.engine().find_mobile(&who, request.verified_only, context.now).await?;
        let items: Vec<String> = found.mobile.iter().map(|mobile| item(&context, mobile)).collect();
        let people = if items.is_empty() { Vec::new() } else { person_id(&who) };
        let answer = MultiSourcePhoneAnswer {
            phone: FindPhoneAnswer::of(&found, &who, context.now),
            attempts: found.attempts,
        };
        let bought = answer.phone.bought(&people);
        Ok(Outcome { people, bought, cache: found.cache, ..Outcome::of_items(answer, items) })
    }

    fn example(sample: &Sample) -> Value {
        json!({ "networkUrl": sample.network_url })
    }
}

/// What a number is charged under: a keyed hash, because each is charged once and none is stored for that.
fn item(context: &Context, mobile: &Mobile) -> String {
    hex::encode(&context.services.secret.mac("item", mobile.number.as_bytes())[..16])
}
