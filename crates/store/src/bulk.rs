//! Bulk jobs: lists of questions that are answered in the background.

mod job;
mod lease;
mod outcome;

use std::collections::HashMap;

use jiff::Timestamp;
use records::identifier::Identity;

use crate::{
    AccountId, Credits, KeyId, Store, Stored,
    accounts::cap,
    ambient::from_micros,
    money::charged_item,
    privacy::{erase::ERASED_QUESTION, suppression::SuppressionGate},
    sql::{Result, Sql, StoreError, Topic, params, write::Write},
};

pub use job::{BulkItem, BulkItemStatus, BulkJob, BulkStatus};
use job::{job_columns, job_of, read_job};
pub use lease::{BulkChunk, BulkLease, GivenBack, TakenItems};
pub use outcome::BulkOutcome;
pub(crate) use outcome::settle_item;

/// A job to be submitted.
#[derive(Debug, Clone)]
pub struct NewBulkJob {
    /// `job_…`
    pub id: String,
    /// Id of the endpoint it is submitted to.
    pub endpoint: &'static str,
    /// The webhook that hears of its end.
    pub webhook: Option<String>,
    /// Its items.
    pub items: Vec<NewBulkItem>,
}

/// An item to be submitted.
#[derive(Debug, Clone)]
pub struct NewBulkItem {
    /// The owner's own name for it.
    pub reference: Option<String>,
    /// The owner's own row of it, given back with its result; a JSON object.
    pub row: Option<Vec<u8>>,
    /// The question; JSON.
    pub request: Vec<u8>,
    /// Identifiers of the person or company in the question.
    pub about: Identity,
    /// The validation errors of an invalid item; JSON.
    pub faults: Option<Vec<u8>>,
}

impl Store {
    /// Submits a job, to be worked on under a key.
    pub fn submit_bulk_job(
        &self,
        account: &AccountId,
        key: &KeyId,
        job: NewBulkJob,
        now: Timestamp,
    ) -> Write<()> {
        let (account, key) = (account.to_owned(), key.to_owned());
        self.change(move |sql| submit(sql, &account, &key, &job, now.as_microsecond()))
    }

    /// An account's job.
    pub fn bulk_job(&self, account: &AccountId, id: &str) -> Result<BulkJob> {
        self.read(|sql| job_of(sql, account, id))
    }

    /// A page of an account's jobs, newest first, before (`created_at`, `id`).
    pub fn bulk_jobs(
        &self,
        account: &AccountId,
        before: Option<(Timestamp, &str)>,
        limit: usize,
    ) -> Result<Vec<BulkJob>> {
        let (at, id) = before.map_or((i64::MAX, ""), |(at, id)| (at.as_microsecond(), id));
        self.read(|sql| {
            sql.all(
                concat!(
                    "SELECT ",
                    job_columns!(),
                    " FROM bulk_job
                     WHERE account_id = ?1 AND (created_at < ?2 OR (created_at = ?2 AND id > ?3))
                     ORDER BY created_at DESC, id LIMIT ?4"
                ),
                params![account, at, id, limit as i64],
                read_job,
            )
        })
    }

    /// How many of an account's jobs have not come to an end.
    pub fn open_bulk_jobs(&self, account: &AccountId) -> Result<u64> {
        self.read(|sql| {
            let count = sql.first(
                "SELECT COUNT(*) FROM bulk_job WHERE account_id = ?1 AND finished_at IS NULL",
                params![account],
                |row| row.int(0),
            )?;
            Ok(count.unwrap_or(0).unsigned_abs())
        })
    }

