//! Finishing items and jobs: once each, and only by the worker with the item's latest lease.

use jiff::Timestamp;
use serde_json::json;

use super::job::{BulkItemStatus, BulkJob, BulkStatus, job_of};
use crate::{
    AccountId, EventKind, KeyId, NewEvent, Store,
    sql::{Result, Sql, StoreError, Topic, params, write::Write},
    webhook,
};

/// How an item ended.
#[derive(Debug, Clone)]
pub struct BulkOutcome {
    /// Its job.
    pub job: String,
    /// Its place in the job.
    pub no: i64,
    /// The lease it was answered under.
    pub fence: i64,
    /// How it ended.
    pub status: BulkItemStatus,
    /// The answer, or what is wrong; JSON.
    pub answer: Option<Vec<u8>>,
}

impl Store {
    /// Ends items that cost nothing and are no calls: invalid, not affordable, or failed. Says of how many
    /// the lease was lost.
    pub async fn end_bulk_items(&self, outcomes: Vec<BulkOutcome>, now: Timestamp) -> Result<usize> {
        self.write(move |sql| {
            let mut lost = 0;
            for outcome in &outcomes {
                match end_item(sql, outcome, None, 0, now.as_microsecond()) {
                    Err(StoreError::LeaseLost) => lost += 1,
                    other => other?,
                }
            }
            Ok(lost)
        })
        .await
    }

    /// Marks every item of a job that waits as one the balance does not cover.
    pub async fn end_unaffordable(&self, job: &str, now: Timestamp) -> Result<()> {
        let job = job.to_owned();
        self.write(move |sql| {
            let marked = sql.execute(
                // An item whose question was answered in the job costs nothing.
                "UPDATE bulk_item SET status = 'insufficient_credits' WHERE job = ?1 AND status = 'waiting'
                   AND NOT EXISTS (SELECT 1 FROM bulk_item f
                                   WHERE f.job = ?1 AND f.no = bulk_item.same_as AND f.status = 'resolved')",
                params![&job],
            )?;
            sql.execute(
                "UPDATE bulk_job SET waiting = waiting - ?2, processed = processed + ?2,
                        unaffordable = unaffordable + ?2 WHERE id = ?1",
                params![&job, marked as i64],
            )?;
            end_if_done(sql, &job, now.as_microsecond())
        })
        .await
    }

    /// Stops a job: what waits is cancelled, what is being answered comes to its end.
    pub fn cancel_bulk_job(&self, account: &AccountId, id: &str, now: Timestamp) -> Write<BulkJob> {
        let (account, id) = (account.to_owned(), id.to_owned());
        self.change(move |sql| {
            let job = job_of(sql, &account, &id)?;
            if !matches!(job.status, BulkStatus::Queued | BulkStatus::Running | BulkStatus::Paused) {
                return Ok(job);
            }
            sql.execute(
                "UPDATE bulk_item SET status = 'cancelled' WHERE job = ?1 AND status = 'waiting'",
                params![&id],
            )?;
            sql.execute(
                "UPDATE bulk_job SET status = 'cancelled', paused = NULL, waiting = 0, finished_at = ?2 WHERE id = ?1",
                params![&id, now.as_microsecond()],
            )?;
            job_of(sql, &account, &id)
        })
    }

    /// Goes on with a paused job, under the key of the caller, and asks again what the balance did not cover or no source
    /// could answer.
    pub fn resume_bulk_job(&self, account: &AccountId, id: &str, key: &KeyId) -> Write<BulkJob> {
        let (account, id, key) = (account.to_owned(), id.to_owned(), key.to_owned());
        self.change(move |sql| {
            let job = job_of(sql, &account, &id)?;
            if job.status == BulkStatus::Cancelled {
                return Ok(job);
            }
            sql.execute("UPDATE bulk_job SET paused = NULL, key_id = ?2 WHERE id = ?1", params![&id, &key])?;
            sql.wake(Topic::Jobs)?;
            let again = sql.execute(
                "UPDATE bulk_item SET status = 'waiting', answer = NULL, failures = 0, deferrals = 0
                 WHERE job = ?1 AND status IN ('insufficient_credits', 'failed')",
                params![&id],
            )?;
            if again > 0 {
                sql.execute(
                    "UPDATE bulk_job SET status = 'running', finished_at = NULL, waiting = waiting + ?2,
                            processed = processed - ?2, unaffordable = 0, failed = 0 WHERE id = ?1",
                    params![&id, again as i64],
                )?;
            }
            job_of(sql, &account, &id)
        })
    }

