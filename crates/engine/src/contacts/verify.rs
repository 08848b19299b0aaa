//! Verifies addresses at their mail server, with a cache of earlier verdicts.

use contact::{Status, Verdict, Verifier};
use jiff::Timestamp;
use records::{email::EmailAddress, identifier::Identity};
use store::{CacheUse, KeptVerification, Recheck};
use tokio::time::Instant;

use crate::{
    CheckedEmail, EmailCheck, Engine, EngineError,
    contacts::{
        backoff::{after, scheduled, seconds_until},
        email_check::{KEPT_DAYS, is_younger},
    },
};

impl Engine {
    /// Checks an address: from a fresh stored verdict, else at its mail server.
    pub async fn verify_email(&self, text: &str, now: Timestamp) -> Result<CheckedEmail, EngineError> {
        let verifier = self.verifier.as_ref().ok_or(EngineError::NoVerifier)?;
        let Ok(address) = EmailAddress::parse(text) else {
            let check = EmailCheck::new(text.trim().to_owned(), verifier.verify_text(text).await);
            return Ok(CheckedEmail { check, validated_at: now, cache: CacheUse::Miss, stale: false });
        };
        // The mail server is not asked about a suppressed person. The verdict is that of a server that did not reply, so that
        // the answer does not tell who is on the list.
        if self.store.is_suppressed(&Identity::of_email(address.identity()))? {
            return Ok(self.unanswered(verifier, &address, now));
        }
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
        self.forget_erased_addresses()?;
        let seen = self.last_check(address)?.map(|last| last.validated_at);
        // On the heap, as the state of a search is.
        let inquiry = Box::pin(async {
            // What another call stored since this one looked.
            let stored = self.last_check(address)?.filter(|last| Some(last.validated_at) != seen);
            if let Some(stored) = stored.filter(|stored| stored.is_fresh(now)) {
                return Ok(stored);
            }
            let waiting = self.store.recheck(address.address())?;
            if let Some(deferred) = waiting.as_ref().and_then(|waiting| not_yet(waiting, now)) {
                return Ok(deferred);
            }
            let begun = Instant::now();
            let verdict = verifier.verify(address).await;
            let attempts = waiting.map_or(0, |waiting| waiting.attempts);
            self.note_verdict(address, verdict, attempts, after(now, begun.elapsed())).await
        });
        let verifications = &self.inquiries.verifications;
        let checked = verifications.run_within(verifier.call_limit(), address.address(), inquiry).await?;
        Ok(checked.unwrap_or_else(|| self.unanswered(verifier, address, now)))
    }

    /// The verdict on an address whose server did not reply.
    fn unanswered(&self, verifier: &Verifier, address: &EmailAddress, now: Timestamp) -> CheckedEmail {
        let check = EmailCheck::new(address.address().to_owned(), verifier.unanswered(address));
        CheckedEmail { check, validated_at: now, cache: CacheUse::Miss, stale: false }
    }

    /// Checks an address again that a mail server put off, when no caller waits.
    pub(crate) async fn check_again(
        &self,
        address: &EmailAddress,
        attempts: u32,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let verifier = self.verifier.as_ref().ok_or(EngineError::NoVerifier)?;
        let inquiry = Box::pin(async {
            let begun = Instant::now();
            let verdict = verifier.verify_in_background(address).await;
            self.note_verdict(address, verdict, attempts, after(now, begun.elapsed())).await
        });
        self.inquiries.verifications.run(address.address(), inquiry).await.map(drop)
    }

    /// Stores a verdict, or when to ask again.
    async fn note_verdict(
        &self,
        address: &EmailAddress,
        verdict: Verdict,
        attempts: u32,
        now: Timestamp,
    ) -> Result<CheckedEmail, EngineError> {
        let asked = verdict.asked;
        let mut check = EmailCheck::new(address.address().to_owned(), verdict);
        if let Some(due_at) = self.note_check(&check, (asked, attempts), now).await? {
            check.retry_after_seconds = Some(seconds_until(due_at, now));
        }
        Ok(CheckedEmail { check, validated_at: now, cache: CacheUse::Miss, stale: false })
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
