//! Finds and verifies a person's personal email at a free provider.

use records::EmailKind;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{context::Context, problem::Problem, request::validate::Faults},
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::{
        answer::email::{FindEmailAnswer, outcome},
        person_input::PersonInput,
        person_lookup::{contact_query, person_id},
    },
    sandbox::sample::Sample,
};

/// `POST /v1/find-personal-email`
pub struct FindPersonalEmail;

/// The person whose personal email to find.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct FindPersonalEmailRequest {
    /// Identifiers of the person.
    #[serde(flatten)]
    pub person: PersonInput,
    /// Only an address whose mailbox was proven within the last 30 days.
    #[serde(default)]
    pub verified_only: bool,
    /// Whether to show the candidates, what the confidence is made of, and the conversation with the mail servers.
    #[serde(default)]
    pub explain: bool,
}

impl Endpoint for FindPersonalEmail {
    const SPEC: Spec = Spec::charging(
        "find_personal_email",
        "/v1/find-personal-email",
        Group::Find,
        Price::Flat(Credits::whole(2)),
        "A person's email at a free mail provider that is proven to work",
    );
    type Request = FindPersonalEmailRequest;
    type Answer = FindEmailAnswer;

    fn check(request: &FindPersonalEmailRequest, faults: &mut Faults) {
        request.person.check(faults);
    }

    async fn run(
        context: Context,
        request: FindPersonalEmailRequest,
    ) -> Result<Outcome<FindEmailAnswer>, Problem> {
        let who = contact_query(&context, request.person.query())?;
        let engine = context.engine();
        let found =
            engine.email_from_anywhere(&who, EmailKind::Personal, request.verified_only, context.now).await?;
        Ok(outcome(found, person_id(&who), request.explain))
    }

    fn example(sample: &Sample) -> Value {
        json!({ "networkUrl": sample.network_url })
    }
}
