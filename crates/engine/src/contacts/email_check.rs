//! The verdict about an address, and for how long it is fresh.

use contact::{Exchange, Reason, Status, Verdict};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use store::CacheUse;

/// Up to this age a verdict is fresh.
pub(crate) const FRESH_DAYS: i64 = 30;
/// From this age on a verdict is ignored.
pub(crate) const KEPT_DAYS: i64 = 90;
/// Shorter for missing mailboxes: they are created more often than removed.
const NEGATIVE_FRESH_DAYS: i64 = 7;
/// A domain without mail may get a mail server any day, and a server may show tomorrow what it hid today.
const PASSING_FRESH_DAYS: i64 = 1;

/// What is known about an address.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EmailCheck {
    /// The address in normal form; the text itself when it is no address.
    pub email: String,
    /// Whether mail arrives.
    pub status: Status,
    /// Reason of the status.
    pub reason: Reason,
    /// Whether the text is an address.
    pub syntax_valid: bool,
    /// Whether the domain gives out throw-away addresses.
    pub disposable: bool,
    /// Whether a person can have a lasting address there; false where `disposable` is true.
    pub free_provider: bool,
    /// Whether it is the address of a role.
    pub generic: bool,
    /// Whether the server takes every address.
    pub catch_all: Option<bool>,
    /// Whether the domain has a mail server.
    pub mx_found: Option<bool>,
    /// Who runs the mail.
    pub provider: Option<String>,
    /// The address that was probably meant.
    pub did_you_mean: Option<String>,
    /// Seconds after which a new check may give another result.
    pub retry_after_seconds: Option<u64>,
    /// The conversation with the mail servers that led to the verdict, shortened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conversation: Vec<Exchange>,
}

/// A check, when it was made, and whether it was known already.
#[derive(Debug, Clone)]
pub struct CheckedEmail {
    /// The check.
    pub check: EmailCheck,
    /// When the mail server was queried.
    pub validated_at: Timestamp,
    /// Whether it was known already.
    pub cache: CacheUse,
    /// Whether the verdict is past its time, and the mail server gave no new one.
    pub stale: bool,
}

/// Whether the check of an address is recent enough to call it verified.
pub fn is_recent_check(at: Timestamp, now: Timestamp) -> bool {
    is_younger(at, FRESH_DAYS, now)
}

/// Whether less than this many days have gone by.
pub(crate) fn is_younger(at: Timestamp, days: i64, now: Timestamp) -> bool {
    now.duration_since(at) < SignedDuration::from_hours(24 * days)
}

/// For how many days a verdict is fresh.
pub(crate) fn fresh_days(reason: Reason) -> i64 {
    match (reason.status(), reason) {
        (_, Reason::DomainNotFound | Reason::NoMailServer | Reason::CatchAllUnproven) => PASSING_FRESH_DAYS,
        (Status::Undeliverable, _) => NEGATIVE_FRESH_DAYS,
        (Status::Unknown, _) => 0,
        (Status::Deliverable | Status::Risky, _) => FRESH_DAYS,
    }
}

impl CheckedEmail {
    pub(crate) fn is_fresh(&self, now: Timestamp) -> bool {
        is_younger(self.validated_at, fresh_days(self.check.reason), now)
    }
}

impl EmailCheck {
    pub(crate) fn new(email: String, verdict: Verdict) -> Self {
        Self {
            email,
            status: verdict.status(),
            reason: verdict.reason,
            syntax_valid: verdict.syntax_valid,
            disposable: verdict.disposable,
            // A domain in both lists gives out throw-away addresses.
            free_provider: verdict.free_provider && !verdict.disposable,
            generic: verdict.generic,
            catch_all: verdict.catch_all,
            mx_found: verdict.mx_found,
            provider: verdict.provider,
            did_you_mean: verdict.did_you_mean,
            retry_after_seconds: verdict.retry_after.map(|wait| wait.as_secs()),
            conversation: verdict.transcript,
        }
    }
}
