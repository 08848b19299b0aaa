//! Verifies addresses at their mail server, with a cache of earlier verdicts.

use contact::{Exchange, Reason, Status, Verdict};
use jiff::{SignedDuration, Timestamp};
use records::email::EmailAddress;
use serde::{Deserialize, Serialize};
use store::{CacheUse, KeptVerification, Recheck};

use crate::{
    Engine, EngineError,
    contacts::backoff::{scheduled, seconds_until},
};

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

impl Engine {
    /// Checks an address: from a fresh stored verdict, else at its mail server.
    pub async fn verify_email(&self, text: &str, now: Timestamp) -> Result<CheckedEmail, EngineError> {
        let verifier = self.verifier.as_ref().ok_or(EngineError::NoVerifier)?;
        let Ok(address) = EmailAddress::parse(text) else {
            let check = EmailCheck::new(text.trim().to_owned(), verifier.verify_text(text).await);
            return Ok(CheckedEmail { check, validated_at: now, cache: CacheUse::Miss, stale: false });
        };
        let known = self.last_check(&address)?.filter(|known| is_younger(known.validated_at, KEPT_DAYS, now));
        if let Some(known) = known.as_ref().filter(|known| known.is_fresh(now)) {
            return Ok(known.clone());
        }
        let checked = self.check_now(&address, now).await?;
        match known {
            // The server gave no verdict: return the stale one, with its true date.
            Some(known) if checked.check.status == Status::Unknown => {
                Ok(CheckedEmail { stale: true, ..known })
            }
            _ => Ok(checked),
        }
    }

    /// Stores a verdict.
    pub(crate) async fn keep_check(&self, check: &EmailCheck, now: Timestamp) -> Result<(), EngineError> {
        let verdict = serde_json::to_string(check).map_err(|_| EngineError::GivenUp)?;
        let kept = KeptVerification { verdict, validated_at: now };
        Ok(self.store.keep_verification(&check.email, kept).await?)
    }

    /// The last verdict about an address, however old.
    pub(crate) fn last_check(&self, address: &EmailAddress) -> Result<Option<CheckedEmail>, EngineError> {
        let Some(kept) = self.store.verification(address.address())? else { return Ok(None) };
        let check = serde_json::from_str(&kept.verdict).ok();
        Ok(check.map(|check| CheckedEmail {
            check,
            validated_at: kept.validated_at,
            cache: CacheUse::Hit,
            stale: false,
        }))
    }

    /// Checks an address at its mail server and stores the verdict. A server that deferred the check is not queried
    /// before the retry time.
    pub(crate) async fn check_now(
        &self,
        address: &EmailAddress,
        now: Timestamp,
    ) -> Result<CheckedEmail, EngineError> {
        let verifier = self.verifier.as_ref().ok_or(EngineError::NoVerifier)?;
        let waiting = self.store.recheck(address.address())?;
        if let Some(deferred) = waiting.as_ref().and_then(|waiting| not_yet(waiting, now)) {
            return Ok(deferred);
        }
        // On the heap, as the state of a search is.
        let verdict = Box::pin(verifier.verify(address)).await;
        let mut check = EmailCheck::new(address.address().to_owned(), verdict);
        let attempts = waiting.map_or(0, |waiting| waiting.attempts);
        if let Some(due_at) = self.note_check(&check, attempts, now).await? {
            check.retry_after_seconds = Some(seconds_until(due_at, now));
        }
        Ok(CheckedEmail { check, validated_at: now, cache: CacheUse::Miss, stale: false })
    }
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

/// The last reply of a deferring mail server, until its retry time.
pub(crate) fn not_yet(waiting: &Recheck, now: Timestamp) -> Option<CheckedEmail> {
    let check: EmailCheck = serde_json::from_str(&waiting.verdict).ok()?;
    // While it is being repeated in the background, it is due later: a caller does not wait for that.
    let scheduled = scheduled(check.reason, check.retry_after_seconds, waiting.attempts, waiting.asked_at);
    let due_at = scheduled.map_or(waiting.due_at, |scheduled| scheduled.min(waiting.due_at));
    let retry_after_seconds = Some(seconds_until(due_at, now)).filter(|left| *left > 0);
    retry_after_seconds?;
    let check = EmailCheck { retry_after_seconds, ..check };
    Some(CheckedEmail { check, validated_at: waiting.asked_at, cache: CacheUse::Hit, stale: false })
}
