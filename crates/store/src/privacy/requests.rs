//! Privacy requests: people ask for erasure, and an operator decides.

use jiff::Timestamp;
use records::identifier::Identifier;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Store,
    ambient::from_micros,
    privacy::compaction::request_compaction,
    sql::{Result, Row, Sql, StoreError, params, write::Write},
};

/// Requests that may wait for a decision at the same time.
const OPEN_MAX: i64 = 10_000;

/// How a request stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PrivacyRequestStatus {
    /// Waits for a decision.
    Open,
    /// The person was erased and is kept out.
    Approved,
    /// Nothing was done.
    Refused,
}

impl PrivacyRequestStatus {
    /// The word stored and answered.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Approved => "approved",
            Self::Refused => "refused",
        }
    }

    fn from_stored(word: &str) -> Result<Self> {
        Ok(match word {
            "approved" => Self::Approved,
            "refused" => Self::Refused,
            "open" => Self::Open,
            _ => {
                return Err(StoreError::Damaged {
                    what: "privacy request",
                    why: format!("unknown word {word}"),
                });
            }
        })
    }
}

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrivacyRequest {
    /// `prq_…`
    pub id: String,
    /// What the person is named by.
    pub kind: String,
    /// Its normal form; deleted with the decision.
    pub value: Option<String>,
    /// How it stands.
    pub status: PrivacyRequestStatus,
    /// When it came in.
    pub created_at: Timestamp,
    /// When it was decided.
    pub decided_at: Option<Timestamp>,
}

impl PrivacyRequest {
    /// The person's identifier; `None` after the decision.
    pub fn identifier(&self) -> Option<Identifier> {
        Identifier::parse(self.kind.parse().ok()?, self.value.as_deref()?).ok()
    }
}

fn read_request(row: &dyn Row) -> Result<PrivacyRequest> {
    Ok(PrivacyRequest {
        id: row.text(0)?,
        kind: row.text(1)?,
        value: row.text_or_null(2)?,
        status: PrivacyRequestStatus::from_stored(&row.text(3)?)?,
        created_at: from_micros(row.int(4)?),
        decided_at: row.int_or_null(5)?.map(from_micros),
    })
}

fn request_of(sql: &mut dyn Sql, id: &str) -> Result<PrivacyRequest> {
    sql.first(
        "SELECT id, kind, value, status, created_at, decided_at FROM privacy_request WHERE id = ?1",
        params![id],
        read_request,
    )?
    .ok_or(StoreError::NotFound("privacy request"))
}

impl Store {
    /// Files a request and says under which id; one that waits for a decision about the same identifier is it already.
    pub fn file_privacy_request(&self, id: String, who: Identifier, now: Timestamp) -> Write<String> {
        self.change(move |sql| {
            let waiting = sql.first(
                "SELECT id FROM privacy_request WHERE status = 'open' AND kind = ?1 AND value = ?2",
                params![who.kind().as_str(), who.value()],
                |row| row.text(0),
            )?;
            if let Some(waiting) = waiting {
                return Ok(waiting);
            }
            let filed = sql.execute(
                "INSERT INTO privacy_request (id, kind, value, status, created_at)
                 SELECT ?1, ?2, ?3, 'open', ?4
                 WHERE (SELECT COUNT(*) FROM privacy_request WHERE status = 'open') < ?5",
                params![&id, who.kind().as_str(), who.value(), now.as_microsecond(), OPEN_MAX],
            )?;
            if filed == 0 { Err(StoreError::TooMany("privacy requests")) } else { Ok(id) }
        })
    }

    /// A request.
    pub fn privacy_request(&self, id: &str) -> Result<PrivacyRequest> {
        self.read(|sql| request_of(sql, id))
    }

    /// A page of the requests that stand so, newest first, before (`created_at`, `id`).
    pub fn privacy_requests(
        &self,
        status: Option<PrivacyRequestStatus>,
        before: Option<(Timestamp, &str)>,
        limit: usize,
    ) -> Result<Vec<PrivacyRequest>> {
        let (at, id) = before.map_or((i64::MAX, ""), |(at, id)| (at.as_microsecond(), id));
        self.read(|sql| {
            sql.all(
                "SELECT id, kind, value, status, created_at, decided_at FROM privacy_request
                 WHERE (CAST(?1 AS TEXT) IS NULL OR status = ?1) AND (created_at < ?2 OR (created_at = ?2 AND id > ?3))
                 ORDER BY created_at DESC, id LIMIT ?4",
                params![status.map(PrivacyRequestStatus::as_str), at, id, limit as i64],
                read_request,
            )
        })
    }

    /// Stores a decision and deletes the identifier; an earlier decision stays.
    pub fn decide_privacy_request(
        &self,
        id: &str,
        status: PrivacyRequestStatus,
        now: Timestamp,
    ) -> Write<PrivacyRequest> {
        let id = id.to_owned();
        self.change(move |sql| {
            sql.execute(
                "UPDATE privacy_request SET status = ?2, value = NULL, decided_at = ?3
                 WHERE id = ?1 AND status = 'open'",
                params![&id, status.as_str(), now.as_microsecond()],
            )?;
            request_compaction(sql)?;
            request_of(sql, &id)
        })
    }
}
