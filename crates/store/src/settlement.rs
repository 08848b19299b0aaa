//! One settlement: charge, history, people seen and idempotent reply, all durable together or none of them.

use jiff::Timestamp;

use crate::{
    Asked, BulkOutcome, CacheUse, Credits, NewBulkJob, NewEvent, Store, bulk, charged_item,
    ledger::{balance, charge},
    paid_for, people_seen, saved_icp,
    sql::{Result, Sql, StoreError, params},
    watch_list::note_matches,
    watching, webhook,
};

/// How long an idempotent reply is kept.
const REPLY_KEPT_US: i64 = 24 * 3600 * 1_000_000;
/// Expired replies removed by one settlement at most, so that no call pays for a long clean-up.
const REPLIES_SWEPT_MAX: i64 = 8;

/// What identifies an idempotent request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyKey {
    /// The caller's key.
    pub key: String,
    /// SHA-256 over endpoint and body.
    pub digest: [u8; 32],
}

/// A stored answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// Digest of the request it answered.
    pub digest: [u8; 32],
    /// HTTP-like status.
    pub status: u16,
    /// The very bytes that were sent.
    pub body: Vec<u8>,
    /// Id of the request it answered.
    pub request_id: String,
}

/// Locks an answer, so that only its owner can read what is kept of it.
pub type Lock = Box<dyn FnOnce(&[u8]) -> Vec<u8> + Send>;

/// Something that becomes true exactly when an answer is paid for.
#[derive(Debug, Clone)]
pub enum Effect {
    /// A watch list has answered these signals and will not answer them again.
    WatchListAnswered {
        /// The list.
        list: String,
        /// Ids of the signals.
        signals: Vec<String>,
    },
    /// The account has paid for these items and will not pay for them again.
    ItemsCharged {
        /// Ids of the items.
        items: Vec<String>,
    },
    /// A watch list that watches by itself has spent the price of this call; fails when its budget does not suffice.
    WatchListSpent {
        /// The list.
        list: String,
        /// Months since the year 0.
        month: i64,
    },
    /// A saved ICP was run.
    SavedIcpRun {
        /// The saved ICP.
        id: String,
    },
    /// A bulk job was submitted.
    BulkSubmitted(Box<NewBulkJob>),
    /// An item of a bulk job was answered under a lease; undoes the whole settlement when that was lost.
    BulkItemAnswered(Box<BulkOutcome>),
    /// Something happened that a webhook hears of.
    Event(Box<NewEvent>),
}

/// A call that is about to be answered.
pub struct Settlement {
    /// `req_…`
    pub request_id: String,
    /// Who pays.
    pub account_id: String,
    /// With which key.
    pub key_id: String,
    /// When the call came in.
    pub at: Timestamp,
    /// Which endpoint.
    pub endpoint: &'static str,
    /// Status of the answer.
    pub status: u16,
    /// The price.
    pub credits: Credits,
    /// Time from the call's arrival to its settlement.
    pub latency_us: i64,
    /// Whether caches answered.
    pub cache: CacheUse,
    /// Items resolved.
    pub resolved: u64,
    /// Who was asked outside.
    pub upstream: Vec<Asked>,
    /// Ids of the people in the answer.
    pub people: Vec<String>,
    /// What else becomes true with this answer.
    pub effects: Vec<Effect>,
    /// Under which key the answer is kept for a replay.
    pub reply: Option<ReplyKey>,
    /// Locks the answer before it is kept, when it holds a secret.
    pub lock: Option<Lock>,
    /// Makes the answer's bytes from the balance left; run inside the transaction.
    pub render: Box<dyn FnOnce(Credits) -> Vec<u8> + Send>,
}

/// How a settlement ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settled {
    /// Charged and recorded; these are the bytes to send.
    Done {
        /// Body.
        body: Vec<u8>,
        /// Balance left.
        balance: Credits,
    },
    /// The balance is too small; nothing was written.
    Short {
        /// Balance.
        balance: Credits,
    },
    /// The same idempotency key was settled meanwhile; nothing was written.
    Replayed(Reply),
}

impl Store {
    /// Charges and records a call.
    pub async fn settle(&self, settlement: Settlement) -> Result<Settled> {
        self.write(move |sql| settle(sql, settlement)).await
    }

    /// Removes some of the answers that are kept no longer; says how many.
    pub async fn forget_replies(&self, now: Timestamp, limit: usize) -> Result<usize> {
        self.write(move |sql| {
            sql.execute(
                "DELETE FROM idempotency WHERE (account_id, key) IN
                   (SELECT account_id, key FROM idempotency WHERE at <= ?1 ORDER BY at LIMIT ?2)",
                params![now.as_microsecond() - REPLY_KEPT_US, limit as i64],
            )
        })
        .await
    }

