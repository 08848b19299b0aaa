//! The result of a search for an address, as stored.

use contact::{FindExplanation, FindOutcome, Reason, RefusedCandidate, Status};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use store::KeptSearch;

use super::{
    backoff::{scheduled, seconds_until},
    email_check::{fresh_days, is_younger},
};

/// How long a too unlikely result is cached: the next import may reveal the company's pattern.
const UNLIKELY_KEPT_DAYS: i64 = 7;
/// How long an unreachable mail server is not queried again, if it gave no retry time.
const UNREACHABLE_KEPT_SECONDS: u64 = 15 * 60;

/// A search at the mail servers, and what is kept of it beside its result.
pub(crate) struct Searched {
    pub(crate) outcome: SearchOutcome,
    /// Whether a server was asked last.
    pub(crate) asked: bool,
    /// Candidates that the server refused.
    pub(crate) refused: Vec<RefusedCandidate>,
}

/// Result of a search as stored.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SearchOutcome {
    pub(crate) address: Option<String>,
    pub(crate) confidence: f64,
    pub(crate) reason: Reason,
    pub(crate) catch_all: Option<bool>,
    pub(crate) mx_found: Option<bool>,
    pub(crate) provider: Option<String>,
    pub(crate) retry_after_seconds: Option<u64>,
    #[serde(default)]
    pub(crate) explanation: FindExplanation,
}

impl From<FindOutcome> for Searched {
    fn from(mut found: FindOutcome) -> Self {
        let refused = std::mem::take(&mut found.refused);
        Self { asked: found.asked, refused, outcome: found.into() }
    }
}

impl From<FindOutcome> for SearchOutcome {
    fn from(outcome: FindOutcome) -> Self {
        Self {
            address: outcome.address().map(|address| address.address().to_owned()),
            confidence: outcome.found.as_ref().map_or(0.0, |found| found.confidence),
            reason: outcome.reason,
            catch_all: outcome.catch_all,
            mx_found: outcome.mx_found,
            provider: outcome.provider,
            retry_after_seconds: outcome.retry_after.map(|wait| wait.as_secs()),
            explanation: outcome.explanation,
        }
    }
}

impl SearchOutcome {
    /// How often a mail server has put the search off.
    pub(crate) fn attempts(&self, kept: &KeptSearch) -> u32 {
        if self.reason.status() == Status::Unknown { kept.attempts } else { 0 }
    }

    /// When a search that a mail server put off is due. While it is being repeated in the background, the stored time is
    /// later, and a caller does not wait for that.
    pub(crate) fn scheduled(&self, kept: &KeptSearch) -> Option<Timestamp> {
        let retry_at = kept.retry_at?;
        let due_at = scheduled(self.reason, self.retry_after_seconds, kept.attempts, kept.asked_at);
        Some(due_at.map_or(retry_at, |due_at| due_at.min(retry_at)))
    }

    /// The same with the time that is left until the search is repeated.
    pub(crate) fn still_waiting(self, kept: &KeptSearch, now: Timestamp) -> Self {
        let left = self.scheduled(kept).map(|due_at| seconds_until(due_at, now));
        let retry_after_seconds = left.or(self.retry_after_seconds);
        Self { retry_after_seconds, ..self }
    }

    /// Whether the stored result is still valid: a missing mailbox may be created later, an unreachable server may be
    /// back soon.
    pub(crate) fn is_settled(&self, kept: &KeptSearch, now: Timestamp) -> bool {
        let at = kept.asked_at;
        match self.reason.status() {
            Status::Unknown if kept.retry_at.is_some() => {
                self.scheduled(kept).is_some_and(|due_at| now < due_at)
            }
            Status::Unknown => {
                let wait = self.retry_after_seconds.unwrap_or(UNREACHABLE_KEPT_SECONDS);
                now.duration_since(at) < SignedDuration::from_secs(i64::try_from(wait).unwrap_or(i64::MAX))
            }
            Status::Undeliverable => is_younger(at, fresh_days(self.reason), now),
            Status::Deliverable | Status::Risky => is_younger(at, UNLIKELY_KEPT_DAYS, now),
        }
    }
}
