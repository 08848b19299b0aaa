//! A mobile, the attempts to find it, and what its carrier says.

use jiff::Timestamp;
use records::{LineType, phone::PhoneNumber};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::contacts::email_check::is_younger;

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
    /// Number of people in the records who have it, if several do.
    #[serde(default)]
    pub shared_by: Option<u32>,
}

/// Whether the line of a number was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PhoneStatus {
    /// Checked within the last year, by its carrier or by a vendor that says so.
    Verified,
    /// Never checked.
    Unverified,
    /// Checked longer ago.
    Stale,
}

/// A number that this many people have is not the mobile of one of them.
const SHARED_MIN: u32 = 3;
/// A check that is older does not count.
pub(crate) const CHECKED_DAYS: i64 = 365;

impl Mobile {
    /// Whether its line was checked, and how long ago.
    pub fn status(&self, now: Timestamp) -> PhoneStatus {
        match self.last_validated_at {
            Some(at) if is_younger(at, CHECKED_DAYS, now) => PhoneStatus::Verified,
            Some(_) => PhoneStatus::Stale,
            None => PhoneStatus::Unverified,
        }
    }

    /// Whether it may be answered as a person's own, checked number.
    pub(crate) fn is_proven(&self, now: Timestamp) -> bool {
        self.status(now) == PhoneStatus::Verified && !self.is_shared()
    }

    /// Whether so many people have the number that it is not one's own.
    pub(crate) fn is_shared(&self) -> bool {
        self.shared_by.is_some_and(|people| people >= SHARED_MIN)
    }

    /// Whether the number is in a range that is reserved for fiction.
    pub fn is_fictional(&self) -> bool {
        PhoneNumber::parse(&self.number, None).is_ok_and(|number| number.is_fictional())
    }
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
    /// What it knows was never checked.
    Unverified,
    /// Several people have the number that it knows.
    Shared,
    /// What it knows is in a range that is reserved for fiction.
    Fictional,
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

/// A carrier's data about a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineCheck {
    /// Vendor that reported it.
    pub(crate) provider: String,
    /// Whether it can be called.
    pub(crate) valid: Option<bool>,
    /// What sort of line it is.
    pub(crate) line_type: Option<LineType>,
    /// Carrier of the line.
    pub(crate) carrier: Option<String>,
}
