//! One identifier in, a person out.

use engine::{Explanation, Resolution};
use records::{Person, PersonRecord, matching::MIN_CONFIDENCE_PERSON};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Credits;

use crate::{
    call::{
        context::Context,
        problem::Problem,
        request::validate::{Fault, Faults},
    },
    endpoint::{Endpoint, Group, Outcome, Price, Spec},
    recipe::person_input::PersonInput,
    sandbox::sample::Sample,
};

/// `POST /v1/enrich`
pub struct Enrich;

/// Who is meant: a profile, an email, a phone, or a name with a company.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct EnrichRequest {
    /// The identifiers.
    #[serde(flatten)]
    pub person: PersonInput,
    /// Answer only when at least this sure.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub min_confidence: Option<f64>,
    /// Say why: the match, and where each value comes from.
    pub explain: Option<bool>,
}

/// The person, if one was found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EnrichAnswer {
    /// Whether a person was found.
    pub found: bool,
    /// How sure the match is, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// Which of the identifiers matched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub matched_on: Vec<String>,
    /// The person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<Person>,
    /// Why, when asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<Explanation>,
}

impl Endpoint for Enrich {
    const SPEC: Spec = Spec::charging(
        "enrich",
        "/v1/enrich",
        Group::Resolve,
        Price::Flat(Credits::whole(1)),
        "A profile URL, email, phone, or name and company gives a person",
    );
    type Request = EnrichRequest;
    type Answer = EnrichAnswer;

    fn check(request: &EnrichRequest, faults: &mut Faults) {
        request.person.check(faults);
    }

    async fn run(context: Context, request: EnrichRequest) -> Result<Outcome<EnrichAnswer>, Problem> {
        let floor = request.min_confidence.unwrap_or(MIN_CONFIDENCE_PERSON);
        let (query, explain) = (request.person.query(), request.explain.unwrap_or(false));
        let resolution = context.engine().person_from_anywhere(&query, floor, explain, context.now).await?;
        person_answer(resolution)
    }

    fn example(sample: &Sample) -> Value {
        json!({ "fullName": sample.full_name, "company_domain": sample.company_domain })
    }
}

/// The answer of every endpoint that resolves one person.
pub fn person_answer(resolution: Resolution<PersonRecord>) -> Result<Outcome<EnrichAnswer>, Problem> {
    match resolution {
        Resolution::Found(found) => {
            let person = with_business_email(found.record);
            let people = vec![person.id.clone()];
            let answer = EnrichAnswer {
                found: true,
                confidence: Some(round(found.confidence)),
                matched_on: found.matched_on.iter().map(|part| field(part).to_owned()).collect(),
                person: Some(person),
                explain: found.explanation,
            };
            Ok(Outcome { people, ..Outcome::resolved(answer, 1) })
        }
        Resolution::NotFound { explanation } => Ok(Outcome::free(EnrichAnswer {
            found: false,
            confidence: None,
            matched_on: Vec::new(),
            person: None,
            explain: explanation,
        })),
        Resolution::Disagree { first, second } => Err(identifiers_disagree(first, second)),
    }
}

/// What is told of two identifiers of different people.
pub fn identifiers_disagree(first: &str, second: &str) -> Problem {
    Problem::of_faults(vec![Fault {
        pointer: format!("/{}", field(second)),
        code: "identifiers_disagree".into(),
        message: format!(
            "\"{}\" and \"{}\" belong to different people. Send the one that is right.",
            field(first),
            field(second)
        ),
    }])
}

/// The field of a request that a part of a question came from.
pub fn field(part: &str) -> &str {
    if part == "network_url" { "networkUrl" } else { part }
}

/// The person with the business email the store knows, which a resolve includes.
fn with_business_email(record: PersonRecord) -> Person {
    let mut person = record.person;
    let best = record.emails.into_iter().next().filter(|_| person.has_email);
    if let Some(email) = best.filter(|email| email.kind == records::EmailKind::Business) {
        person.email_verified = Some(email.status == records::ContactStatus::Deliverable);
        person.email_status = Some(email.status);
        person.email_last_validated_at = email.last_validated_at;
        person.email = Some(email.address);
    }
    person
}

/// Confidences are told to the thousandth; more digits would pretend to know more.
pub fn round(confidence: f64) -> f64 {
    (confidence * 1000.0).round() / 1000.0
}
