//! The outbox: events filed in the transaction that makes them true, and what became of each.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{
    event::EventKind,
    receiver::{Webhook, WebhookStatus, webhook_of},
    sending::update_next_due,
};
use crate::{
    AccountId, Store,
    ambient::from_micros,
    sql::{Result, Row, Sql, StoreError, params, write::Write},
};

/// How a delivery stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryStatus {
    /// Not delivered yet.
    Pending,
    /// The receiver took it.
    Delivered,
    /// Every attempt failed, or the receiver is gone.
    GivenUp,
}

impl DeliveryStatus {
    /// The word stored and answered.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Delivered => "delivered",
            Self::GivenUp => "given_up",
        }
    }

    fn from_stored(word: &str) -> Result<Self> {
        match word {
            "delivered" => Ok(Self::Delivered),
            "given_up" => Ok(Self::GivenUp),
            // To its owner, one that is being sent or stands behind another is pending.
            "pending" | "sending" | "behind" => Ok(Self::Pending),
            _ => Err(StoreError::Damaged { what: "delivery", why: format!("unknown status {word}") }),
        }
    }
}

/// Something that happened, for a webhook to hear of.
#[derive(Debug, Clone)]
pub struct NewEvent {
    /// The webhook; one that is no more hears nothing.
    pub webhook: String,
    /// Such as `bulk.completed`.
    pub kind: EventKind,
    /// What it is about: events of one subject are delivered in order.
    pub subject: String,
    /// The event's payload.
    pub data: Value,
}

/// An event on its way to a webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Position in the account's deliveries, for paging.
    pub no: i64,
    /// `msg_…`, the same at every attempt.
    pub id: String,
    /// The webhook.
    pub webhook: String,
    /// Such as `bulk.completed`.
    pub kind: String,
    /// What it is about.
    pub subject: String,
    /// When it happened.
    pub at: Timestamp,
    /// How it stands.
    pub status: DeliveryStatus,
    /// When it is tried next.
    pub next_attempt_at: Option<Timestamp>,
    /// What was tried, oldest first.
    pub attempts: Vec<DeliveryAttempt>,
}

/// One attempt to deliver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryAttempt {
    /// When.
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
}

/// Which deliveries are meant.
#[derive(Debug, Clone, Default)]
pub struct DeliveryFilter {
    /// To this webhook.
    pub webhook: Option<String>,
    /// That stand so.
    pub status: Option<DeliveryStatus>,
}

/// Files an event that its receiver pays for. Fails when the webhook takes no events, so that the charge is undone.
pub(crate) fn emit_charged(sql: &mut dyn Sql, account: &AccountId, event: &NewEvent, at: i64) -> Result<()> {
    match webhook_of(sql, account, &event.webhook) {
        Ok(webhook) => webhook.accepts(event.kind)?,
        Err(StoreError::NotFound(_)) => return Err(StoreError::NoReceiver(Webhook::DELETED)),
        Err(error) => return Err(error),
    }
    emit(sql, account, event, at)
}

/// Files a free event for its webhook. One that was deleted, or for which its owner chose other kinds, hears nothing, and that
/// undoes nothing.
pub(crate) fn emit(sql: &mut dyn Sql, account: &AccountId, event: &NewEvent, at: i64) -> Result<()> {
    let webhook = match webhook_of(sql, account, &event.webhook) {
        Err(StoreError::NotFound(_)) => return Ok(()),
        found => found?,
    };
    if !webhook.events.has(event.kind) {
        return Ok(());
    }
    let earlier = sql.first(
        "SELECT COUNT(*), CAST(COALESCE(SUM(CASE WHEN finished_at IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT)
         FROM delivery WHERE webhook = ?1 AND subject = ?2",
        params![&event.webhook, &event.subject],
        |row| Ok((row.int(0)?, row.int(1)?)),
    )?;
    let (before, unfinished) = earlier.unwrap_or_default();
    let (status, finished_at) = match webhook.status {
        WebhookStatus::Gone => ("given_up", Some(at)),
        _ if unfinished > 0 => ("behind", None),
        _ => ("pending", None),
    };
    let body = json!({ "type": event.kind.as_str(), "timestamp": from_micros(at), "data": event.data });
    sql.execute(
        "INSERT INTO delivery (id, webhook, account_id, kind, subject, body, at, status, attempts, due_at, fence,
                               finished_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?7, 0, ?9)",
        params![
            message_id(&event.webhook, &event.subject, before, at).as_str(),
            &event.webhook,
            account,
            event.kind.as_str(),
            &event.subject,
            body.to_string().as_bytes(),
            at,
            status,
            finished_at
        ],
    )?;
    update_next_due(sql, &event.webhook)
}

