//! Answer of the endpoints that find an email of a person.

use engine::{EmailOrigin, FindExplanation, FoundEmail, Reason, Status};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use store::{BoughtContact, CacheUse};

use crate::{endpoint::Outcome, recipe::answer::round};

/// The email address, if one was found.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct FindEmailAnswer {
    /// Whether an address was found.
    pub found: bool,
    /// The email address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Whether the mailbox was verified within the last 30 days.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_verified: Option<bool>,
    /// Result of the last check of the address; `unknown` if it was never checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Whether the domain has a mail server; absent if DNS gave no conclusive answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mx_found: Option<bool>,
    /// Mail provider of the domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Whether the domain is a free email provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free_provider: Option<bool>,
    /// Whether it is a role address, such as `info@`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generic: Option<bool>,
    /// Whether the server accepts every address of the domain; absent if that could not be determined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub catch_all: Option<bool>,
    /// Calibrated probability that the address reaches the person, 0 to 1: of answers with 0.9, nine in ten do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// When the address was last validated; absent if never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_validated_at: Option<Timestamp>,
    /// Origin of the address: `records` if a source stated it, `pattern` if it was derived.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<EmailOrigin>,
    /// Meaning of the mail server's reply; absent if the server was not queried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Seconds after which to repeat the request, if the result may change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_seconds: Option<u64>,
    /// Whether the webhook is told when the search has ended; absent if there is nothing to wait for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub will_notify: Option<bool>,
    /// How the result came about, if `explain` was set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<EmailExplanation>,
}

/// How the result of a search for an email came about.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EmailExplanation {
    /// Candidates, confidence and conversation.
    #[serde(flatten)]
    pub found_by: FindExplanation,
    /// Whether the result is one of an earlier call.
    pub from_cache: bool,
}

impl EmailExplanation {
    fn of(found: &FoundEmail) -> Self {
        let mut found_by = found.explanation.clone();
        if found.email.is_none() {
            found_by = found_by.of_refused();
        }
        found_by.candidates.iter_mut().for_each(|tried| tried.probability = round(tried.probability));
        found_by.confidence.iter_mut().for_each(|step| step.confidence = round(step.confidence));
        Self { found_by, from_cache: found.cache == CacheUse::Hit }
    }
}

impl From<FoundEmail> for FindEmailAnswer {
    fn from(found: FoundEmail) -> Self {
        let about = Self {
            mx_found: found.mx_found,
            provider: found.provider,
            reason: found.reason,
            retry_after_seconds: found.retry_after_seconds,
            ..Self::default()
        };
        let Some(email) = found.email else { return about };
        Self {
            found: true,
            email: Some(email.address),
            email_verified: Some(email.verified),
            status: Some(email.status),
            free_provider: Some(email.free_provider),
            generic: Some(email.generic),
            catch_all: email.catch_all,
            confidence: Some(round(email.confidence)),
            last_validated_at: email.last_validated_at,
            source: Some(email.origin),
            ..about
        }
    }
}

/// Outcome of an endpoint that finds emails.
pub fn outcome(found: FoundEmail, people: Vec<String>, explain: bool) -> Outcome<FindEmailAnswer> {
    let explain = explain.then(|| EmailExplanation::of(&found));
    let (cache, units) = (found.cache, u64::from(found.email.is_some()));
    let people = if units > 0 { people } else { Vec::new() };
    let address = found.email.as_ref().map(|email| &email.address);
    let bought = people.iter().flat_map(|person| BoughtContact::of(person, address, None)).collect();
    let answer = FindEmailAnswer { explain, ..found.into() };
    Outcome { people, bought, cache, ..Outcome::resolved(answer, units) }
}