    /// The answer kept under an idempotency key.
    pub fn reply(&self, account: &str, key: &str, now: Timestamp) -> Result<Option<Reply>> {
        self.read(|sql| reply(sql, account, key, now))
    }
}

fn settle(sql: &mut dyn Sql, call: Settlement) -> Result<Settled> {
    if call.credits < Credits::ZERO {
        return Err(StoreError::OutOfRange);
    }
    if let Some(wanted) = &call.reply
        && let Some(kept) = reply(sql, &call.account_id, &wanted.key, call.at)?
    {
        return Ok(Settled::Replayed(kept));
    }
    if call.credits > Credits::ZERO
        && !charge(sql, &call.account_id, call.credits, call.endpoint, &call.request_id, call.at)?
    {
        return Ok(Settled::Short { balance: balance(sql, &call.account_id)? });
    }
    let left = balance(sql, &call.account_id)?;
    let at = call.at.as_microsecond();
    let upstream =
        (!call.upstream.is_empty()).then(|| serde_json::to_string(&call.upstream).unwrap_or_default());
    sql.execute(
        "INSERT INTO history (request_id, account_id, key_id, at, endpoint, status, credits, latency_us, cache,
                              resolved, upstream) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        params![
            &call.request_id,
            &call.account_id,
            &call.key_id,
            at,
            call.endpoint,
            i64::from(call.status),
            call.credits.thousandths(),
            call.latency_us,
            call.cache.word(),
            i64::try_from(call.resolved).unwrap_or(i64::MAX),
            upstream.as_deref()
        ],
    )?;
    for person in &call.people {
        people_seen::note(sql, &call.account_id, person, at, call.endpoint)?;
    }
    for effect in &call.effects {
        apply(sql, effect, &call, at)?;
    }
    let body = (call.render)(left);
    if let Some(wanted) = &call.reply {
        let locked = call.lock.map(|lock| lock(&body));
        let kept = locked.as_ref().unwrap_or(&body);
        keep_reply(sql, &call.account_id, wanted, call.status, kept, &call.request_id, at)?;
    }
    Ok(Settled::Done { body, balance: left })
}

fn apply(sql: &mut dyn Sql, effect: &Effect, call: &Settlement, at: i64) -> Result<()> {
    match effect {
        Effect::ItemsCharged { items } => {
            charged_item::note(sql, &call.account_id, call.endpoint, items, at)?;
            paid_for::note_items(sql, &call.account_id, call.endpoint, items, &call.request_id)
        }
        Effect::WatchListSpent { list, month } => {
            watching::spend(sql, list, *month, call.credits.thousandths())
        }
        Effect::BulkSubmitted(job) => bulk::submit(sql, &call.account_id, &call.key_id, job, at),
        Effect::Event(event) => {
            webhook::emit(sql, &call.account_id, event, at)?;
            paid_for::note_event(sql, event, &call.request_id)
        }
        Effect::BulkItemAnswered(outcome) => {
            bulk::settle_item(sql, outcome, &call.request_id, call.credits.thousandths(), at)
        }
        Effect::WatchListAnswered { list, signals } => {
            note_matches(sql, list, signals, at)?;
            paid_for::note_matches(sql, list, signals, &call.request_id)
        }
        Effect::SavedIcpRun { id } => saved_icp::note_run(sql, id, at),
    }
}

fn reply(sql: &mut dyn Sql, account: &str, key: &str, now: Timestamp) -> Result<Option<Reply>> {
    sql.first(
        "SELECT digest, status, body, request_id FROM idempotency WHERE account_id = ?1 AND key = ?2 AND at > ?3",
        params![account, key, now.as_microsecond() - REPLY_KEPT_US],
        |row| {
            Ok(Reply {
                digest: row.bytes(0)?.try_into().unwrap_or_default(),
                status: u16::try_from(row.int(1)?).unwrap_or(500),
                body: row.bytes(2)?.to_vec(),
                request_id: row.text(3)?,
            })
        },
    )
}

fn keep_reply(
    sql: &mut dyn Sql,
    account: &str,
    wanted: &ReplyKey,
    status: u16,
    body: &[u8],
    request_id: &str,
    at: i64,
) -> Result<()> {
    sql.execute(
        "DELETE FROM idempotency WHERE (account_id = ?1 AND key = ?2) OR (account_id, key) IN
           (SELECT account_id, key FROM idempotency WHERE at <= ?3 ORDER BY at LIMIT ?4)",
        params![account, &wanted.key, at - REPLY_KEPT_US, REPLIES_SWEPT_MAX],
    )?;
    sql.execute(
        "INSERT INTO idempotency (account_id, key, digest, status, body, request_id, at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![account, &wanted.key, &wanted.digest[..], i64::from(status), body, request_id, at],
    )?;
    Ok(())
}