    /// Items of a job from `from` on, in the order they were submitted in.
    pub fn bulk_items(
        &self,
        account: &AccountId,
        job: &str,
        from: u64,
        limit: usize,
    ) -> Result<Vec<BulkItem>> {
        self.read(|sql| {
            job_of(sql, account, job)?;
            sql.all(
                "SELECT no, reference, status, request_id, credits, request, answer, own_row FROM bulk_item
                 WHERE job = ?1 AND no >= ?2 ORDER BY no LIMIT ?3",
                params![job, i64::try_from(from).unwrap_or(i64::MAX), limit as i64],
                |row| {
                    let bytes_or_null = |column| {
                        Ok::<_, StoreError>(match row.is_null(column)? {
                            true => None,
                            false => Some(row.bytes(column)?.to_vec()),
                        })
                    };
                    Ok(BulkItem {
                        no: row.int(0)?.unsigned_abs(),
                        reference: row.text_or_null(1)?,
                        status: BulkItemStatus::from_stored(&row.text(2)?)?,
                        request_id: row.text_or_null(3)?,
                        credits: Credits::from_thousandths(row.int(4)?),
                        request: row.bytes(5)?.to_vec(),
                        answer: bytes_or_null(6)?,
                        row: bytes_or_null(7)?,
                    })
                },
            )
        })
    }

    /// Removes some of the jobs that ended before a time, with their answers; says how many.
    pub async fn forget_bulk_jobs(&self, ended_before: Timestamp, limit: usize) -> Result<usize> {
        self.write(move |sql| {
            let jobs = sql.all(
                "SELECT id, account_id, endpoint FROM bulk_job WHERE finished_at < ?1 ORDER BY finished_at LIMIT ?2",
                params![ended_before.as_microsecond(), limit as i64],
                |row| Ok((row.text(0)?, AccountId::read(row, 1)?, row.text(2)?)),
            )?;
            for (job, account, endpoint) in &jobs {
                charged_item::forget(sql, account, endpoint, job)?;
                sql.execute("DELETE FROM bulk_job WHERE id = ?1", params![job])?;
            }
            Ok(jobs.len())
        })
        .await
    }
}

/// Inserts a job with its items; invalid items are finished from the start.
fn submit(sql: &mut dyn Sql, account: &AccountId, key: &KeyId, job: &NewBulkJob, at: i64) -> Result<()> {
    let invalid = job.items.iter().filter(|item| item.faults.is_some()).count() as i64;
    let total = job.items.len() as i64;
    sql.execute(
        "INSERT INTO bulk_job (id, account_id, key_id, webhook, status, total, waiting, processed, resolved, invalid,
                               failed, unaffordable, credits, created_at, endpoint)
         VALUES (?1, ?2, ?3, ?4, 'queued', ?5, ?6, ?7, 0, ?7, 0, 0, 0, ?8, ?9)",
        params![&job.id, account, key, job.webhook.as_ref(), total, total - invalid, invalid, at, job.endpoint],
    )?;
    sql.wake(Topic::Jobs)?;
    let (gate, mut first) = (SuppressionGate::open(sql)?, HashMap::new());
    for (no, item) in job.items.iter().enumerate() {
        // A question about a person on the suppression list is not stored; the item then finds no one, as it would anyway.
        let is_kept = !gate.contains_any(sql, &item.about.own)?
            && !gate.is_in(sql, &String::from_utf8_lossy(&item.request))?;
        // Callers often name an item by the address it is about.
        let reference = match &item.reference {
            Some(reference) if gate.is_in(sql, reference)? => None,
            reference => reference.as_ref(),
        };
        // A row of a question that is not kept is about the same person; of another one's, the cells that name no one stay.
        let own_row = match &item.row {
            Some(row) if is_kept => gate.row(sql, row)?,
            _ => None,
        };
        let request = if is_kept { &item.request[..] } else { ERASED_QUESTION.as_bytes() };
        let status = if item.faults.is_some() { BulkItemStatus::Invalid.as_str() } else { "waiting" };
        let same_as = match first.entry(request).or_insert(no as i64) {
            same if *same == no as i64 => None,
            same => Some(*same),
        };
        sql.execute(
            "INSERT INTO bulk_item (job, no, reference, request, status, fence, credits, answer, same_as, own_row)
             VALUES (?1, ?2, ?3, ?4, ?5, 0, 0, ?6, ?7, ?8)",
            params![
                &job.id,
                no as i64,
                reference,
                request,
                status,
                item.faults.as_deref().filter(|_| is_kept),
                same_as,
                own_row.as_deref()
            ],
        )?;
    }
    outcome::end_if_done(sql, &job.id, at)?;
    cap::check(sql, account, Stored::OpenBulkJobs, from_micros(at))?;
    cap::check(sql, account, Stored::BulkItems, from_micros(at))
}