/// The id of the nth event about a subject: made of what it is about, because a transaction may run again.
fn message_id(webhook: &str, subject: &str, number: i64, at: i64) -> String {
    let digest = Sha256::digest(format!("{webhook} {subject} {number} {at}"));
    format!("msg_{}", hex::encode(&digest[..13]))
}

fn read_delivery(row: &dyn Row) -> Result<Delivery> {
    let status = row.text(6)?;
    Ok(Delivery {
        no: row.int(0)?,
        id: row.text(1)?,
        webhook: row.text(2)?,
        kind: row.text(3)?,
        subject: row.text(4)?,
        at: from_micros(row.int(5)?),
        status: DeliveryStatus::from_stored(&status)?,
        next_attempt_at: if status == "pending" { Some(from_micros(row.int(7)?)) } else { None },
        attempts: Vec::new(),
    })
}

fn attempts_of(sql: &mut dyn Sql, delivery: i64) -> Result<Vec<DeliveryAttempt>> {
    sql.all(
        "SELECT at, latency_us, status, error, request, answer FROM delivery_attempt
         WHERE delivery = ?1 ORDER BY number",
        params![delivery],
        |row| {
            Ok(DeliveryAttempt {
                at: from_micros(row.int(0)?),
                latency_us: row.int(1)?,
                status: row.int_or_null(2)?.and_then(|status| u16::try_from(status).ok()),
                error: row.text_or_null(3)?,
                request: row.text(4)?,
                answer: row.text_or_null(5)?,
            })
        },
    )
}

fn delivery_of(sql: &mut dyn Sql, account: &AccountId, id: &str) -> Result<Delivery> {
    let delivery = sql.first(
        "SELECT no, id, webhook, kind, subject, at, status, due_at FROM delivery WHERE account_id = ?1 AND id = ?2",
        params![account, id],
        read_delivery,
    )?;
    let mut delivery = delivery.ok_or(StoreError::NotFound("delivery"))?;
    delivery.attempts = attempts_of(sql, delivery.no)?;
    Ok(delivery)
}

/// Makes a delivery that has ended due again, behind whatever of its subject is under way.
fn revive(sql: &mut dyn Sql, no: i64, webhook: &str, subject: &str, now: i64) -> Result<()> {
    sql.execute(
        "UPDATE delivery SET attempts = 0, due_at = ?4, finished_at = NULL, fence = fence + 1, status =
           CASE WHEN EXISTS (SELECT 1 FROM delivery d WHERE d.webhook = ?2 AND d.subject = ?3 AND d.no <> ?1
                             AND d.finished_at IS NULL)
                THEN 'behind' ELSE 'pending' END
         WHERE no = ?1 AND finished_at IS NOT NULL",
        params![no, webhook, subject, now],
    )?;
    update_next_due(sql, webhook)
}

impl Store {
    /// Files an event by itself; used where nothing else becomes true with it.
    pub fn file_event(&self, account: &AccountId, event: NewEvent, now: Timestamp) -> Write<()> {
        let account = account.to_owned();
        self.change(move |sql| {
            webhook_of(sql, &account, &event.webhook)?;
            emit(sql, &account, &event, now.as_microsecond())
        })
    }

    /// An account's delivery by the id of its event, with the body that is sent.
    pub fn delivery(&self, account: &AccountId, id: &str) -> Result<(Delivery, Vec<u8>)> {
        self.read(|sql| {
            let delivery = delivery_of(sql, account, id)?;
            let body = sql.first("SELECT body FROM delivery WHERE no = ?1", params![delivery.no], |row| {
                Ok(row.bytes(0)?.to_vec())
            })?;
            Ok((delivery, body.unwrap_or_default()))
        })
    }

