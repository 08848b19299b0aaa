//! Sending what is due: taken under a lease, a bounded number at a time for each webhook, in order for each subject.

use jiff::Timestamp;

use super::receiver::WebhookStatus;
use crate::{
    AccountId, Store,
    ambient::from_micros,
    sql::{Result, Sql, StoreError, params},
};

/// A delivery that was taken, with everything that is needed to send it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sending {
    /// Which delivery.
    pub no: i64,
    /// The lease it is sent under.
    pub fence: i64,
    /// `msg_…`
    pub id: String,
    /// The webhook.
    pub webhook: String,
    /// Whose it is.
    pub account_id: AccountId,
    /// Where it goes.
    pub url: String,
    /// What it is signed with.
    pub secrets: Vec<String>,
    /// The body.
    pub body: Vec<u8>,
    /// Attempts made before this one.
    pub attempts: u64,
    /// Since when every attempt to this webhook has failed.
    pub failing_since: Option<Timestamp>,
}

/// What there was to send.
#[derive(Debug, Clone, Default)]
pub struct TakenDeliveries {
    /// To be sent.
    pub deliveries: Vec<Sending>,
    /// When there is more to do, if nothing happens before.
    pub next: Option<Timestamp>,
}

/// What came of an attempt.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// When it was made.
    pub at: Timestamp,
    /// How long it took.
    pub latency_us: i64,
    /// The receiver's status.
    pub status: Option<u16>,
    /// Why there was none.
    pub error: Option<String>,
    /// What was sent, cut.
    pub request: String,
    /// The receiver's response, truncated.
    pub answer: Option<String>,
    /// What follows from it.
    pub verdict: DeliveryVerdict,
}

/// What follows from an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryVerdict {
    /// The receiver took it.
    Delivered,
    /// It is tried again at this time.
    Retry(Timestamp),
    /// It was tried often enough.
    GiveUp {
        /// Whether the webhook is disabled with it, having failed for days.
        disable: bool,
    },
    /// The receiver is gone for good.
    Gone,
}

