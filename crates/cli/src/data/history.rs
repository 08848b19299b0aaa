//! `brimful history`: calls of past months, exported and dropped.

use std::{
    io::{self, BufWriter, Write},
    process::ExitCode,
    time::Duration,
};

use anyhow::bail;
use clap::Subcommand;
use jiff::Timestamp;
use serde_json::{Value, json};
use store::{AccountId, CacheUse, Clock, HistoryPosition, HistoryRow, Store, next_month};

use crate::{
    operate::{accounts::find_account, log::logged},
    output::Output,
    storage::DataOption,
};

/// Calls read per batch.
const PAGE: usize = 500;
/// Calls deleted per transaction: bounds how long a call of a customer waits for it.
const DROPPED_AT_ONCE: usize = 500;
/// Pause after a transaction, so that the server can write: as long as the transaction took, and at least this.
const PAUSE_MIN: Duration = Duration::from_millis(5);
/// What a drop is called in the audit log.
const DROP: &str = "drop_history";
const COLUMNS: [&str; 18] = [
    "account_id",
    "request_id",
    "at",
    "endpoint",
    "key_id",
    "status",
    "outcome",
    "code",
    "credits",
    "refunded",
    "latency_us",
    "cache",
    "resolved",
    "replays",
    "asked",
    "found",
    "charge",
    "upstream",
];
/// Columns of amounts and counts, which may begin with a minus; other cells may be taken for formulas.
const NUMBERS: [&str; 5] = ["status", "credits", "refunded", "latency_us", "resolved"];

#[derive(Subcommand)]
pub(crate) enum HistoryCommand {
    /// Write the calls of a month as jsonl or csv, account by account, oldest first
    Export {
        /// Month in UTC, such as 2026-09
        #[arg(long, value_name = "MONTH", value_parser = month)]
        month: Timestamp,
        /// Calls of one account, by id or email [default: of all accounts]
        #[arg(long, value_name = "ACCOUNT")]
        account: Option<String>,
        /// Write csv
        #[arg(long)]
        csv: bool,
        #[command(flatten)]
        data: DataOption,
    },
    /// Delete the calls of all months before one; the ledger keeps every charge
    Drop {
        /// First month that is kept, such as 2026-09
        #[arg(long, value_name = "MONTH", value_parser = month)]
        before: Timestamp,
        #[command(flatten)]
        data: DataOption,
    },
}

/// The first moment of a month in UTC.
fn month(text: &str) -> Result<Timestamp, String> {
    let is_month = text.len() == "2026-09".len();
    let first = is_month.then(|| format!("{text}-01T00:00:00Z").parse().ok()).flatten();
    first.ok_or_else(|| "a month is a year and a number, such as 2026-09".to_owned())
}

impl HistoryCommand {
    pub(crate) async fn run(self, output: Output) -> anyhow::Result<ExitCode> {
        match self {
            Self::Export { month, account, csv, data } => {
                let store = data.open_existing()?;
                let accounts = match account {
                    Some(account) => vec![find_account(&store, &account)?.id],
                    None => store.accounts()?.into_iter().map(|account| account.id).collect(),
                };
                let dropped =
                    || store.history_dropped_before().map(|day| day.filter(|dropped| month < *dropped));
                if let Some(dropped) = dropped()? {
                    bail!("the history from before {} was dropped", day(dropped));
                }
                let months = (month, next_month(month));
                match export(&store, &accounts, months, csv) {
                    // A closed pipe ends the export without an error.
                    Err(error) if is_broken_pipe(&error) => {}
                    other => other?,
                }
                if dropped()?.is_some() {
                    bail!(
                        "the month was dropped while it was exported, so that calls are missing in this file"
                    );
                }
            }
            Self::Drop { before, data } => {
                let store = data.open_existing()?;
                let calls = logged(&store, DROP, None, drop_before(&store, before)).await?;
                let kept_from = day(before);
                output.print(&json!({ "calls": calls, "before": before }), || {
                    format!("{calls} calls from before {kept_from} were dropped")
                })?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The day of a time, in UTC.
fn day(time: Timestamp) -> String {
    time.strftime("%Y-%m-%d").to_string()
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

async fn drop_before(store: &Store, before: Timestamp) -> anyhow::Result<u64> {
    let (mut account, mut calls) = (AccountId::from(""), 0);
    loop {
        let began = std::time::Instant::now();
        let dropped = store.drop_history(before, Clock::System.now(), &account, DROPPED_AT_ONCE).await?;
        let Some(dropped) = dropped else { return Ok(calls) };
        calls += dropped.calls as u64;
        account = dropped.account;
        tokio::time::sleep(began.elapsed().max(PAUSE_MIN)).await;
    }
}

/// Writes calls page by page, so that memory does not grow with the month.
fn export(
    store: &Store,
    accounts: &[AccountId],
    months: (Timestamp, Timestamp),
    csv: bool,
) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    if csv {
        out.write_all(&csv_line(COLUMNS.map(str::to_owned))?)?;
    }
    for account in accounts {
        let mut after = None;
        loop {
            let rows = store.history_between(account, months, after, PAGE)?;
            for row in &rows {
                let call = call(account, row);
                match csv {
                    true => out.write_all(&csv_line(COLUMNS.map(|column| cell(column, &call[column])))?)?,
                    false => {
                        serde_json::to_writer(&mut out, &call).map_err(io::Error::from)?;
                        out.write_all(b"\n")?;
                    }
                }
            }
            after = rows.last().map(|row| HistoryPosition { at: row.at, no: row.no });
            if rows.len() < PAGE {
                break;
            }
        }
    }
    out.flush()?;
    Ok(())
}

/// A call as an object of [`COLUMNS`].
fn call(account: &AccountId, row: &HistoryRow) -> Value {
    // What was asked is JSON as it was shortened to be kept.
    let asked =
        row.asked.as_deref().map(|asked| serde_json::from_str(asked).unwrap_or_else(|_| json!(asked)));
    json!({
        "account_id": account,
        "request_id": row.request_id,
        "at": row.at,
        "endpoint": row.endpoint,
        "key_id": row.key_id,
        "status": row.status,
        "outcome": row.outcome.as_str(),
        "code": row.code,
        "credits": row.credits,
        "refunded": row.refunded,
        "latency_us": row.latency_us,
        "cache": row.cache.map(CacheUse::as_str),
        "resolved": row.resolved,
        "replays": row.replays,
        "asked": asked,
        "found": row.found,
        "charge": row.lines,
        "upstream": row.upstream,
    })
}

/// A value as a cell of csv: texts as they are, lists and objects as JSON. One that a spreadsheet would take for a formula
/// begins with an apostrophe.
fn cell(column: &str, value: &Value) -> String {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => String::new(),
        other => other.to_string(),
    };
    let is_risky = !NUMBERS.contains(&column) && text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_risky { format!("'{text}") } else { text }
}

fn csv_line(cells: [String; COLUMNS.len()]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(cells)?;
    Ok(writer.into_inner()?)
}
