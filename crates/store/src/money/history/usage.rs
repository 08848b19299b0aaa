//! What an account used, added up by day, endpoint or key.

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
    /// The key.
    Key,
}

/// The calls of one group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsageRow {
    /// Days since 1970, the endpoint's id, or the key's id.
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
}

/// Sums by day, in microseconds of which a day has 86,400,000,000.
const BY_DAY: &str = "SELECT CAST(at / 86400000000 AS TEXT), COUNT(*),
        CAST(COALESCE(SUM(CASE WHEN credits > 0 THEN 1 ELSE 0 END), 0) AS BIGINT),
        CAST(COALESCE(SUM(resolved), 0) AS BIGINT), CAST(COALESCE(SUM(credits / 1000000), 0) AS BIGINT),
        CAST(COALESCE(SUM(credits % 1000000), 0) AS BIGINT),
        CAST(COALESCE(SUM(CASE WHEN cache = 'hit' THEN 1 ELSE 0 END), 0) AS BIGINT),
        CAST(COALESCE(SUM(CASE WHEN credits > 0 THEN
          (SELECT SUM(amount) FROM ledger WHERE refunds = history.request_id) END), 0) AS BIGINT)
     FROM history WHERE account_id = ?1 AND at >= ?2 AND at < ?3 GROUP BY at / 86400000000 ORDER BY at / 86400000000";

/// The same by endpoint.
const BY_ENDPOINT: &str = "SELECT CAST(endpoint AS TEXT), COUNT(*),
        CAST(COALESCE(SUM(CASE WHEN credits > 0 THEN 1 ELSE 0 END), 0) AS BIGINT),
        CAST(COALESCE(SUM(resolved), 0) AS BIGINT), CAST(COALESCE(SUM(credits / 1000000), 0) AS BIGINT),
        CAST(COALESCE(SUM(credits % 1000000), 0) AS BIGINT),
        CAST(COALESCE(SUM(CASE WHEN cache = 'hit' THEN 1 ELSE 0 END), 0) AS BIGINT),
        CAST(COALESCE(SUM(CASE WHEN credits > 0 THEN
          (SELECT SUM(amount) FROM ledger WHERE refunds = history.request_id) END), 0) AS BIGINT)
     FROM history WHERE account_id = ?1 AND at >= ?2 AND at < ?3 GROUP BY endpoint ORDER BY endpoint";

/// The same by key.
const BY_KEY: &str = "SELECT CAST(key_id AS TEXT), COUNT(*),
        CAST(COALESCE(SUM(CASE WHEN credits > 0 THEN 1 ELSE 0 END), 0) AS BIGINT),
        CAST(COALESCE(SUM(resolved), 0) AS BIGINT), CAST(COALESCE(SUM(credits / 1000000), 0) AS BIGINT),
        CAST(COALESCE(SUM(credits % 1000000), 0) AS BIGINT),
        CAST(COALESCE(SUM(CASE WHEN cache = 'hit' THEN 1 ELSE 0 END), 0) AS BIGINT),
        CAST(COALESCE(SUM(CASE WHEN credits > 0 THEN
          (SELECT SUM(amount) FROM ledger WHERE refunds = history.request_id) END), 0) AS BIGINT)
     FROM history WHERE account_id = ?1 AND at >= ?2 AND at < ?3 GROUP BY key_id ORDER BY key_id";

fn read_row(row: &dyn Row) -> Result<UsageRow> {
    Ok(UsageRow {
        group: row.text(0)?,
        requests: row.int(1)?.unsigned_abs(),
        charged_requests: row.int(2)?.unsigned_abs(),
        resolved: row.int(3)?.unsigned_abs(),
        credits: Credits::saturating(whole(row.int(4)?, row.int(5)?)),
        cache_hits: row.int(6)?.unsigned_abs(),
        refunded: Credits::from_thousandths(row.int(7)?),
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
            UsageBy::Key => BY_KEY,
        };
        let since = since.map_or(i64::MIN, Timestamp::as_microsecond);
        let until = until.map_or(i64::MAX, Timestamp::as_microsecond);
        self.read(|sql| sql.all(statement, params![account, since, until], read_row))
    }
}
