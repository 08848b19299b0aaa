//! Resolves identifiers to a person.

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

/// Identifiers of the person: a profile, an email, a phone, or a name with a company.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct EnrichRequest {
    /// Identifiers of the person.
    #[serde(flatten)]
    pub person: PersonInput,
    /// Minimum confidence of a match, 0 to 1; a weaker match is not returned.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub min_confidence: Option<f64>,
    /// Explain the match and give the source of each value.
    pub explain: Option<bool>,
}

/// The person, if one was found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EnrichAnswer {
    /// Whether a person was found.
    pub found: bool,
    /// Confidence of the match, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The identifiers that matched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub matched_on: Vec<String>,
    /// The person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<Person>,
    /// The explanation, if requested.
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

/// Answer of the endpoints that resolve one person.
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

/// Problem returned when two identifiers belong to different people.
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

/// Request field of a part of a query.
pub fn field(part: &str) -> &str {
    if part == "network_url" { "networkUrl" } else { part }
}

/// The person with the stored business email, which is included in resolved people.
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

/// Rounds a confidence to three decimals; more digits would suggest false precision.
pub fn round(confidence: f64) -> f64 {
    (confidence * 1000.0).round() / 1000.0
}
