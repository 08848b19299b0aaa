//! Retries checks that mail servers deferred (greylisting, rate limits) when their retry time has come.

use std::{collections::BTreeMap, future::Future, time::Duration};

use contact::{MailBook, Status};
use futures_util::{StreamExt, stream::FuturesUnordered};
use jiff::{SignedDuration, Timestamp};
use records::email::EmailAddress;
use store::{ContactKind, Recheck};
use tokio::{
    task::JoinHandle,
    time::{Instant, timeout_at},
};

use super::{
    backoff::{after, next_attempt},
    inquiries::Busy,
};
use crate::{EmailCheck, Engine, EngineError};

/// Addresses taken from the queue at a time.
const DUE_MAX: usize = 64;
/// Addresses of one domain checked in one run; the others wait for the next.
const OF_DOMAIN_MAX: usize = 8;
/// Time in which checks of the addresses of one domain are begun; the others wait for the next run.
const GROUP_TIME: Duration = Duration::from_secs(120);
/// How long a run waits for what it began. Slower servers go on beside the next runs and hold up no other.
const RUN_TIME: Duration = Duration::from_secs(15);
/// When an address is due again whose domain is being asked about.
const BUSY_WAIT: SignedDuration = SignedDuration::from_secs(10);
/// Lease on an address: after it, another worker may check it.
const LEASE: SignedDuration = SignedDuration::from_mins(10);
/// Retention of checks. Up to a year they still serve to learn a company's address pattern.
const CHECKS_KEPT_DAYS: i64 = 365;
/// Old rows deleted per call.
const DELETED_MAX: usize = 2_000;

/// A question of the background that was begun.
type Running = JoinHandle<Result<(), EngineError>>;

impl Engine {
    /// Stores a verdict, or schedules a retry; returns when. `attempts` is whether a server was asked, and the number of
    /// earlier attempts.
    pub(crate) async fn note_check(
        &self,
        check: &EmailCheck,
        attempts: (bool, u32),
        now: Timestamp,
    ) -> Result<Option<Timestamp>, EngineError> {
        if check.status != Status::Unknown {
            self.keep_check(check, now).await?;
        }
        let Some(next) = next_attempt(check.reason, check.retry_after_seconds, attempts, now) else {
            self.store.drop_recheck(&check.email, now).await?;
            return Ok(None);
        };
        let recheck = Recheck {
            address: check.email.clone(),
            verdict: serde_json::to_string(check).map_err(|_| EngineError::GivenUp)?,
            asked_at: now,
            due_at: next.due_at,
            attempts: next.attempts,
        };
        self.store.schedule_recheck(recheck).await?;
        Ok(Some(next.due_at))
    }

    /// Checks addresses and repeats searches that are due, a bounded number of them; returns how many were begun. Those at
    /// slow servers go on after it returns.
    pub async fn work_due(&self, now: Timestamp) -> Result<usize, EngineError> {
        self.work_overdue(SignedDuration::ZERO, now).await
    }

    /// The same for those that have been due for some time.
    pub async fn work_overdue(&self, since: SignedDuration, now: Timestamp) -> Result<usize, EngineError> {
        let Some(verifier) = &self.verifier else { return Ok(0) };
        metrics::gauge!("brimful_mail_port_blocked").set(u32::from(verifier.is_port_blocked()));
        self.forget_erased_addresses()?;
        let until = now.checked_sub(since).unwrap_or(now);
        let mut begun = self.recheck_due(until, now).await?;
        begun.extend(self.search_due(until, now).await?);
        let (count, ends) = (begun.len(), Instant::now() + RUN_TIME);
        let mut running: FuturesUnordered<_> = begun.into_iter().collect();
        while let Ok(Some(ended)) = timeout_at(ends, running.next()).await {
            ended.map_err(|_| EngineError::GivenUp)??;
        }
        Ok(count)
    }

    /// Forgets the addresses that mail servers accepted if a person was erased or suppressed since, by any process: one of them
    /// may be theirs, and servers are compared by asking about it again. Blocks on the database.
    pub fn forget_erased_addresses(&self) -> Result<(), EngineError> {
        let Some(verifier) = &self.verifier else { return Ok(()) };
        if self.inquiries.is_new_erasure(self.store.last_erasure()?) {
            verifier.forget_accepted();
        }
        Ok(())
    }

