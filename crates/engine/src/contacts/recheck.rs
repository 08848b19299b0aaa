//! Retries checks that mail servers deferred (greylisting, rate limits) when their retry time has come.

use std::collections::BTreeMap;

use contact::{Reason, Status, Verifier};
use jiff::{SignedDuration, Timestamp};
use records::email::EmailAddress;
use store::Recheck;
use tokio::task::JoinSet;

use crate::{EmailCheck, Engine, EngineError};

/// Addresses taken from the queue at a time.
const DUE_MAX: usize = 64;
/// Domains checked concurrently.
const CONCURRENT_DOMAINS: usize = 8;
/// Attempts per address.
const ATTEMPTS_MAX: u32 = 6;
/// Lease on an address: after it, another worker may check it.
const LEASE: SignedDuration = SignedDuration::from_mins(10);
/// The longest wait between two attempts.
const WAIT_MAX: SignedDuration = SignedDuration::from_hours(4);
/// Retention of checks. Up to a year they still serve to learn a company's address pattern.
const CHECKS_KEPT_DAYS: i64 = 365;
/// Old rows deleted per call.
const DELETED_MAX: usize = 2_000;

/// Whether a check with this reason is worth a retry.
fn is_retryable(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::Greylisted | Reason::TemporaryFailure | Reason::RateLimited | Reason::CatchAllUnproven
    )
}

impl Engine {
    /// Stores a verdict, or schedules a retry. `attempts` is the number of earlier attempts.
    pub(crate) async fn note_check(
        &self,
        check: &EmailCheck,
        attempts: u32,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        if check.status != Status::Unknown {
            self.keep_check(check, now).await?;
        }
        let wait = check.retry_after_seconds.filter(|_| is_retryable(check.reason));
        let Some(wait) = wait.filter(|_| attempts + 1 < ATTEMPTS_MAX) else {
            return Ok(self.store.drop_recheck(&check.email).await?);
        };
        let wait = SignedDuration::from_secs(i64::try_from(wait).unwrap_or(i64::MAX));
        let patient = wait.saturating_mul(1 << attempts.min(ATTEMPTS_MAX)).min(WAIT_MAX.max(wait));
        let recheck = Recheck {
            address: check.email.clone(),
            verdict: serde_json::to_string(check).map_err(|_| EngineError::GivenUp)?,
            asked_at: now,
            due_at: now.checked_add(patient).unwrap_or(now),
            attempts: attempts + 1,
        };
        Ok(self.store.schedule_recheck(recheck).await?)
    }

    /// Checks addresses that are due, a bounded number of them; returns how many there were.
    pub async fn work_due(&self, now: Timestamp) -> Result<usize, EngineError> {
        let Some(verifier) = self.verifier.clone() else { return Ok(0) };
        let lease_ends = now.checked_add(LEASE).unwrap_or(now);
        let due = self.store.take_due_rechecks(now, lease_ends, DUE_MAX).await?;
        let count = due.len();
        let mut domains: BTreeMap<String, Vec<(EmailAddress, u32)>> = BTreeMap::new();
        for recheck in due {
            match EmailAddress::parse(&recheck.address) {
                Ok(address) => {
                    domains.entry(address.domain().to_owned()).or_default().push((address, recheck.attempts));
                }
                Err(_) => self.store.drop_recheck(&recheck.address).await?,
            }
        }
        let mut checks = JoinSet::new();
        for group in domains.into_values() {
            if checks.len() >= CONCURRENT_DOMAINS {
                finish(checks.join_next().await)?;
            }
            let (engine, verifier) = (self.clone(), verifier.clone());
            checks.spawn(async move { engine.check_domain(&verifier, group, now).await });
        }
        while !checks.is_empty() {
            finish(checks.join_next().await)?;
        }
        Ok(count)
    }

    /// Checks addresses of one domain, over one connection if its server allows it.
    async fn check_domain(
        &self,
        verifier: &Verifier,
        group: Vec<(EmailAddress, u32)>,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let (addresses, attempts): (Vec<EmailAddress>, Vec<u32>) = group.into_iter().unzip();
        let verdicts = verifier.verify_many(&addresses).await;
        for ((address, attempts), verdict) in addresses.iter().zip(attempts).zip(verdicts) {
            let check = EmailCheck::new(address.address().to_owned(), verdict);
            self.note_check(&check, attempts, now).await?;
        }
        Ok(())
    }

    /// Deletes some checks past their retention; returns how many.
    pub async fn forget_old_checks(&self, now: Timestamp) -> Result<usize, EngineError> {
        let before = now.checked_sub(SignedDuration::from_hours(24 * CHECKS_KEPT_DAYS)).unwrap_or(now);
        Ok(self.store.forget_contact_checks(before, DELETED_MAX).await?)
    }
}

fn finish(done: Option<Result<Result<(), EngineError>, tokio::task::JoinError>>) -> Result<(), EngineError> {
    match done {
        Some(Ok(result)) => result,
        Some(Err(_)) => Err(EngineError::GivenUp),
        None => Ok(()),
    }
}
