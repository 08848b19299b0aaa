//! Every call an account made, with what it cost.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    AccountId, Credits, Store,
    ambient::from_micros,
    money::ledger::whole,
    sql::{Result, Row, StoreError, Value, params},
};

/// Whether a call was answered from what was known already.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CacheUse {
    /// Everything was known.
    Hit,
    /// Some was cached, some came from external sources.
    Partial,
    /// Everything came from external sources, or nothing was cached.
    #[default]
    Miss,
}

impl CacheUse {
    /// The word stored and answered.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Hit => "hit",
            Self::Partial => "partial",
            Self::Miss => "miss",
        }
    }

    fn from_stored(word: &str) -> Result<Self> {
        Ok(match word {
            "hit" => Self::Hit,
            "partial" => Self::Partial,
            "miss" => Self::Miss,
            _ => return Err(StoreError::Damaged { what: "history", why: format!("unknown word {word}") }),
        })
    }
}

/// An upstream call: one request to an external source during a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UpstreamCall {
    /// Who.
    pub provider: String,
    /// For what.
    pub fact: String,
    /// How it ended, such as `hit` or `miss`.
    pub outcome: String,
    /// How long it took.
    pub latency_ms: u64,
    /// What it cost the operator, in millionths of a US dollar.
    #[serde(rename = "cost_usd", with = "dollars")]
    pub cost_micros: i64,
}

/// Millionths of a US dollar, written as a decimal number of dollars.
mod dollars {
    use serde::{Deserialize, Deserializer, Serializer};

    const MICROS: f64 = 1e6;

    pub(super) fn decimal(micros: i64) -> f64 {
        micros as f64 / MICROS
    }

    pub(super) fn serialize<S: Serializer>(micros: &i64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(decimal(*micros))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
        Ok((f64::deserialize(deserializer)? * MICROS).round() as i64)
    }
}

/// An upstream call as an account sees it: without the operator's cost.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct UpstreamCallView {
    /// Who.
    pub provider: String,
    /// For what.
    pub fact: String,
    /// How it ended, such as `hit` or `miss`.
    pub outcome: String,
    /// How long it took.
    pub latency_ms: u64,
    /// What it cost in US dollars; shown to keys with the scope `operate` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
}

impl UpstreamCall {
    /// As it is shown to an operator or to anybody else.
    pub fn view(self, is_operator: bool) -> UpstreamCallView {
        let Self { provider, fact, outcome, latency_ms, cost_micros } = self;
        let cost_usd = is_operator.then(|| dollars::decimal(cost_micros));
        UpstreamCallView { provider, fact, outcome, latency_ms, cost_usd }
    }
}

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
    /// Status of the answer.
    pub status: u16,
    /// What it cost.
    pub credits: Credits,
    /// How long it took.
    pub latency_us: i64,
    /// Whether caches answered.
    pub cache: CacheUse,
    /// Items resolved.
    pub resolved: u64,
    /// Upstream calls.
    pub upstream: Vec<UpstreamCall>,
    /// What the operator gave back of what it cost.
    pub refunded: Credits,
}

/// Which calls are meant.
#[derive(Debug, Clone, Default)]
pub struct HistoryFilter {
    /// At or after.
    pub since: Option<Timestamp>,
    /// Before.
    pub until: Option<Timestamp>,
    /// Of this endpoint.
    pub endpoint: Option<String>,
    /// With this status.
    pub status: Option<u16>,
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

/// A filter, then the account, as the parameters `?1` to `?5` that both questions share.
fn filter_params<'a>(account: &'a AccountId, filter: &'a HistoryFilter) -> [Value<'a>; 5] {
    [
        account.into(),
        filter.since.map(Timestamp::as_microsecond).into(),
        filter.until.map(Timestamp::as_microsecond).into(),
        filter.endpoint.as_deref().into(),
        filter.status.map(i64::from).into(),
    ]
}

fn read_row(row: &dyn Row) -> Result<HistoryRow> {
    Ok(HistoryRow {
        no: row.int(0)?,
        request_id: row.text(1)?,
        at: from_micros(row.int(2)?),
        endpoint: row.text(3)?,
        status: u16::try_from(row.int(4)?).unwrap_or(0),
        credits: Credits::from_thousandths(row.int(5)?),
        latency_us: row.int(6)?,
        cache: CacheUse::from_stored(&row.text(7)?)?,
        resolved: u64::try_from(row.int(8)?).unwrap_or(0),
        upstream: row
            .text_or_null(9)?
            .and_then(|asked| serde_json::from_str(&asked).ok())
            .unwrap_or_default(),
        refunded: Credits::from_thousandths(row.int(10)?),
    })
}

impl Store {
    /// A page of an account's history, newest first, of rows before `before`.
    pub fn history(
        &self,
        account: &AccountId,
        filter: &HistoryFilter,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<HistoryRow>> {
        let [a, b, c, d, e] = filter_params(account, filter);
        self.read(|sql| {
            sql.all(
                "SELECT no, request_id, at, endpoint, status, credits, latency_us, cache, resolved,
                        upstream,
                        (SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger WHERE refunds = history.request_id)
                 FROM history
                 WHERE account_id = ?1 AND (?2 IS NULL OR at >= ?2) AND (?3 IS NULL OR at < ?3)
                   AND (?4 IS NULL OR endpoint = ?4) AND (?5 IS NULL OR status = ?5) AND no < ?6
                 ORDER BY no DESC LIMIT ?7",
                &[a, b, c, d, e, before.unwrap_or(i64::MAX).into(), (limit as i64).into()],
                read_row,
            )
        })
    }

    /// What an account's calls add up to.
    pub fn history_summary(&self, account: &AccountId, filter: &HistoryFilter) -> Result<HistorySummary> {
        let summary = self.read(|sql| {
            sql.first(
                "SELECT COUNT(*), CAST(COALESCE(SUM(credits / 1000000), 0) AS BIGINT),
                        CAST(COALESCE(SUM(credits % 1000000), 0) AS BIGINT),
                        CAST(COALESCE(SUM(resolved), 0) AS BIGINT),
                        CAST(COALESCE(SUM(CASE WHEN cache = 'hit' THEN 1 ELSE 0 END), 0) AS BIGINT),
                        CAST(COALESCE(AVG(latency_us), 0) AS BIGINT)
                 FROM history WHERE account_id = ?1 AND (?2 IS NULL OR at >= ?2) AND (?3 IS NULL OR at < ?3)
                   AND (?4 IS NULL OR endpoint = ?4) AND (?5 IS NULL OR status = ?5)",
                &filter_params(account, filter),
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
                        (SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger WHERE refunds = history.request_id)
                 FROM history
                 WHERE account_id = ?1 AND request_id = ?2",
                params![account, request_id],
                read_row,
            )
        })
    }
}