    /// What this process learned of mail servers, to be kept in the store; none without a verifier.
    pub fn mail_book(&self, now: Timestamp) -> Option<MailBook> {
        Some(self.verifier.as_ref()?.book(now.as_millisecond()))
    }

    /// Takes over what other processes learned of mail servers.
    pub fn read_mail_books<'a>(&self, books: impl Iterator<Item = &'a MailBook> + Clone, now: Timestamp) {
        if let Some(verifier) = &self.verifier {
            verifier.read_books(books, now.as_millisecond());
        }
    }

    async fn search_due(&self, until: Timestamp, now: Timestamp) -> Result<Vec<Running>, EngineError> {
        let lease_ends = now.checked_add(LEASE).unwrap_or(now);
        let due = self.store.take_due_searches(ContactKind::Email, until, lease_ends, DUE_MAX).await?;
        let mut begun = Vec::new();
        for search in due {
            let Some(busy) = self.inquiries.begin(&search.question) else { continue };
            let engine = self.clone();
            begun.push(self.spawn(busy, async move {
                engine.repeat_search(&search.question, search.name.as_deref(), search.attempts, now).await
            }));
        }
        Ok(begun)
    }

    async fn recheck_due(&self, until: Timestamp, now: Timestamp) -> Result<Vec<Running>, EngineError> {
        let lease_ends = now.checked_add(LEASE).unwrap_or(now);
        let due = self.store.take_due_rechecks(until, lease_ends, DUE_MAX).await?;
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
                false => self.store.schedule_recheck(Recheck { due_at: until, ..recheck }).await?,
            }
        }
        let mut begun = Vec::new();
        for (domain, group) in domains {
            let Some(busy) = self.inquiries.begin(&domain) else {
                let due_at = now.checked_add(BUSY_WAIT).unwrap_or(now);
                self.put_back(group, due_at).await?;
                continue;
            };
            let (engine, queued) = (self.clone(), Instant::now());
            // Its turn comes when another question has ended.
            let work = async move { engine.check_domain(group, after(now, queued.elapsed())).await };
            begun.push(self.spawn(busy, work));
        }
        Ok(begun)
    }

    /// Runs a question of the background beside others.
    fn spawn(
        &self,
        busy: Busy,
        work: impl Future<Output = Result<(), EngineError>> + Send + 'static,
    ) -> Running {
        let inquiries = self.inquiries.clone();
        tokio::spawn(async move {
            let _permit = inquiries.permit().await;
            let done = work.await;
            drop(busy);
            if let Err(error) = &done {
                tracing::warn!(%error, "mail servers cannot be asked again for now");
            }
            done
        })
    }

    /// Checks addresses of one domain one by one, over one connection if its server allows it. Each verdict is stored as it
    /// comes.
    async fn check_domain(
        &self,
        group: Vec<(EmailAddress, Recheck)>,
        now: Timestamp,
    ) -> Result<(), EngineError> {
        let begun = Instant::now();
        let mut waiting = group.into_iter();
        while let Some((address, recheck)) = waiting.next() {
            let now = after(now, begun.elapsed());
            if begun.elapsed() > GROUP_TIME {
                self.put_back(std::iter::once((address, recheck)).chain(waiting), now).await?;
                break;
            }
            // A caller may have settled it meanwhile, or an erasure removed it.
            if self.store.recheck(address.address())?.is_some() {
                self.check_again(&address, recheck.attempts, now).await?;
            }
        }
        Ok(())
    }

    /// Leaves addresses in the queue without an attempt.
    async fn put_back(
        &self,
        group: impl IntoIterator<Item = (EmailAddress, Recheck)>,
        due_at: Timestamp,
    ) -> Result<(), EngineError> {
        for (_, recheck) in group {
            self.store.delay_recheck(recheck, due_at).await?;
        }
        Ok(())
    }

    /// Deletes some checks past their retention; returns how many.
    pub async fn forget_old_checks(&self, now: Timestamp) -> Result<usize, EngineError> {
        let before = now.checked_sub(SignedDuration::from_hours(24 * CHECKS_KEPT_DAYS)).unwrap_or(now);
        Ok(self.store.forget_contact_checks(before, DELETED_MAX).await?)
    }
}
