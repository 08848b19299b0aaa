//! Answers that can be had again for a day: by an idempotency key, or by the id of a charged request.

use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};

use crate::{
    AccountId, Store,
    ambient::timekeeping::counted,
    sql::{Result, Row, Sql, params, write::Write},
};

/// How long an answer is kept, in time that is counted.
pub const REPLY_KEPT_FOR: SignedDuration = SignedDuration::from_hours(24);
const KEPT_US: i64 = REPLY_KEPT_FOR.as_secs() * 1_000_000;

/// What identifies an idempotent request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyKey {
    /// The caller's key.
    pub key: String,
    /// SHA-256 over endpoint and body.
    pub digest: [u8; 32],
    /// Whether the key is claimed among the nodes of a shared store: the claim ends with the answer that is kept.
    pub is_claimed: bool,
}

/// A stored answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// Digest of the request it answered.
    pub digest: [u8; 32],
    /// HTTP-like status.
    pub status: u16,
    /// Whether the body is sealed; the caller holds what opens it.
    pub sealed: bool,
    /// The very bytes that were sent, or what they were sealed to.
    pub body: Vec<u8>,
    /// Id of the request it answered.
    pub request_id: String,
}

/// Seals an answer that holds a secret before it is kept.
pub type Lock = Box<dyn FnOnce(&[u8]) -> Vec<u8> + Send>;

/// A call without an account whose effect happens once for its idempotency key.
#[derive(Debug, Clone)]
pub struct KeyedCall {
    /// The client that makes it.
    pub owner: String,
    /// `req_…`
    pub request_id: String,
    /// The caller's idempotency key and the digest of the call.
    pub key: ReplyKey,
    /// Status of the answer.
    pub status: u16,
    /// When it came in.
    pub at: Timestamp,
}

/// An answer to be kept.
pub(crate) struct NewReply<'a> {
    /// An account, or the client of a call that needs none.
    pub(crate) owner: &'a str,
    pub(crate) request_id: &'a str,
    pub(crate) key: Option<&'a ReplyKey>,
    pub(crate) status: u16,
    pub(crate) sealed: bool,
    pub(crate) body: &'a [u8],
    pub(crate) at: i64,
}

impl Store {
    /// Removes some of the answers that are kept no longer; says how many.
    pub async fn forget_replies(&self, now: Timestamp, limit: usize) -> Result<usize> {
        self.write(move |sql| forget(sql, now.as_microsecond(), limit as i64)).await
    }

    /// The answer kept under an idempotency key.
    pub fn reply(&self, owner: &str, key: &str, now: Timestamp) -> Result<Option<Reply>> {
        self.read(|sql| by_key(sql, owner, key, now.as_microsecond()))
    }

    /// The answer of a charged request, if this account made it and it is still kept.
    pub fn charged_reply(
        &self,
        account: &AccountId,
        request_id: &str,
        now: Timestamp,
    ) -> Result<Option<Reply>> {
        self.read(|sql| {
            let since = counted(sql, now.as_microsecond())? - KEPT_US;
            sql.first(
                "SELECT r.digest, r.status, r.sealed, r.body, r.request_id
                 FROM reply r JOIN ledger l ON l.request_id = r.request_id
                 WHERE r.owner = ?1 AND r.request_id = ?2 AND r.at > ?3",
                params![account, request_id, since],
                read_reply,
            )
        })
    }

    /// Makes a change for a caller without an account and keeps the answer, in one transaction. When the key was
    /// used before, nothing is changed and the answer of then is given.
    pub async fn write_once(
        &self,
        call: KeyedCall,
        change: Write<Vec<u8>>,
        lock: Option<Lock>,
    ) -> Result<std::result::Result<Vec<u8>, Reply>> {
        self.write(move |sql| {
            let at = call.at.as_microsecond();
            if let Some(kept) = by_key(sql, &call.owner, &call.key.key, at)? {
                return Ok(Err(kept));
            }
            let body = change.run(sql)?;
            let locked = lock.map(|lock| lock(&body));
            let reply = NewReply {
                owner: &call.owner,
                request_id: &call.request_id,
                key: Some(&call.key),
                status: call.status,
                sealed: locked.is_some(),
                body: locked.as_ref().unwrap_or(&body),
                at,
            };
            keep(sql, &reply)?;
            Ok(Ok(body))
        })
        .await
    }
}

fn read_reply(row: &dyn Row) -> Result<Reply> {
    let digest = if row.is_null(0)? { [0; 32] } else { row.bytes(0)?.try_into().unwrap_or_default() };
    Ok(Reply {
        digest,
        status: u16::try_from(row.int(1)?).unwrap_or(500),
        sealed: row.int(2)? != 0,
        body: row.bytes(3)?.to_vec(),
        request_id: row.text(4)?,
    })
}

/// A caller's key as it is stored: hashed, because callers name keys after the people they ask about.
pub(crate) fn stored_key(owner: &str, key: &str) -> String {
    let mut hash = Sha256::new_with_prefix(owner);
    hash.update([0]);
    hash.update(key);
    hex::encode(hash.finalize())
}

/// The answer kept under a key. One that was kept before an upgrade has the key itself.
pub(crate) fn by_key(sql: &mut dyn Sql, owner: &str, key: &str, now: i64) -> Result<Option<Reply>> {
    let since = counted(sql, now)? - KEPT_US;
    sql.first(
        "SELECT digest, status, sealed, body, request_id FROM reply
         WHERE owner = ?1 AND key IN (?2, ?3) AND at > ?4",
        params![owner, &stored_key(owner, key), key, since],
        read_reply,
    )
}

pub(crate) fn keep(sql: &mut dyn Sql, reply: &NewReply<'_>) -> Result<()> {
    let at = counted(sql, reply.at)?;
    let key = reply.key.map(|key| stored_key(reply.owner, &key.key));
    if let (Some(key), Some(plain)) = (&key, reply.key) {
        // One that is kept no longer, and that the sweep has not come to.
        sql.execute(
            "DELETE FROM reply WHERE owner = ?1 AND key IN (?2, ?3)",
            params![reply.owner, key, &plain.key],
        )?;
    }
    sql.execute(
        "INSERT INTO reply (owner, request_id, key, digest, status, sealed, body, at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            reply.owner,
            reply.request_id,
            key.as_ref(),
            reply.key.map(|key| &key.digest[..]),
            i64::from(reply.status),
            i64::from(reply.sealed),
            reply.body,
            at
        ],
    )?;
    if let (Some(key), true) = (&key, reply.key.is_some_and(|key| key.is_claimed)) {
        sql.send("DELETE FROM key_claim WHERE key = ?1 AND request_id = ?2", params![key, reply.request_id])?;
    }
    Ok(())
}

/// Removes the oldest answers as far as they are kept no longer. Rows are numbered in the order of their settlement, so
/// that no index by time is needed.
fn forget(sql: &mut dyn Sql, now: i64, limit: i64) -> Result<usize> {
    let until = counted(sql, now)? - KEPT_US;
    sql.execute(
        "DELETE FROM reply WHERE no IN
           (SELECT no FROM (SELECT no, at FROM reply ORDER BY no LIMIT ?2) AS oldest WHERE at <= ?1)",
        params![until, limit],
    )
}