    /// Stops working on a job until it is resumed, and tells its webhook; items that were taken are given back by those
    /// who took them.
    pub async fn pause_bulk_job(
        &self,
        account: &AccountId,
        id: &str,
        key: &KeyId,
        reason: &str,
        now: Timestamp,
    ) -> Result<()> {
        let (account, id) = (account.to_owned(), id.to_owned());
        let (key, reason) = (key.to_owned(), reason.to_owned());
        self.write(move |sql| {
            // One that was resumed under another key meanwhile goes on.
            let paused = sql.execute(
                "UPDATE bulk_job SET paused = ?2
                 WHERE id = ?1 AND key_id = ?3 AND paused IS NULL AND finished_at IS NULL",
                params![&id, &reason, &key],
            )?;
            if paused == 0 {
                return Ok(());
            }
            let job = job_of(sql, &account, &id)?;
            tell(sql, &account, job, EventKind::BulkPaused, now.as_microsecond())
        })
        .await
    }
}

/// Ends an item that was answered, in the transaction that charges for it.
pub(crate) fn settle_item(
    sql: &mut dyn Sql,
    outcome: &BulkOutcome,
    request_id: &str,
    credits: i64,
    at: i64,
) -> Result<()> {
    end_item(sql, outcome, Some(request_id), credits, at)
}

fn end_item(
    sql: &mut dyn Sql,
    outcome: &BulkOutcome,
    request_id: Option<&str>,
    credits: i64,
    at: i64,
) -> Result<()> {
    let ended = sql.execute(
        "UPDATE bulk_item SET status = ?4, request_id = ?5, credits = ?6, answer = ?7, worker = NULL,
                lease_until = NULL
         WHERE job = ?1 AND no = ?2 AND fence = ?3 AND status = 'leased'",
        params![
            &outcome.job,
            outcome.no,
            outcome.fence,
            outcome.status.as_str(),
            request_id,
            credits,
            outcome.answer.as_deref()
        ],
    )?;
    if ended == 0 {
        return Err(StoreError::LeaseLost);
    }
    let is = |status| i64::from(outcome.status == status);
    sql.execute(
        "UPDATE bulk_job SET processed = processed + 1, resolved = resolved + ?2, invalid = invalid + ?3,
                failed = failed + ?4, unaffordable = unaffordable + ?5, credits = credits + ?6 WHERE id = ?1",
        params![
            &outcome.job,
            is(BulkItemStatus::Resolved),
            is(BulkItemStatus::Invalid),
            is(BulkItemStatus::Failed),
            is(BulkItemStatus::InsufficientCredits),
            credits
        ],
    )?;
    end_if_done(sql, &outcome.job, at)
}

/// Ends a job whose last item has ended, and tells its webhook.
pub(super) fn end_if_done(sql: &mut dyn Sql, job: &str, at: i64) -> Result<()> {
    let ended = sql.execute(
        "UPDATE bulk_job SET finished_at = ?2, paused = NULL,
                status = CASE WHEN failed > 0 AND failed + invalid = total THEN 'failed' ELSE 'completed' END
         WHERE id = ?1 AND processed = total AND status IN ('queued', 'running')",
        params![job, at],
    )?;
    if ended == 0 {
        return Ok(());
    }
    let owner = sql.first("SELECT account_id FROM bulk_job WHERE id = ?1", params![job], |row| {
        AccountId::read(row, 0)
    })?;
    let owner = owner.ok_or(StoreError::NotFound("job"))?;
    let job = job_of(sql, &owner, job)?;
    let kind =
        if job.status == BulkStatus::Failed { EventKind::BulkFailed } else { EventKind::BulkCompleted };
    tell(sql, &owner, job, kind, at)
}

/// Files an event about a job for its webhook, if it has one.
fn tell(sql: &mut dyn Sql, owner: &AccountId, job: BulkJob, kind: EventKind, at: i64) -> Result<()> {
    let Some(webhook) = job.webhook.clone() else { return Ok(()) };
    let mut data = json!({
        "id": job.id,
        "endpoint": job.endpoint,
        "status": job.status,
        "total": job.total,
        "processed": job.processed,
        "resolved": job.resolved,
        "invalid": job.invalid,
        "failed": job.failed,
        "insufficient_credits": job.unaffordable,
        "credits": job.credits,
        "created_at": job.created_at,
        "finished_at": job.finished_at,
        "results": format!("/v1/bulk/{}", job.id),
    });
    if let Some(reason) = &job.paused {
        data["reason"] = reason.as_str().into();
    }
    webhook::emit(sql, owner, &NewEvent { webhook, kind, subject: job.id, data }, at)
}
