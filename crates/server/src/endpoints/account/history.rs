//! Every call the account made, and what it cost.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{CacheUse, Credits, HistoryFilter, HistoryRow, Scope, UpstreamCallView};

use crate::{
    call::{context::Context, cursor, problem::Problem},
    endpoint::{Endpoint, Method, Outcome, Spec},
    sandbox::sample::Sample,
};

/// Rows of a page that names no limit.
pub const PAGE_DEFAULT: u32 = 25;
/// Rows of a page at most.
pub const PAGE_MAX: u32 = 100;

/// `GET /v1/me/history`
pub struct History;

/// Which calls, and which page of them.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct HistoryRequest {
    /// Which calls.
    #[serde(flatten)]
    pub calls: CallFilter,
    /// Rows a page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the page before.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

/// Which calls.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct CallFilter {
    /// At or after this time.
    pub since: Option<Timestamp>,
    /// Before this time.
    pub until: Option<Timestamp>,
    /// Of this endpoint, by its operation id such as `enrich`.
    #[schemars(length(min = 1, max = 60))]
    pub endpoint: Option<String>,
    /// With this status.
    #[schemars(range(min = 100, max = 599))]
    pub status: Option<u16>,
}

impl From<CallFilter> for HistoryFilter {
    fn from(calls: CallFilter) -> Self {
        Self { since: calls.since, until: calls.until, endpoint: calls.endpoint, status: calls.status }
    }
}

/// A page of history.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HistoryAnswer {
    /// Newest first.
    pub results: Vec<HistoryView>,
    /// What all calls of the filter add up to.
    pub summary: SummaryView,
    /// Where the next page starts; null at the end.
    pub next_cursor: Option<String>,
}

/// One call.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HistoryView {
    /// Request id, as in `X-Request-Id`.
    pub request_id: String,
    /// When it came in.
    pub at: Timestamp,
    /// Endpoint.
    pub endpoint: String,
    /// Status.
    pub status: u16,
    /// Credits charged.
    pub credits: Credits,
    /// Credits of these that were given back; absent when none were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunded: Option<Credits>,
    /// How long it took.
    pub latency_ms: f64,
    /// Whether it was known already.
    pub cache: CacheUse,
    /// Items resolved.
    pub resolved: u64,
    /// Vendors and websites that were asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub upstream: Vec<UpstreamCallView>,
}

/// What calls add up to.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SummaryView {
    /// Calls.
    pub requests: u64,
    /// Credits charged.
    pub credits: Credits,
    /// Items resolved.
    pub resolved: u64,
    /// Calls answered from what was known.
    pub cache_hits: u64,
    /// Mean time per call.
    pub mean_latency_ms: f64,
}

impl HistoryView {
    /// A row as an operator or as a customer sees it.
    pub fn of(row: HistoryRow, is_operator: bool) -> Self {
        Self {
            request_id: row.request_id,
            at: row.at,
            endpoint: row.endpoint,
            status: row.status,
            credits: row.credits,
            refunded: (row.refunded > Credits::ZERO).then_some(row.refunded),
            latency_ms: milliseconds(row.latency_us),
            cache: row.cache,
            resolved: row.resolved,
            upstream: row.upstream.into_iter().map(|asked| asked.view(is_operator)).collect(),
        }
    }
}

/// Microseconds as they are told.
pub fn milliseconds(microseconds: i64) -> f64 {
    microseconds as f64 / 1000.0
}

impl Endpoint for History {
    const SPEC: Spec = Spec::own(
        "history",
        Method::Get,
        "/v1/me/history",
        Scope::Read,
        "Every call made, with credits, latency and cache use",
    );
    type Request = HistoryRequest;
    type Answer = HistoryAnswer;

    async fn run(context: Context, request: HistoryRequest) -> Result<Outcome<HistoryAnswer>, Problem> {
        let filter = HistoryFilter::from(request.calls);
        let question = format!("{}{filter:?}", context.account_id());
        let before = request.cursor.map(|cursor| cursor::decode(&context, &question, &cursor)).transpose()?;
        let before = cursor::number(before.as_deref())?;
        let limit = request.limit.unwrap_or(PAGE_DEFAULT) as usize;
        let mut rows = context.store().history(context.account_id(), &filter, before, limit + 1)?;
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next =
            rows.last().filter(|_| more).map(|row| cursor::encode(&context, &question, &row.no.to_string()));
        let is_operator = context.is_operator();
        let summary = context.store().history_summary(context.account_id(), &filter)?;
        Ok(Outcome::free(HistoryAnswer {
            results: rows.into_iter().map(|row| HistoryView::of(row, is_operator)).collect(),
            summary: SummaryView {
                requests: summary.requests,
                credits: summary.credits,
                resolved: summary.resolved,
                cache_hits: summary.cache_hits,
                mean_latency_ms: milliseconds(summary.mean_latency_us),
            },
            next_cursor: next,
        }))
    }

    fn example(_: &Sample) -> Value {
        json!({ "limit": 10 })
    }
}
