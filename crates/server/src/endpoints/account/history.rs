//! The account's call history: what was asked, how it ended, what it cost.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{Credits, Scope};

use crate::{
    call::{context::Context, cursor, problem::Problem},
    endpoint::{Endpoint, Method, Outcome, Spec},
    recipe::{
        PAGE_DEFAULT, PAGE_MAX,
        answer::{
            call::{CallNames, HistoryView},
            call_filter::CallFilter,
        },
        time::milliseconds,
    },
    sandbox::sample::Sample,
};

/// `GET /v1/me/history`
pub struct History;

/// Filter and page of the call history.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct HistoryRequest {
    /// Filter for the calls.
    #[serde(flatten)]
    pub calls: CallFilter,
    /// Rows per page.
    #[schemars(range(min = 1, max = PAGE_MAX))]
    pub limit: Option<u32>,
    /// `next_cursor` of the previous page.
    #[schemars(length(min = 1, max = 1000))]
    pub cursor: Option<String>,
}

/// A page of history.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HistoryAnswer {
    /// Newest first.
    pub results: Vec<HistoryView>,
    /// Totals over all calls that match the filter.
    pub summary: SummaryView,
    /// Cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// Totals over calls.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SummaryView {
    /// Number of calls.
    pub requests: u64,
    /// Credits charged.
    pub credits: Credits,
    /// Items resolved.
    pub resolved: u64,
    /// Calls answered entirely from stored records.
    pub cache_hits: u64,
    /// Mean latency per call in milliseconds.
    pub mean_latency_ms: f64,
}

impl Endpoint for History {
    const SPEC: Spec = Spec::own(
        "history",
        Method::Get,
        "/v1/me/history",
        Scope::Read,
        "Every call made: what was asked, how it ended, credits, latency and cache use",
    );
    type Request = HistoryRequest;
    type Answer = HistoryAnswer;

    async fn run(context: Context, request: HistoryRequest) -> Result<Outcome<HistoryAnswer>, Problem> {
        context.services.history.settle(context.store()).await;
        let filter = request.calls.read(&context)?;
        let position = request.cursor.map(|cursor| cursor::decode(&context, &cursor)).transpose()?;
        // Where the pages end is worked out for the first of them, and carried by the cursor.
        let (before, start) = match position.as_deref().map(|position| position.split_once(' ')) {
            Some(Some((before, start))) => (cursor::number(Some(before))?, cursor::number(Some(start))?),
            // A cursor of an earlier version, or none.
            _ => (cursor::number(position.as_deref())?, None),
        };
        let start = match start {
            Some(start) => start,
            None => context.store().history_start(context.account_id(), &filter)?,
        };
        let limit = request.limit.unwrap_or(PAGE_DEFAULT) as usize;
        let range = (start, before);
        let mut rows = context.store().history(context.account_id(), &filter, range, limit + 1)?;
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next =
            rows.last().filter(|_| more).map(|row| cursor::encode(&context, &format!("{} {start}", row.no)));
        let names = CallNames::of(&context)?;
        let summary = context.store().history_summary(context.account_id(), &filter)?;
        Ok(Outcome::free(HistoryAnswer {
            results: rows.into_iter().map(|row| names.view(row)).collect(),
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
