//! Request and answer of the endpoints that resolve one person.

use engine::{Explanation, MissReason, Resolution, is_recent_check};
use jiff::Timestamp;
use records::{Person, PersonRecord, matching::MIN_CONFIDENCE_PERSON};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::BoughtContact;

use crate::{
    call::{problem::Problem, request::validate::Faults},
    endpoint::Outcome,
    recipe::{
        answer::{
            field,
            fields::{Slim, check_fields},
            identifiers_disagree, round,
        },
        person_input::PersonInput,
    },
};

/// Id of the endpoint that takes an [`EnrichRequest`].
pub const ENRICH: &str = "enrich";

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
    /// Only these fields of the person, such as `title`, and the id. The price is the same.
    #[schemars(length(min = 1, max = 50), inner(length(min = 1, max = 60)))]
    pub fields: Option<Vec<String>>,
    /// Fields that the person must have, such as `email`. A person without one of them is not returned, and not charged.
    #[schemars(length(min = 1, max = 50), inner(length(min = 1, max = 60)))]
    pub required: Option<Vec<String>>,
}

impl EnrichRequest {
    /// Adds the faults that the schema cannot express.
    pub fn check(&self, faults: &mut Faults) {
        self.person.check(faults);
        check_fields::<Person>("fields", self.fields.as_ref(), faults);
        check_fields::<Person>("required", self.required.as_ref(), faults);
    }
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
    pub person: Option<Slim<Person>>,
    /// Why none was found although one is known: `name_conflict`, if an identifier belongs to a person of another name;
    /// `ambiguous`, if several people fit about as well and a further identifier would tell them apart;
    /// `required_missing`, if the person lacks a field of `required`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// The explanation, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<Explanation>,
}

impl EnrichAnswer {
    /// The answer without a person.
    fn none(reason: Option<&'static str>, explain: Option<Explanation>) -> Self {
        Self { found: false, confidence: None, matched_on: Vec::new(), person: None, reason, explain }
    }
}

/// The same outcome, or a free one without a person if the person lacks a required field.
pub fn with_required(
    outcome: Outcome<EnrichAnswer>,
    required: Option<&Vec<String>>,
) -> Result<Outcome<EnrichAnswer>, Problem> {
    let (Some(required), Some(person)) = (required, &outcome.answer.person) else { return Ok(outcome) };
    if person.has(required).map_err(|error| Problem::internal(&error))? {
        return Ok(outcome);
    }
    let upstream = outcome.upstream;
    Ok(Outcome { upstream, ..Outcome::free(EnrichAnswer::none(Some("required_missing"), None)) })
}

/// Answer of the endpoints that resolve one person.
pub fn person_answer(
    resolution: Resolution<PersonRecord>,
    now: Timestamp,
) -> Result<Outcome<EnrichAnswer>, Problem> {
    match resolution {
        Resolution::Found(found) => {
            let person = with_business_email(found.record, now);
            let people = vec![person.id.clone()];
            let bought = BoughtContact::of(&person.id, person.email.as_ref(), None);
            let answer = EnrichAnswer {
                found: true,
                confidence: Some(round(found.confidence)),
                matched_on: found.matched_on.iter().map(|part| field(part).to_owned()).collect(),
                person: Some(Slim::new(person, None)),
                reason: None,
                explain: found.explanation,
            };
            Ok(Outcome { people, bought, ..Outcome::resolved(answer, 1) })
        }
        Resolution::NotFound { reason, explanation } => {
            let reason = match reason {
                Some(MissReason::NameConflict) => Some("name_conflict"),
                Some(MissReason::SeveralPeople) => Some("ambiguous"),
                Some(MissReason::Ambiguous { .. }) | None => None,
            };
            let explanation = explanation.map(|miss| miss.of_miss(MIN_CONFIDENCE_PERSON));
            Ok(Outcome::free(EnrichAnswer::none(reason, explanation)))
        }
        Resolution::Disagree { first, second } => Err(identifiers_disagree("people", first, second)),
    }
}

/// The person with the stored business email, which is included in resolved people.
fn with_business_email(record: PersonRecord, now: Timestamp) -> Person {
    let mut person = record.person;
    let best = record.emails.into_iter().next().filter(|_| person.has_email);
    if let Some(email) = best.filter(|email| email.kind == records::EmailKind::Business) {
        let is_recent = email.last_validated_at.is_some_and(|at| is_recent_check(at, now));
        person.email_verified = Some(email.status == records::ContactStatus::Deliverable && is_recent);
        person.email_status = Some(email.status);
        person.email_last_validated_at = email.last_validated_at;
        person.email = Some(email.address);
    }
    person
}
