//! A bulk job and its items, as they are read.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AccountId, Credits,
    ambient::from_micros,
    sql::{Result, Row, Sql, StoreError, params},
};

/// How a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BulkStatus {
    /// No item has been taken yet.
    Queued,
    /// Items are being answered.
    Running,
    /// Every item has come to an end.
    Completed,
    /// Stopped by its owner; what was done by then stays.
    Cancelled,
    /// No item could be answered.
    Failed,
    /// Not to be worked on, because the key it runs under may not spend any more; resume it with another key.
    Paused,
}

impl BulkStatus {
    /// The word stored and answered.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
            Self::Paused => "paused",
        }
    }

    pub(super) fn from_stored(word: &str) -> Result<Self> {
        [Self::Queued, Self::Running, Self::Completed, Self::Cancelled, Self::Failed, Self::Paused]
            .into_iter()
            .find(|status| status.as_str() == word)
            .ok_or_else(|| StoreError::Damaged { what: "job", why: format!("unknown status {word}") })
    }
}

/// How an item stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BulkItemStatus {
    /// Not answered yet.
    Pending,
    /// Answered and charged, once for items of the job with the same answer.
    Resolved,
    /// Nothing was found, or no verdict was reached; free.
    NotFound,
    /// The item's input is invalid; free.
    Invalid,
    /// No source could answer, time and again; free.
    Failed,
    /// The balance did not cover it; resume the job after a top-up.
    InsufficientCredits,
    /// The job was cancelled before its turn came.
    Cancelled,
}

impl BulkItemStatus {
    /// The word stored and answered.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Resolved => "resolved",
            Self::NotFound => "not_found",
            Self::Invalid => "invalid",
            Self::Failed => "failed",
            Self::InsufficientCredits => "insufficient_credits",
            Self::Cancelled => "cancelled",
        }
    }

    pub(super) fn from_stored(word: &str) -> Result<Self> {
        match word {
            // To its owner, an item that waits and one that is being answered are the same.
            "waiting" | "leased" => Ok(Self::Pending),
            _ => [
                Self::Resolved,
                Self::NotFound,
                Self::Invalid,
                Self::Failed,
                Self::InsufficientCredits,
                Self::Cancelled,
            ]
            .into_iter()
            .find(|status| status.as_str() == word)
            .ok_or_else(|| StoreError::Damaged { what: "item", why: format!("unknown status {word}") }),
        }
    }
}

/// A job without its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkJob {
    /// `job_…`
    pub id: String,
    /// Id of the endpoint it was submitted to.
    pub endpoint: String,
    /// How it stands.
    pub status: BulkStatus,
    /// Items.
    pub total: u64,
    /// Items that have come to an end.
    pub processed: u64,
    /// Of these, answered and charged.
    pub resolved: u64,
    /// Of these, items with invalid input.
    pub invalid: u64,
    /// Of these, answered by no source.
    pub failed: u64,
    /// Of these, not covered by the balance.
    pub unaffordable: u64,
    /// Credits charged.
    pub credits: Credits,
    /// The webhook that hears of its end.
    pub webhook: Option<String>,
    /// Why it is paused.
    pub paused: Option<String>,
    /// When it was submitted.
    pub created_at: Timestamp,
    /// When its first item was taken.
    pub started_at: Option<Timestamp>,
    /// When it came to its end.
    pub finished_at: Option<Timestamp>,
}

/// One item of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkItem {
    /// Its place in the job.
    pub no: u64,
    /// The owner's own name for it.
    pub reference: Option<String>,
    /// How it stands.
    pub status: BulkItemStatus,
    /// The request under which it was settled.
    pub request_id: Option<String>,
    /// What it cost.
    pub credits: Credits,
    /// The question, as it was submitted.
    pub request: Vec<u8>,
    /// The answer, or what is wrong with the question; JSON.
    pub answer: Option<Vec<u8>>,
    /// The owner's own row of it; a JSON object.
    pub row: Option<Vec<u8>>,
}

macro_rules! job_columns {
    () => {
        "id, status, total, processed, resolved, invalid, failed, unaffordable, credits, webhook, created_at,
         started_at, finished_at, paused, endpoint"
    };
}

pub(super) fn read_job(row: &dyn Row) -> Result<BulkJob> {
    let count = |column| Ok::<_, StoreError>(row.int(column)?.unsigned_abs());
    Ok(BulkJob {
        id: row.text(0)?,
        status: match row.is_null(13)? {
            true => BulkStatus::from_stored(&row.text(1)?)?,
            false => BulkStatus::Paused,
        },
        total: count(2)?,
        processed: count(3)?,
        resolved: count(4)?,
        invalid: count(5)?,
        failed: count(6)?,
        unaffordable: count(7)?,
        credits: Credits::from_thousandths(row.int(8)?),
        webhook: row.text_or_null(9)?,
        created_at: from_micros(row.int(10)?),
        started_at: row.int_or_null(11)?.map(from_micros),
        finished_at: row.int_or_null(12)?.map(from_micros),
        paused: row.text_or_null(13)?,
        endpoint: row.text(14)?,
    })
}

pub(super) fn job_of(sql: &mut dyn Sql, account: &AccountId, id: &str) -> Result<BulkJob> {
    sql.first(
        concat!("SELECT ", job_columns!(), " FROM bulk_job WHERE account_id = ?1 AND id = ?2"),
        params![account, id],
        read_job,
    )?
    .ok_or(StoreError::NotFound("job"))
}

pub(super) use job_columns;
