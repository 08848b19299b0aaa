//! Taking items: leased for a while, fairly between accounts, and given back when a worker dies.

use std::collections::HashMap;

use jiff::Timestamp;

use crate::{
    AccountId, KeyId, Store,
    ambient::from_micros,
    privacy::erase::ERASED_QUESTION,
    sql::{Result, Sql, params},
};

/// Expired leases that one call releases at most.
const EXPIRED_MAX: i64 = 2_000;
/// Jobs of one account that a turn looks at.
const JOBS_A_TURN_MAX: i64 = 64;

/// The right to finish one item, until someone else takes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkLease {
    /// Its place in the job.
    pub no: i64,
    /// How often it was taken, this time included.
    pub fence: i64,
    /// The question; JSON.
    pub request: Vec<u8>,
    /// Whether the question was erased, because it was about a person who must not be stored.
    pub is_erased: bool,
    /// Whether an equal question of the job was answered, so that this one is free.
    pub is_paid: bool,
    /// How often its sources failed.
    pub failures: i64,
    /// How often it waited for a mail server that asked for time.
    pub deferrals: i64,
}

/// Why an item is given back unanswered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GivenBack {
    /// It was not asked about, or the answer was lost.
    Unanswered,
    /// Its sources failed.
    Failed,
    /// A mail server asked for time.
    Deferred,
}

/// Items of one job, taken together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkChunk {
    /// The job.
    pub job: String,
    /// Who pays.
    pub account_id: AccountId,
    /// The key it was submitted with.
    pub key_id: KeyId,
    /// Id of the endpoint it was submitted to.
    pub endpoint: String,
    /// The items.
    pub items: Vec<BulkLease>,
}

/// What there was to take.
#[derive(Debug, Clone, Default)]
pub struct TakenItems {
    /// Items by job.
    pub chunks: Vec<BulkChunk>,
    /// When the next lease expires, unless it is renewed.
    pub next_expiry: Option<Timestamp>,
}

impl Store {
    /// Takes up to `room` items for a worker until `until`. The account that has waited longest comes first and
    /// all get a like share; `busy` says how many items of an account are being answered, of which it may have
    /// `account_room`.
    pub async fn take_bulk_items(
        &self,
        worker: &str,
        room: usize,
        account_room: usize,
        busy: HashMap<AccountId, usize>,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<TakenItems> {
        let worker = worker.to_owned();
        self.write(move |sql| {
            give_back_expired(sql, now.as_microsecond())?;
            let mut taking = Taking {
                worker: &worker,
                now: now.as_microsecond(),
                until: until.as_microsecond(),
                chunks: Vec::new(),
            };
            let accounts = waiting_accounts(sql, room)?;
            let share = (room / accounts.len().max(1)).max(1);
            let mut left = room;
            for account in accounts {
                let busy = busy.get(&account).copied().unwrap_or(0);
                let allowed = share.min(left).min(account_room.saturating_sub(busy));
                left -= taking.take(sql, &account, allowed)?;
            }
            let chunks = taking.chunks;
            Ok(TakenItems { chunks, next_expiry: next_expiry(sql)? })
        })
        .await
    }

    /// Keeps a worker's leases, of items and of deliveries, until `until`.
    pub async fn renew_leases(&self, worker: &str, until: Timestamp) -> Result<()> {
        let (worker, until) = (worker.to_owned(), until.as_microsecond());
        self.write(move |sql| {
            sql.execute(
                "UPDATE bulk_item SET lease_until = ?2 WHERE status = 'leased' AND worker = ?1",
                params![&worker, until],
            )?;
            sql.execute(
                "UPDATE delivery SET lease_until = ?2 WHERE status = 'sending' AND worker = ?1",
                params![&worker, until],
            )?;
            Ok(())
        })
        .await
    }

    /// Gives items back unanswered, to be taken again from `at` on; a lease that was lost is left alone.
    pub async fn give_back_bulk_items(
        &self,
        job: &str,
        items: Vec<(i64, i64)>,
        why: GivenBack,
        at: Timestamp,
    ) -> Result<()> {
        let job = job.to_owned();
        let (failed, deferred) = (why == GivenBack::Failed, why == GivenBack::Deferred);
        self.write(move |sql| {
            for (no, fence) in items {
                // A lease without a worker: it is not renewed, and when it expires the item waits again.
                sql.execute(
                    "UPDATE bulk_item SET worker = NULL, lease_until = ?4, failures = failures + ?5,
                            deferrals = deferrals + ?6
                     WHERE job = ?1 AND no = ?2 AND fence = ?3 AND status = 'leased'",
                    params![&job, no, fence, at.as_microsecond(), i64::from(failed), i64::from(deferred)],
                )?;
            }
            Ok(())
        })
        .await
    }
}

struct Taking<'a> {
    worker: &'a str,
    now: i64,
    until: i64,
    chunks: Vec<BulkChunk>,
}

