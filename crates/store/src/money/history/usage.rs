//! What an account used, added up by day, endpoint, both, or key.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AccountId, Credits, Store,
    money::ledger::whole,
    sql::{Result, Row, params},
};

/// What usage is grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UsageBy {
    /// The day in UTC on which the call came in.
    Day,
    /// The endpoint.
    Endpoint,
    /// The day in UTC and the endpoint.
    DayAndEndpoint,
    /// The key.
    Key,
}

/// The calls of one group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsageRow {
    /// Days since 1970, the endpoint's id, both with a space between them, or the key's id.
    pub group: String,
    /// Calls.
    pub requests: u64,
    /// Of these, calls that were charged.
    pub charged_requests: u64,
    /// Items resolved.
    pub resolved: u64,
    /// Credits charged.
    pub credits: Credits,
    /// Credits given back of these.
    pub refunded: Credits,
    /// Calls answered wholly from what was known.
    pub cache_hits: u64,
    /// Calls answered at once that looked something up.
    pub looked_up: u64,
    /// Of these, calls that resolved at least one item.
    pub found: u64,
}

/// The statement that adds up an account's calls by a group. A call looked something up if it was answered at once and its
/// price depends on what it finds, which is when the history has a word for its cache.
macro_rules! sums_by {
    ($name:literal, $group:literal) => {
        concat!(
            "SELECT ",
            $name,
            ", COUNT(*),
        CAST(COALESCE(SUM(CASE WHEN credits > 0 THEN 1 ELSE 0 END), 0) AS BIGINT),
        CAST(COALESCE(SUM(resolved), 0) AS BIGINT), CAST(COALESCE(SUM(credits / 1000000), 0) AS BIGINT),
        CAST(COALESCE(SUM(credits % 1000000), 0) AS BIGINT),
        CAST(COALESCE(SUM(CASE WHEN cache = 'hit' THEN 1 ELSE 0 END), 0) AS BIGINT),
        CAST(COALESCE(SUM(CASE WHEN credits > 0 THEN
          (SELECT SUM(amount) FROM ledger WHERE refunds = history.request_id) END), 0) AS BIGINT),
        CAST(COALESCE(SUM(CASE WHEN outcome = 'answered' AND status <> 202 AND cache <> 'none'
          THEN 1 ELSE 0 END), 0) AS BIGINT),
        CAST(COALESCE(SUM(CASE WHEN outcome = 'answered' AND status <> 202 AND cache <> 'none' AND resolved > 0
          THEN 1 ELSE 0 END), 0) AS BIGINT)
     FROM history WHERE account_id = ?1 AND at >= ?2 AND at < ?3 GROUP BY ",
            $group,
            " ORDER BY ",
            $group
        )
    };
}

/// Sums by day, in microseconds of which a day has 86,400,000,000.
const BY_DAY: &str = sums_by!("CAST(at / 86400000000 AS TEXT)", "at / 86400000000");
/// The same by endpoint.
const BY_ENDPOINT: &str = sums_by!("CAST(endpoint AS TEXT)", "endpoint");
/// The same by day and endpoint.
const BY_DAY_AND_ENDPOINT: &str =
    sums_by!("CAST(at / 86400000000 AS TEXT) || ' ' || endpoint", "at / 86400000000, endpoint");
/// The same by key.
const BY_KEY: &str = sums_by!("CAST(key_id AS TEXT)", "key_id");

fn read_row(row: &dyn Row) -> Result<UsageRow> {
    Ok(UsageRow {
        group: row.text(0)?,
        requests: row.int(1)?.unsigned_abs(),
        charged_requests: row.int(2)?.unsigned_abs(),
        resolved: row.int(3)?.unsigned_abs(),
        credits: Credits::saturating(whole(row.int(4)?, row.int(5)?)),
        cache_hits: row.int(6)?.unsigned_abs(),
        refunded: Credits::from_thousandths(row.int(7)?),
        looked_up: row.int(8)?.unsigned_abs(),
        found: row.int(9)?.unsigned_abs(),
    })
}

impl Store {
    /// What an account used from `since` until before `until`, in groups.
    pub fn usage(
        &self,
        account: &AccountId,
        by: UsageBy,
        since: Option<Timestamp>,
        until: Option<Timestamp>,
    ) -> Result<Vec<UsageRow>> {
        let statement = match by {
            UsageBy::Day => BY_DAY,
            UsageBy::Endpoint => BY_ENDPOINT,
            UsageBy::DayAndEndpoint => BY_DAY_AND_ENDPOINT,
            UsageBy::Key => BY_KEY,
        };
        let since = since.map_or(i64::MIN, Timestamp::as_microsecond);
        let until = until.map_or(i64::MAX, Timestamp::as_microsecond);
        self.read(|sql| sql.all(statement, params![account, since, until], read_row))
    }
}