impl Store {
    /// Takes up to `room` deliveries that are due, so that no webhook has more than `webhook_room` under way.
    pub async fn take_deliveries(
        &self,
        worker: &str,
        room: usize,
        webhook_room: usize,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<TakenDeliveries> {
        let (worker, now, until) = (worker.to_owned(), now.as_microsecond(), until.as_microsecond());
        self.write(move |sql| {
            give_back_expired(sql, now)?;
            let webhooks = sql.all(
                "SELECT id, url, secret, old_secret, COALESCE(old_secret_until, 0), failing_since, account_id FROM webhook
                 WHERE next_due <= ?1 ORDER BY next_due, id LIMIT ?2",
                params![now, room as i64],
                |row| {
                    let old = row.text_or_null(3)?.filter(|_| row.int(4).is_ok_and(|until| until > now));
                    let secrets = [Some(row.text(2)?), old].into_iter().flatten().collect();
                    Ok(Due {
                        id: row.text(0)?,
                        url: row.text(1)?,
                        secrets,
                        failing_since: row.int_or_null(5)?.map(from_micros),
                        account_id: AccountId::read(row, 6)?,
                    })
                },
            )?;
            let mut deliveries = Vec::new();
            for webhook in webhooks {
                let left = room - deliveries.len();
                if left == 0 {
                    break;
                }
                let free = webhook_room.saturating_sub(under_way(sql, &webhook.id)?);
                deliveries.extend(webhook.take(sql, free.min(left), &worker, now, until)?);
                if free <= left {
                    // As many as may be are under way, or nothing else is due: the end of one says when to look again.
                    update_next_due_if_free(sql, &webhook.id, webhook_room)?;
                }
            }
            Ok(TakenDeliveries { deliveries, next: next(sql)? })
        })
        .await
    }

    /// Writes down what came of an attempt. Fails with a lost lease when someone else has taken the delivery since.
    pub async fn record_attempt(&self, sending: &Sending, attempt: Attempt) -> Result<()> {
        let (no, fence, webhook) = (sending.no, sending.fence, sending.webhook.clone());
        self.write(move |sql| record(sql, no, fence, &webhook, &attempt)).await
    }
}

struct Due {
    id: String,
    account_id: AccountId,
    url: String,
    secrets: Vec<String>,
    failing_since: Option<Timestamp>,
}

impl Due {
    fn take(
        &self,
        sql: &mut dyn Sql,
        room: usize,
        worker: &str,
        now: i64,
        until: i64,
    ) -> Result<Vec<Sending>> {
        let due = sql.all(
            "SELECT no, fence, id, body, attempts FROM delivery
             WHERE webhook = ?1 AND status = 'pending' AND due_at <= ?2 ORDER BY due_at, no LIMIT ?3",
            params![&self.id, now, room as i64],
            |row| {
                Ok(Sending {
                    no: row.int(0)?,
                    fence: row.int(1)? + 1,
                    id: row.text(2)?,
                    webhook: self.id.clone(),
                    account_id: self.account_id.clone(),
                    url: self.url.clone(),
                    secrets: self.secrets.clone(),
                    body: row.bytes(3)?.to_vec(),
                    attempts: row.int(4)?.unsigned_abs(),
                    failing_since: self.failing_since,
                })
            },
        )?;
        for sending in &due {
            sql.execute(
                "UPDATE delivery SET status = 'sending', fence = ?2, worker = ?3, lease_until = ?4 WHERE no = ?1",
                params![sending.no, sending.fence, worker, until],
            )?;
        }
        Ok(due)
    }
}

fn under_way(sql: &mut dyn Sql, webhook: &str) -> Result<usize> {
    let count = sql.first(
        "SELECT COUNT(*) FROM delivery WHERE webhook = ?1 AND status = 'sending'",
        params![webhook],
        |row| row.int(0),
    )?;
    Ok(usize::try_from(count.unwrap_or(0)).unwrap_or(usize::MAX))
}

fn update_next_due_if_free(sql: &mut dyn Sql, webhook: &str, webhook_room: usize) -> Result<()> {
    if under_way(sql, webhook)? < webhook_room {
        return update_next_due(sql, webhook);
    }
    sql.execute("UPDATE webhook SET next_due = NULL WHERE id = ?1", params![webhook])?;
    Ok(())
}

/// Works out when a webhook's first delivery is due.
pub(crate) fn update_next_due(sql: &mut dyn Sql, webhook: &str) -> Result<()> {
    sql.execute(
        "UPDATE webhook SET next_due = CASE WHEN status <> 'enabled' THEN NULL ELSE
           (SELECT MIN(due_at) FROM delivery WHERE webhook = ?1 AND status = 'pending') END WHERE id = ?1",
        params![webhook],
    )?;
    Ok(())
}

fn next(sql: &mut dyn Sql) -> Result<Option<Timestamp>> {
    let next = sql.first(
        "SELECT MIN(at) FROM (SELECT MIN(next_due) AS at FROM webhook WHERE next_due IS NOT NULL
         UNION ALL SELECT MIN(lease_until) AS at FROM delivery WHERE status = 'sending') AS times",
        &[],
        |row| row.int_or_null(0),
    )?;
    Ok(next.flatten().map(from_micros))
}

/// Deliveries whose sender is gone are due again.
fn give_back_expired(sql: &mut dyn Sql, now: i64) -> Result<()> {
    let expired = sql.all(
        "SELECT no, webhook FROM delivery WHERE status = 'sending' AND lease_until <= ?1",
        params![now],
        |row| Ok((row.int(0)?, row.text(1)?)),
    )?;
    for (no, webhook) in expired {
        sql.execute(
            "UPDATE delivery SET status = 'pending', due_at = ?2, worker = NULL, lease_until = NULL WHERE no = ?1",
            params![no, now],
        )?;
        update_next_due(sql, &webhook)?;
    }
    Ok(())
}

