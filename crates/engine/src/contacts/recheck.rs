//! Retries checks that mail servers deferred (greylisting, rate limits) when their retry time has come.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use contact::{Status, Verifier};
use jiff::{SignedDuration, Timestamp};
use records::email::EmailAddress;
use store::{ContactKind, Recheck};
use tokio::{
    task::JoinSet,
    time::{Instant, timeout},
};

use super::backoff::retry_time;
use crate::{EmailCheck, Engine, EngineError};

/// Addresses taken from the queue at a time.
const DUE_MAX: usize = 64;
/// Domains checked concurrently.
const CONCURRENT_DOMAINS: usize = 8;
/// Addresses of one domain checked in one run; the others wait for the next.
const OF_DOMAIN_MAX: usize = 8;
/// Time for the addresses of one domain, so that one server that answers slowly does not hold up the others.
const GROUP_TIME: Duration = Duration::from_secs(120);
/// Lease on an address: after it, another worker may check it.
const LEASE: SignedDuration = SignedDuration::from_mins(10);
/// Retention of checks. Up to a year they still serve to learn a company's address pattern.
const CHECKS_KEPT_DAYS: i64 = 365;
/// Old rows deleted per call.
const DELETED_MAX: usize = 2_000;

impl Engine {
    /// Stores a verdict, or schedules a retry; returns when. `attempts` is the number of earlier attempts.
    pub(crate) async fn note_check(
        &self,
        check: &EmailCheck,
        attempts: u32,
        now: Timestamp,
    ) -> Result<Option<Timestamp>, EngineError> {
        if check.status != Status::Unknown {
            self.keep_check(check, now).await?;
        }
        let Some(due_at) = retry_time(check.reason, check.retry_after_seconds, attempts, now) else {
            self.store.drop_recheck(&check.email, now).await?;
            return Ok(None);
        };
        let recheck = Recheck {
            address: check.email.clone(),
            verdict: serde_json::to_string(check).map_err(|_| EngineError::GivenUp)?,
            asked_at: now,
            due_at,
            attempts: attempts + 1,
        };
        self.store.schedule_recheck(recheck).await?;
        Ok(Some(due_at))
    }

    /// Checks addresses and repeats searches that are due, a bounded number of them; returns how many there were.
    pub async fn work_due(&self, now: Timestamp) -> Result<usize, EngineError> {
        let Some(verifier) = self.verifier.clone() else { return Ok(0) };
        metrics::gauge!("brimful_mail_port_blocked").set(u32::from(verifier.is_port_blocked()));
        Ok(self.recheck_due(&verifier, now).await? + self.search_due(now).await?)
    }

    async fn search_due(&self, now: Timestamp) -> Result<usize, EngineError> {
        let lease_ends = now.checked_add(LEASE).unwrap_or(now);
        let kind = ContactKind::Email;
        let due = self.store.take_due_searches(kind, now, lease_ends, DUE_MAX).await?;
        let count = due.len();
        let mut searches = JoinSet::new();
        for search in due {
            if searches.len() >= CONCURRENT_DOMAINS {
                finish(searches.join_next().await)?;
            }
            let engine = self.clone();
            searches.spawn(async move {
                engine.repeat_search(&search.question, search.name.as_deref(), search.attempts, now).await
            });
        }
        while !searches.is_empty() {
            finish(searches.join_next().await)?;
        }
        Ok(count)
    }

    async fn recheck_due(&self, verifier: &Arc<Verifier>, now: Timestamp) -> Result<usize, EngineError> {
        let lease_ends = now.checked_add(LEASE).unwrap_or(now);
        let due = self.store.take_due_rechecks(now, lease_ends, DUE_MAX).await?;
        let count = due.len();
        let mut domains: BTreeMap<String, Vec<(EmailAddress, Recheck)>> = BTreeMap::new();
        for recheck in due {
            let Ok(address) = EmailAddress::parse(&recheck.address) else {
                self.store.drop_recheck(&recheck.address, now).await?;
                continue;
            };
            let group = domains.entry(address.domain().to_owned()).or_default();
            match group.len() < OF_DOMAIN_MAX {
                true => group.push((address, recheck)),
                // It is due again at once.
                false => self.store.schedule_recheck(Recheck { due_at: now, ..recheck }).await?,
            }
        }
        let mut checks = JoinSet::new();
        for group in domains.into_values() {
            if checks.len() >= CONCURRENT_DOMAINS {
                finish(checks.join_next().await)?;
            }
            let (engine, verifier) = (self.clone(), Arc::clone(verifier));
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
        group: Vec<(EmailAddress, Recheck)>,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let begun = Instant::now();
        let (addresses, queued): (Vec<EmailAddress>, Vec<Recheck>) = group.into_iter().unzip();
        let verdicts = timeout(GROUP_TIME, verifier.verify_in_background(&addresses)).await;
        let passed = i64::try_from(begun.elapsed().as_secs()).unwrap_or(0);
        let now = now.checked_add(SignedDuration::from_secs(passed)).unwrap_or(now);
        let checks: Vec<Option<EmailCheck>> = match verdicts {
            Ok(verdicts) => {
                let checked = addresses.iter().zip(verdicts);
                checked
                    .map(|(one, verdict)| Some(EmailCheck::new(one.address().to_owned(), verdict)))
                    .collect()
            }
            // The last verdict stays, and the attempt counts.
            Err(_) => queued.iter().map(|recheck| serde_json::from_str(&recheck.verdict).ok()).collect(),
        };
        for (recheck, check) in queued.iter().zip(checks) {
            match check {
                Some(check) => self.note_check(&check, recheck.attempts, now).await.map(drop)?,
                None => self.store.drop_recheck(&recheck.address, now).await?,
            }
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
