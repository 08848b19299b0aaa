//! Every call an account made: what it asked, how it ended, and what it cost.

pub(crate) mod call;
mod months;
mod outcome;
mod outside;
mod retention;
mod upstream;
mod usage;

use jiff::Timestamp;

use crate::{
    AccountId, Credits, KeyId, Store,
    ambient::from_micros,
    money::ledger::whole,
    sql::{Result, Row, Sql, Value, params},
};

pub use call::{CallDetail, UnbilledCall};
pub use months::{DroppedCalls, DroppedCharge, HistoryPosition};
pub use outcome::{CacheUse, CallOutcome, ChargeLine, ChargedFor};
pub use outside::OutsideCall;
pub use upstream::{UpstreamCall, UpstreamCallView};
pub use usage::{UsageBy, UsageRow};

/// One call.
#[derive(Debug, Clone, PartialEq)]
pub struct HistoryRow {
    /// Position in the account's history, for paging.
    pub no: i64,
    /// `req_…`
    pub request_id: String,
    /// When it came in.
    pub at: Timestamp,
    /// Which endpoint.
    pub endpoint: String,
    /// With which key.
    pub key_id: KeyId,
    /// Status of the answer.
    pub status: u16,
    /// How it ended.
    pub outcome: CallOutcome,
    /// Problem code of a refused or failed call.
    pub code: Option<String>,
    /// What it cost.
    pub credits: Credits,
    /// How long it took.
    pub latency_us: i64,
    /// Whether caches answered; none if nothing was looked up.
    pub cache: Option<CacheUse>,
    /// Items resolved.
    pub resolved: u64,
    /// Upstream calls.
    pub upstream: Vec<UpstreamCall>,
    /// What the operator gave back of what it cost.
    pub refunded: Credits,
    /// The question as it is kept; JSON.
    pub asked: Option<String>,
    /// Ids of the records in the answer.
    pub found: Vec<String>,
    /// What the charge is made of; empty for charges of earlier versions.
    pub lines: Vec<ChargeLine>,
    /// The request whose answer was given again.
    pub replays: Option<String>,
}

/// Which calls are meant.
#[derive(Debug, Clone, Default)]
pub struct HistoryFilter {
    /// At or after.
    pub since: Option<Timestamp>,
    /// Before.
    pub until: Option<Timestamp>,
    /// Of one of these endpoints; of any when empty.
    pub endpoints: Vec<String>,
    /// With this status.
    pub status: Option<u16>,
    /// With this key.
    pub key: Option<KeyId>,
    /// That cost something, or that did not.
    pub charged: Option<bool>,
}

/// What the calls of a filter add up to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistorySummary {
    /// Calls.
    pub requests: u64,
    /// Credits charged.
    pub credits: Credits,
    /// Items resolved.
    pub resolved: u64,
    /// Calls answered wholly from what was known.
    pub cache_hits: u64,
    /// Mean time per call.
    pub mean_latency_us: i64,
}

impl HistoryFilter {
    /// The endpoints as the statements compare them: each between spaces.
    fn endpoints(&self) -> Option<String> {
        (!self.endpoints.is_empty()).then(|| format!(" {} ", self.endpoints.join(" ")))
    }
}

/// The account and a filter as the parameters `?1` to `?7` that both statements share.
fn filter_params<'a>(
    account: &'a AccountId,
    filter: &'a HistoryFilter,
    endpoints: Option<&'a str>,
) -> [Value<'a>; 7] {
    [
        account.into(),
        filter.since.map_or(i64::MIN, Timestamp::as_microsecond).into(),
        filter.until.map_or(i64::MAX, Timestamp::as_microsecond).into(),
        endpoints.into(),
        filter.status.map(i64::from).into(),
        filter.key.as_ref().into(),
        filter.charged.map(i64::from).into(),
    ]
}

fn read_row(row: &dyn Row) -> Result<HistoryRow> {
    let status = u16::try_from(row.int(4)?).unwrap_or(0);
    // Rows of earlier versions have accepted calls as answered ones that found nothing.
    let outcome = match CallOutcome::from_stored(&row.text(12)?)? {
        CallOutcome::Answered => CallOutcome::of_status(status),
        other => other,
    };
    let cache = CacheUse::from_stored(&row.text(7)?)?.filter(|_| outcome != CallOutcome::Accepted);
    Ok(HistoryRow {
        no: row.int(0)?,
        request_id: row.text(1)?,
        at: from_micros(row.int(2)?),
        endpoint: row.text(3)?,
        status,
        credits: Credits::from_thousandths(row.int(5)?),
        latency_us: row.int(6)?,
        cache,
        resolved: u64::try_from(row.int(8)?).unwrap_or(0),
        upstream: list(row, 9)?,
        refunded: Credits::from_thousandths(row.int(10)?),
        key_id: KeyId::read(row, 11)?,
        outcome,
        asked: row.text_or_null(13)?,
        found: list(row, 14)?,
        lines: list(row, 15)?,
        code: row.text_or_null(16)?,
        replays: row.text_or_null(17)?,
    })
}

