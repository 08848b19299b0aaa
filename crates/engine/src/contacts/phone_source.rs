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
    /// When it was last checked; absent if unknown.
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

/// One source that was queried.
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

/// Reply of a source.
#[derive(Debug, Clone, Default)]
pub struct PhoneReply {
    /// The phone, if it knows one.
    pub phone: Option<Phone>,
    /// Vendor that gave it, if the source queries several.
    pub provider: Option<String>,
    /// Vendors that the source queried, if it queries several.
    pub attempts: Vec<PhoneAttempt>,
}

/// Future of a source's reply.
pub type PhoneAnswer<'a> = Pin<Box<dyn Future<Output = Result<PhoneReply, PhoneSourceError>> + Send + 'a>>;

/// A source of phones besides the records.
pub trait PhoneSource: Send + Sync {
    /// Its name in responses.
    fn name(&self) -> &str;
    /// The phone of a person, if it knows one.
    fn find<'a>(&'a self, who: &'a ContactQuery) -> PhoneAnswer<'a>;
}

/// A carrier's data about a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineCheck {
    /// Vendor that reported it.
    pub provider: String,
    /// Whether it can be called.
    pub valid: Option<bool>,
    /// What sort of line it is.
    pub line_type: Option<LineType>,
    /// Carrier of the line.
    pub carrier: Option<String>,
}

/// Future of a carrier check; none if no carrier answered.
pub type Checked<'a> = Pin<Box<dyn Future<Output = Option<LineCheck>> + Send + 'a>>;

/// A service that queries carriers.
pub trait PhoneCheck: Send + Sync {
    /// Checks a number at its carrier.
    fn check<'a>(&'a self, number: &'a str) -> Checked<'a>;
}