impl Taking<'_> {
    /// Takes up to `allowed` items of an account, of its oldest job first; says how many.
    fn take(&mut self, sql: &mut dyn Sql, account: &AccountId, allowed: usize) -> Result<usize> {
        if allowed == 0 {
            return Ok(0);
        }
        let jobs = sql.all(
            "SELECT id, key_id, endpoint FROM bulk_job WHERE account_id = ?1 AND waiting > 0 AND paused IS NULL
             ORDER BY created_at, id LIMIT ?2",
            params![account, JOBS_A_TURN_MAX],
            |row| Ok((row.text(0)?, KeyId::read(row, 1)?, row.text(2)?)),
        )?;
        let mut taken = 0;
        for (job, key_id, endpoint) in jobs {
            let items = self.lease(sql, &job, allowed - taken)?;
            taken += items.len();
            self.chunks.push(BulkChunk { job, account_id: account.to_owned(), key_id, endpoint, items });
            if taken == allowed {
                break;
            }
        }
        sql.execute(
            "INSERT INTO bulk_turn (account_id, turn) VALUES (?1, (SELECT COALESCE(MAX(turn), 0) + 1 FROM bulk_turn))
             ON CONFLICT (account_id) DO UPDATE SET turn = excluded.turn",
            params![account],
        )?;
        Ok(taken)
    }

    fn lease(&self, sql: &mut dyn Sql, job: &str, limit: usize) -> Result<Vec<BulkLease>> {
        let items = sql.all(
            "SELECT i.no, i.fence, i.request, i.failures, i.deferrals,
                    EXISTS (SELECT 1 FROM bulk_item f
                            WHERE f.job = ?1 AND f.no = i.same_as AND f.status = 'resolved')
             FROM bulk_item i
             WHERE i.job = ?1 AND i.status = 'waiting'
               AND (i.same_as IS NULL OR NOT EXISTS (SELECT 1 FROM bulk_item f
                    WHERE f.job = ?1 AND f.no = i.same_as AND f.status IN ('waiting', 'leased')))
             ORDER BY i.no LIMIT ?2",
            params![job, limit as i64],
            |row| {
                Ok(BulkLease {
                    no: row.int(0)?,
                    fence: row.int(1)? + 1,
                    request: row.bytes(2)?.to_vec(),
                    is_erased: row.bytes(2)? == ERASED_QUESTION.as_bytes(),
                    is_paid: row.int(5)? != 0,
                    failures: row.int(3)?,
                    deferrals: row.int(4)?,
                })
            },
        )?;
        for item in &items {
            sql.execute(
                "UPDATE bulk_item SET status = 'leased', fence = ?3, worker = ?4, lease_until = ?5
                 WHERE job = ?1 AND no = ?2",
                params![job, item.no, item.fence, self.worker, self.until],
            )?;
        }
        sql.execute(
            "UPDATE bulk_job SET waiting = waiting - ?2, status = 'running', started_at = COALESCE(started_at, ?3)
             WHERE id = ?1",
            params![job, items.len() as i64, self.now],
        )?;
        Ok(items)
    }
}

/// Accounts with items that wait, the one whose last turn is longest ago first.
fn waiting_accounts(sql: &mut dyn Sql, limit: usize) -> Result<Vec<AccountId>> {
    sql.all(
        "SELECT w.account_id FROM (SELECT DISTINCT account_id FROM bulk_job WHERE waiting > 0 AND paused IS NULL) w
         LEFT JOIN bulk_turn t ON t.account_id = w.account_id
         ORDER BY COALESCE(t.turn, 0), w.account_id LIMIT ?1",
        params![limit as i64],
        |row| AccountId::read(row, 0),
    )
}

fn next_expiry(sql: &mut dyn Sql) -> Result<Option<Timestamp>> {
    let next = sql.first("SELECT MIN(lease_until) FROM bulk_item WHERE status = 'leased'", &[], |row| {
        row.int_or_null(0)
    })?;
    Ok(next.flatten().map(from_micros))
}

/// Items whose worker is gone wait again, or are cancelled with their job.
fn give_back_expired(sql: &mut dyn Sql, now: i64) -> Result<()> {
    let expired = sql.all(
        "SELECT i.job, i.no, j.status FROM bulk_item i JOIN bulk_job j ON j.id = i.job
         WHERE i.status = 'leased' AND i.lease_until <= ?1 ORDER BY i.lease_until LIMIT ?2",
        params![now, EXPIRED_MAX],
        |row| Ok((row.text(0)?, row.int(1)?, row.text(2)?)),
    )?;
    for (job, no, status) in expired {
        let cancelled = status == "cancelled";
        sql.execute(
            "UPDATE bulk_item SET status = ?3, worker = NULL, lease_until = NULL WHERE job = ?1 AND no = ?2",
            params![&job, no, if cancelled { "cancelled" } else { "waiting" }],
        )?;
        if !cancelled {
            sql.execute("UPDATE bulk_job SET waiting = waiting + 1 WHERE id = ?1", params![&job])?;
        }
    }
    Ok(())
}