fn record(sql: &mut dyn Sql, no: i64, fence: i64, webhook: &str, attempt: &Attempt) -> Result<()> {
    let at = attempt.at.as_microsecond();
    let (status, due, finished) = match attempt.verdict {
        DeliveryVerdict::Delivered => ("delivered", at, Some(at)),
        DeliveryVerdict::Retry(time) => ("pending", time.as_microsecond(), None),
        DeliveryVerdict::GiveUp { .. } | DeliveryVerdict::Gone => ("given_up", at, Some(at)),
    };
    let recorded = sql.execute(
        "UPDATE delivery SET status = ?3, due_at = ?4, finished_at = ?5, attempts = attempts + 1, worker = NULL,
                lease_until = NULL
         WHERE no = ?1 AND fence = ?2 AND status = 'sending'",
        params![no, fence, status, due, finished],
    )?;
    if recorded == 0 {
        return Err(StoreError::LeaseLost);
    }
    log(sql, no, attempt)?;
    let failing_since = (attempt.verdict != DeliveryVerdict::Delivered).then_some(at);
    sql.execute(
        "UPDATE webhook SET failing_since = CASE WHEN CAST(?2 AS BIGINT) IS NULL THEN NULL ELSE COALESCE(failing_since, ?2) END
         WHERE id = ?1",
        params![webhook, failing_since],
    )?;
    match attempt.verdict {
        DeliveryVerdict::Gone => end_all(sql, webhook, at)?,
        DeliveryVerdict::GiveUp { disable: true } => stop(sql, webhook, WebhookStatus::Disabled, at)?,
        _ => {}
    }
    if finished.is_some() {
        bring_forward(sql, no, webhook, at)?;
    }
    update_next_due(sql, webhook)
}

fn log(sql: &mut dyn Sql, no: i64, attempt: &Attempt) -> Result<()> {
    sql.execute(
        "INSERT INTO delivery_attempt (delivery, number, at, latency_us, status, error, request, answer)
         VALUES (?1, (SELECT COUNT(*) + 1 FROM delivery_attempt WHERE delivery = ?1), ?2, ?3, ?4, ?5, ?6, ?7)",
        params![
            no,
            attempt.at.as_microsecond(),
            attempt.latency_us,
            attempt.status.map(i64::from),
            attempt.error.as_ref(),
            &attempt.request,
            attempt.answer.as_ref()
        ],
    )?;
    Ok(())
}

/// The next delivery of a subject is due once the one before it has ended.
fn bring_forward(sql: &mut dyn Sql, no: i64, webhook: &str, at: i64) -> Result<()> {
    sql.execute(
        "UPDATE delivery SET status = 'pending', due_at = ?3 WHERE no =
           (SELECT MIN(no) FROM delivery WHERE webhook = ?2 AND status = 'behind'
            AND subject = (SELECT subject FROM delivery WHERE no = ?1))",
        params![no, webhook, at],
    )?;
    Ok(())
}

fn stop(sql: &mut dyn Sql, webhook: &str, status: WebhookStatus, at: i64) -> Result<()> {
    sql.execute(
        "UPDATE webhook SET status = ?2, updated_at = ?3 WHERE id = ?1 AND status = 'enabled'",
        params![webhook, status.as_str(), at],
    )?;
    Ok(())
}

/// Disables a receiver that is gone, and drops its pending events.
pub(crate) fn end_all(sql: &mut dyn Sql, webhook: &str, at: i64) -> Result<()> {
    stop(sql, webhook, WebhookStatus::Gone, at)?;
    sql.execute(
        "UPDATE delivery SET status = 'given_up', finished_at = ?2
         WHERE webhook = ?1 AND status IN ('pending', 'behind')",
        params![webhook, at],
    )?;
    Ok(())
}