    /// A page of an account's deliveries with their attempts, newest first, of those before `before`.
    pub fn deliveries(
        &self,
        account: &AccountId,
        filter: &DeliveryFilter,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<Delivery>> {
        self.read(|sql| {
            // What is pending to its owner may stand in other ways inside.
            let mut deliveries = sql.all(
                "SELECT no, id, webhook, kind, subject, at, status, due_at FROM delivery
                 WHERE account_id = ?1 AND no < ?2 AND (CAST(?3 AS TEXT) IS NULL OR webhook = ?3)
                   AND (CAST(?4 AS TEXT) IS NULL OR CASE WHEN finished_at IS NULL THEN 'pending' ELSE status END = ?4)
                 ORDER BY no DESC LIMIT ?5",
                params![
                    account,
                    before.unwrap_or(i64::MAX),
                    filter.webhook.as_ref(),
                    filter.status.map(DeliveryStatus::as_str),
                    limit as i64
                ],
                read_delivery,
            )?;
            for delivery in &mut deliveries {
                delivery.attempts = attempts_of(sql, delivery.no)?;
            }
            Ok(deliveries)
        })
    }

    /// Delivers an event once more, under the same id; a pending one is sent immediately. Fails while its
    /// webhook takes no events.
    pub fn redeliver(&self, account: &AccountId, id: &str, now: Timestamp) -> Write<Delivery> {
        let (account, id, now) = (account.to_owned(), id.to_owned(), now.as_microsecond());
        self.change(move |sql| {
            let delivery = delivery_of(sql, &account, &id)?;
            webhook_of(sql, &account, &delivery.webhook)?.accepts_events()?;
            revive(sql, delivery.no, &delivery.webhook, &delivery.subject, now)?;
            sql.execute(
                "UPDATE delivery SET due_at = ?2 WHERE no = ?1 AND status = 'pending'",
                params![delivery.no, now],
            )?;
            update_next_due(sql, &delivery.webhook)?;
            delivery_of(sql, &account, &id)
        })
    }

    /// Delivers once more what has happened since a time: what was given up, or everything. At most `limit`, the
    /// oldest first; says how many.
    pub fn redeliver_since(
        &self,
        account: &AccountId,
        webhook: Option<String>,
        since: Timestamp,
        everything: bool,
        limit: usize,
        now: Timestamp,
    ) -> Write<u64> {
        let account = account.to_owned();
        self.change(move |sql| {
            if let Some(webhook) = &webhook {
                webhook_of(sql, &account, webhook)?.accepts_events()?;
            }
            let ended = sql.all(
                "SELECT no, webhook, subject FROM delivery
                 WHERE account_id = ?1 AND at >= ?2 AND (CAST(?3 AS TEXT) IS NULL OR webhook = ?3)
                   AND finished_at IS NOT NULL AND (?4 = 1 OR status = 'given_up')
                   AND webhook IN (SELECT id FROM webhook WHERE account_id = ?1 AND status = 'enabled')
                 ORDER BY no LIMIT ?5",
                params![
                    &account,
                    since.as_microsecond(),
                    webhook.as_ref(),
                    i64::from(everything),
                    limit as i64
                ],
                |row| Ok((row.int(0)?, row.text(1)?, row.text(2)?)),
            )?;
            for (no, webhook, subject) in &ended {
                revive(sql, *no, webhook, subject, now.as_microsecond())?;
            }
            Ok(ended.len() as u64)
        })
    }

    /// Removes some of the deliveries that ended before a time; says how many.
    pub async fn forget_deliveries(&self, ended_before: Timestamp, limit: usize) -> Result<usize> {
        self.write(move |sql| {
            sql.execute(
                "DELETE FROM webhook WHERE status = 'deleted'
                   AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.webhook = webhook.id)",
                &[],
            )?;
            sql.execute(
                "DELETE FROM delivery WHERE no IN
                   (SELECT no FROM delivery WHERE finished_at < ?1 ORDER BY finished_at LIMIT ?2)",
                params![ended_before.as_microsecond(), limit as i64],
            )
        })
        .await
    }
}
