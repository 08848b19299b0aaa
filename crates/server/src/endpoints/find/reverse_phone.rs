//! Finds the person with a phone number.

use records::matching::MIN_CONFIDENCE_PERSON;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        answer::person::{EnrichAnswer, person_answer},
        person_input::PersonInput,
    },
    sandbox::sample::Sample,
};

/// `POST /v1/reverse-phone`
pub struct ReversePhone;

/// The phone number to look up.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ReversePhoneRequest {
    /// The number, with country code.
    #[schemars(length(min = 1, max = 60), extend("format" = "phone"))]
    pub phone: String,
    /// Explain the match and give the source of each value.
    pub explain: Option<bool>,
}

impl Endpoint for ReversePhone {
    const SPEC: Spec = Spec::charging(
        "reverse_phone",
        "/v1/reverse-phone",
        Group::Find,
        Price::Flat(Credits::whole(2)),
        "A phone number gives the person behind it, with profile and company",
    );
    type Request = ReversePhoneRequest;
    type Answer = EnrichAnswer;

    async fn run(context: Context, request: ReversePhoneRequest) -> Result<Outcome<EnrichAnswer>, Problem> {
        let query = PersonInput { phone: Some(request.phone), ..PersonInput::default() }.query();
        let explain = request.explain.unwrap_or(false);
        person_answer(context.engine().person(&query, MIN_CONFIDENCE_PERSON, explain)?, context.now)
    }

    fn example(sample: &Sample) -> Value {
        json!({ "phone": sample.phone })
    }
}
