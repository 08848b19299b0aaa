//! Sources of mobiles, and carriers that check a line.

use std::{future::Future, pin::Pin};

use jiff::Timestamp;
use records::{LineType, Phone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contact_query::ContactQuery;

/// A mobile of a person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mobile {
    /// E.164.
    pub number: String,
    /// What sort of line it is.
    pub line_type: LineType,
    /// Carrier, where known.
    pub carrier: Option<String>,
    /// ISO 3166-1 alpha-2 code of its country.
    pub country: Option<String>,
    /// When it was last checked; absent when nobody says.
    pub last_validated_at: Option<Timestamp>,
    /// Which source gave it.
    pub source: String,
}

/// How an attempt at one source ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttemptOutcome {
    /// It gave a mobile.
    Found,
    /// It knows no phone.
    NotFound,
    /// What it knows is no mobile.
    NotMobile,
    /// What it knows was checked too long ago, or is known not to work.
    OutOfDate,
    /// It could not answer.
    Failed,
    /// It did not answer in time.
    TimedOut,
}

/// One source that was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PhoneAttempt {
    /// Name of the source.
    pub provider: String,
    /// How it ended.
    pub outcome: AttemptOutcome,
    /// How long it took.
    pub latency_ms: u64,
}

/// Why a source could not answer.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct PhoneSourceError(pub String);

/// What a source says.
#[derive(Debug, Clone, Default)]
pub struct PhoneReply {
    /// The phone, if it knows one.
    pub phone: Option<Phone>,
    /// Who gave it, where the source asks several.
    pub provider: Option<String>,
    /// Whom the source asked, where it asks several.
    pub attempts: Vec<PhoneAttempt>,
}

/// What a source answers with.
pub type PhoneAnswer<'a> = Pin<Box<dyn Future<Output = Result<PhoneReply, PhoneSourceError>> + Send + 'a>>;

/// Somebody other than the records who may know a person's phone.
pub trait PhoneSource: Send + Sync {
    /// What it is called in answers.
    fn name(&self) -> &str;
    /// The phone of a person, if it knows one.
    fn find<'a>(&'a self, who: &'a ContactQuery) -> PhoneAnswer<'a>;
}

/// What a carrier says of a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineCheck {
    /// Who says so.
    pub provider: String,
    /// Whether it can be called.
    pub valid: Option<bool>,
    /// What sort of line it is.
    pub line_type: Option<LineType>,
    /// Whose line it is.
    pub carrier: Option<String>,
}

/// What asking a carrier brings: nothing when nobody could say.
pub type Checked<'a> = Pin<Box<dyn Future<Output = Option<LineCheck>> + Send + 'a>>;

/// Somebody who can ask carriers.
pub trait PhoneCheck: Send + Sync {
    /// What a number's carrier says.
    fn check<'a>(&'a self, number: &'a str) -> Checked<'a>;
}