/// A JSON list; empty where an erasure has left something else.
fn list<T: serde::de::DeserializeOwned>(row: &dyn Row, column: usize) -> Result<Vec<T>> {
    Ok(row.text_or_null(column)?.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

/// The lowest number of an account's calls since a time, so that a page of them ends there instead of reading the whole
/// history. The plus signs keep the database from looking for it among the oldest calls.
fn first_since(sql: &mut dyn Sql, account: &AccountId, since: Timestamp) -> Result<i64> {
    let first = sql.first(
        "SELECT COALESCE(MIN(+no), 9223372036854775807) FROM history WHERE account_id = ?1 AND at >= ?2",
        params![account, since.as_microsecond()],
        |row| row.int(0),
    )?;
    Ok(first.unwrap_or(i64::MAX))
}

impl Store {
    /// The number that a filter's oldest call may have: where its last page ends. Read once for all pages, because it takes as
    /// long as there are calls since then.
    pub fn history_start(&self, account: &AccountId, filter: &HistoryFilter) -> Result<i64> {
        match filter.since {
            Some(since) => self.read(|sql| first_since(sql, account, since)),
            None => Ok(i64::MIN),
        }
    }

    /// A page of an account's history, newest first, of rows before `before` and from `start` on, which is
    /// [`Store::history_start`] of the filter.
    pub fn history(
        &self,
        account: &AccountId,
        filter: &HistoryFilter,
        (start, before): (i64, Option<i64>),
        limit: usize,
    ) -> Result<Vec<HistoryRow>> {
        let endpoints = filter.endpoints();
        let [a, b, c, d, e, f, g] = filter_params(account, filter, endpoints.as_deref());
        self.read(|sql| {
            sql.all(
                "SELECT no, request_id, at, endpoint, status, credits, latency_us, cache, resolved,
                        upstream,
                        (SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger WHERE refunds = history.request_id),
                        key_id, outcome, asked, found, charge, code, replays
                 FROM history
                 WHERE account_id = ?1 AND +at >= ?2 AND +at < ?3
                   AND (CAST(?4 AS TEXT) IS NULL OR instr(?4, ' ' || endpoint || ' ') > 0) AND (CAST(?5 AS BIGINT) IS NULL OR status = ?5)
                   AND (CAST(?6 AS TEXT) IS NULL OR key_id = ?6) AND (CAST(?7 AS BIGINT) IS NULL OR CASE WHEN credits > 0 THEN 1 ELSE 0 END = ?7) AND no < ?8
                   AND no >= ?10
                 ORDER BY no DESC LIMIT ?9",
                &[
                    a,
                    b,
                    c,
                    d,
                    e,
                    f,
                    g,
                    before.unwrap_or(i64::MAX).into(),
                    (limit as i64).into(),
                    start.into(),
                ],
                read_row,
            )
        })
    }

    /// What an account's calls add up to.
    pub fn history_summary(&self, account: &AccountId, filter: &HistoryFilter) -> Result<HistorySummary> {
        let endpoints = filter.endpoints();
        let summary = self.read(|sql| {
            sql.first(
                "SELECT COUNT(*), CAST(COALESCE(SUM(credits / 1000000), 0) AS BIGINT),
                        CAST(COALESCE(SUM(credits % 1000000), 0) AS BIGINT),
                        CAST(COALESCE(SUM(resolved), 0) AS BIGINT),
                        CAST(COALESCE(SUM(CASE WHEN cache = 'hit' THEN 1 ELSE 0 END), 0) AS BIGINT),
                        CAST(COALESCE(AVG(latency_us), 0) AS BIGINT)
                 FROM history WHERE account_id = ?1 AND at >= ?2 AND at < ?3
                   AND (CAST(?4 AS TEXT) IS NULL OR instr(?4, ' ' || endpoint || ' ') > 0) AND (CAST(?5 AS BIGINT) IS NULL OR status = ?5)
                   AND (CAST(?6 AS TEXT) IS NULL OR key_id = ?6) AND (CAST(?7 AS BIGINT) IS NULL OR CASE WHEN credits > 0 THEN 1 ELSE 0 END = ?7)",
                &filter_params(account, filter, endpoints.as_deref()),
                |row| {
                    Ok(HistorySummary {
                        requests: row.int(0)?.unsigned_abs(),
                        credits: Credits::saturating(whole(row.int(1)?, row.int(2)?)),
                        resolved: row.int(3)?.unsigned_abs(),
                        cache_hits: row.int(4)?.unsigned_abs(),
                        mean_latency_us: row.int(5)?,
                    })
                },
            )
        })?;
        summary.ok_or(crate::StoreError::NotFound("history"))
    }

    /// The call of this id, if the account made it.
    pub fn history_row(&self, account: &AccountId, request_id: &str) -> Result<Option<HistoryRow>> {
        self.read(|sql| {
            sql.first(
                "SELECT no, request_id, at, endpoint, status, credits, latency_us, cache, resolved,
                        upstream,
                        (SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger WHERE refunds = history.request_id),
                        key_id, outcome, asked, found, charge, code, replays
                 FROM history
                 WHERE account_id = ?1 AND request_id = ?2",
                params![account, request_id],
                read_row,
            )
        })
    }
}
