//! The whole history as a streamed CSV file, with cells escaped against spreadsheet formulas.

use bytes::Bytes;
use futures_util::stream;
use serde_json::{Value, json};
use store::{AccountId, CacheUse, HistoryFilter, HistoryRow, Scope, Store};

use crate::{
    call::{context::Context, problem::Problem},
    endpoint::{Endpoint, FileReply, Method, Outcome, Spec},
    recipe::{answer::call_filter::CallFilter, table::csv, time::milliseconds},
    sandbox::sample::Sample,
};

/// Rows per read from the store.
const CHUNK_ROWS: usize = 1_000;
const HEADER: &str =
    "request_id,at,endpoint,status,credits,latency_ms,cache,resolved,key_id,outcome,code,asked";
/// Costs are kept in millionths of a dollar.
const MICROS_PER_DOLLAR: i64 = 1_000_000;
/// The column that only keys with the scope `operate` see.
const OPERATOR_HEADER: &str = ",upstream_cost_usd";

/// `GET /v1/me/history/export`
pub struct HistoryExport;

struct Export {
    store: Store,
    account: AccountId,
    filter: HistoryFilter,
    start: i64,
    before: Option<i64>,
    started: bool,
    done: bool,
    is_operator: bool,
}

impl Endpoint for HistoryExport {
    const SPEC: Spec = Spec {
        media: csv::MEDIA,
        ..Spec::own(
            "export_history",
            Method::Get,
            "/v1/me/history/export",
            Scope::Read,
            "Every call made, as a CSV file",
        )
    };
    type Request = CallFilter;
    type Answer = FileReply;

    async fn run(context: Context, calls: CallFilter) -> Result<Outcome<FileReply>, Problem> {
        context.services.history.settle(context.store()).await;
        let filter = calls.read(&context)?;
        let export = Export {
            store: context.store().clone(),
            account: context.account_id().to_owned(),
            start: context.store().history_start(context.account_id(), &filter)?,
            filter,
            before: None,
            started: false,
            done: false,
            is_operator: context.is_operator(),
        };
        let chunks = stream::unfold(export, |mut export| async move {
            let chunk = export.next_chunk()?;
            Some((chunk, export))
        });
        let name = "brimful-history.csv".into();
        Ok(Outcome::free(FileReply { name, media: csv::MEDIA, chunks: Box::pin(chunks) }))
    }

    fn example(_: &Sample) -> Value {
        json!({})
    }
}

impl Export {
    fn next_chunk(&mut self) -> Option<Result<Bytes, std::io::Error>> {
        if self.done {
            return None;
        }
        let rows =
            match self.store.history(&self.account, &self.filter, (self.start, self.before), CHUNK_ROWS) {
                Ok(rows) => rows,
                Err(error) => {
                    self.done = true;
                    return Some(Err(std::io::Error::other(error)));
                }
            };
        let mut text = String::new();
        if !std::mem::replace(&mut self.started, true) {
            text.push_str(HEADER);
            text.push_str(if self.is_operator { OPERATOR_HEADER } else { "" });
            text.push_str("\r\n");
        }
        rows.iter().for_each(|row| push_line(&mut text, row, self.is_operator));
        self.before = rows.last().map(|row| row.no);
        self.done = rows.len() < CHUNK_ROWS;
        Some(Ok(Bytes::from(text)))
    }
}

/// Vendor cost of a call in US dollars; empty if no vendor was called.
fn upstream_cost(row: &HistoryRow) -> String {
    let micros: i64 = row.upstream.iter().map(|call| call.cost_micros).sum();
    if row.upstream.is_empty() {
        String::new()
    } else {
        format!("{}.{:06}", micros / MICROS_PER_DOLLAR, micros % MICROS_PER_DOLLAR)
    }
}

fn push_line(text: &mut String, row: &HistoryRow, is_operator: bool) {
    let mut cells = vec![
        row.request_id.clone(),
        row.at.to_string(),
        row.endpoint.clone(),
        row.status.to_string(),
        row.credits.to_string(),
        milliseconds(row.latency_us).to_string(),
        row.cache.map(CacheUse::as_str).unwrap_or_default().to_owned(),
        row.resolved.to_string(),
        row.key_id.to_string(),
        row.outcome.as_str().to_owned(),
        row.code.clone().unwrap_or_default(),
        row.asked.clone().unwrap_or_default(),
    ];
    if is_operator {
        cells.push(upstream_cost(row));
    }
    csv::push_line(text, cells.iter().map(String::as_str));
}
