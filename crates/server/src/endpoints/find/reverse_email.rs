//! Finds the person with an email.

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

/// `POST /v1/reverse-email`
pub struct ReverseEmail;

/// The email address to look up.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ReverseEmailRequest {
    /// The address, business or personal.
    #[schemars(length(min = 1, max = 320), extend("format" = "email"))]
    pub email: String,
    /// Explain the match and give the source of each value.
    pub explain: Option<bool>,
}

impl Endpoint for ReverseEmail {
    const SPEC: Spec = Spec::charging(
        "reverse_email",
        "/v1/reverse-email",
        Group::Find,
        Price::Flat(Credits::whole(1)),
        "An email gives the person behind it, with profile and company",
    );
    type Request = ReverseEmailRequest;
    type Answer = EnrichAnswer;

    async fn run(context: Context, request: ReverseEmailRequest) -> Result<Outcome<EnrichAnswer>, Problem> {
        let query = PersonInput { email: Some(request.email), ..PersonInput::default() }.query();
        let explain = request.explain.unwrap_or(false);
        person_answer(context.engine().person(&query, MIN_CONFIDENCE_PERSON, explain)?, context.now)
    }

    fn example(sample: &Sample) -> Value {
        json!({ "email": sample.email })
    }
}
