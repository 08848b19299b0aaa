//! Whether mail to an address arrives, asked of its mail server or known from before.

use contact::{Reason, Status, Verdict};
use jiff::{SignedDuration, Timestamp};
use records::email::EmailAddress;
use serde::{Deserialize, Serialize};
use store::{CacheUse, KeptVerification};

use crate::{Engine, EngineError};

/// A verdict this young is as good as a new one.
const FRESH_DAYS: i64 = 30;
/// A verdict this old is worth nothing.
const KEPT_DAYS: i64 = 90;
/// That there is no such mailbox may change sooner than that there is one.
const NEGATIVE_FRESH_DAYS: i64 = 7;
/// A domain without mail may get a mail server any day.
const NO_DOMAIN_FRESH_DAYS: i64 = 1;

/// What is known about an address.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EmailCheck {
    /// The address in normal form; the text itself when it is no address.
    pub email: String,
    /// Whether mail arrives.
    pub status: Status,
    /// Why that is said.
    pub reason: Reason,
    /// Whether the text is an address.
    pub syntax_valid: bool,
    /// Whether the domain gives out throw-away addresses.
    pub disposable: bool,
    /// Whether anybody can have an address there.
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
    /// When to ask again for an answer that may differ.
    pub retry_after_seconds: Option<u64>,
}

/// A check, when it was made, and whether it was known already.
#[derive(Debug, Clone)]
pub struct CheckedEmail {
    /// The check.
    pub check: EmailCheck,
    /// When the mail server was asked.
    pub validated_at: Timestamp,
    /// Whether it was known already.
    pub cache: CacheUse,
}

impl Engine {
    /// Checks an address: from what is known where that is young enough, else by asking its mail server.
    pub async fn verify_email(&self, text: &str, now: Timestamp) -> Result<CheckedEmail, EngineError> {
        let verifier = self.verifier.as_ref().ok_or(EngineError::NoVerifier)?;
        let address = EmailAddress::parse(text).ok();
        let known = match &address {
            Some(address) => self.known_check(address, now)?,
            None => None,
        };
        if let Some(known) = known.as_ref().filter(|known| known.is_fresh(now)) {
            return Ok(known.clone());
        }
        let verdict = verifier.verify_text(text).await;
        let email =
            address.as_ref().map_or_else(|| text.trim().to_owned(), |address| address.address().to_owned());
        let check = EmailCheck::new(email, verdict);
        if check.status == Status::Unknown {
            // Nobody could be asked: what was known before is better than nothing, with its true date.
            if let Some(known) = known {
                return Ok(known);
            }
        } else if let Some(address) = &address {
            let verdict = serde_json::to_string(&check).map_err(|_| EngineError::GivenUp)?;
            let kept = KeptVerification { verdict, validated_at: now };
            self.store.keep_verification(address.address(), kept).await?;
        }
        Ok(CheckedEmail { check, validated_at: now, cache: CacheUse::Miss })
    }

    fn known_check(
        &self,
        address: &EmailAddress,
        now: Timestamp,
    ) -> Result<Option<CheckedEmail>, EngineError> {
        let Some(kept) = self.store.verification(address.address())? else { return Ok(None) };
        let young = age(kept.validated_at, now) < SignedDuration::from_hours(24 * KEPT_DAYS);
        let check = serde_json::from_str(&kept.verdict).ok().filter(|_| young);
        Ok(check.map(|check| CheckedEmail { check, validated_at: kept.validated_at, cache: CacheUse::Hit }))
    }
}

fn age(at: Timestamp, now: Timestamp) -> SignedDuration {
    now.duration_since(at)
}

impl CheckedEmail {
    fn is_fresh(&self, now: Timestamp) -> bool {
        let days = match (self.check.status, self.check.reason) {
            (Status::Undeliverable, Reason::DomainNotFound | Reason::NoMailServer) => NO_DOMAIN_FRESH_DAYS,
            (Status::Undeliverable, _) => NEGATIVE_FRESH_DAYS,
            (Status::Unknown, _) => 0,
            (Status::Deliverable | Status::Risky, _) => FRESH_DAYS,
        };
        age(self.validated_at, now) < SignedDuration::from_hours(24 * days)
    }
}

impl EmailCheck {
    fn new(email: String, verdict: Verdict) -> Self {
        Self {
            email,
            status: verdict.status(),
            reason: verdict.reason,
            syntax_valid: verdict.syntax_valid,
            disposable: verdict.disposable,
            free_provider: verdict.free_provider,
            generic: verdict.generic,
            catch_all: verdict.catch_all,
            mx_found: verdict.mx_found,
            provider: verdict.provider,
            did_you_mean: verdict.did_you_mean,
            retry_after_seconds: verdict.retry_after.map(|wait| wait.as_secs()),
        }
    }
}
