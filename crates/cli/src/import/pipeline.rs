//! Reading and filing side by side: one thread reads rows and makes claims ready, another files them.

use std::io::IsTerminal;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;
use records::Claim;
use sources::file::{Claims, Counts, FileError, Reject, RejectWriter, SignalClaims};
use store::{IngestReport, ReadyClaims, Store};
use tokio::sync::mpsc;

use super::position::Position;

/// Claims filed in one transaction. Many, because each transaction writes every page it touches, and most keys lie on
/// pages of their own.
const BATCH_CLAIMS: usize = 4_000;
/// Batches made ready ahead of the one being filed.
const BATCHES_AHEAD: usize = 1;

/// The claims of a file, whatever it is about.
pub(super) enum Rows {
    Records(Box<Claims>),
    Signals(Box<SignalClaims>),
}

impl Rows {
    fn next(&mut self) -> Option<Result<Claim, Reject>> {
        match self {
            Self::Records(rows) => rows.next(),
            Self::Signals(rows) => rows.next(),
        }
    }

    fn finish(self) -> Result<Counts, FileError> {
        match self {
            Self::Records(rows) => rows.finish(),
            Self::Signals(rows) => rows.finish(),
        }
    }
}

/// What became of a file.
pub(super) struct Filed {
    pub(super) rows: Counts,
    pub(super) filed: IngestReport,
    pub(super) rejected: u64,
}

/// Claims of some rows, and how many rows of the file have been read with them.
struct Batch {
    claims: ReadyClaims,
    rows: u64,
}

/// Files every claim and writes down every row that makes none. `after` rows were read before.
pub(super) async fn file_all(
    rows: Rows,
    rejects: RejectWriter,
    store: &Store,
    position: Option<Position>,
    after: u64,
) -> anyhow::Result<Filed> {
    let (batches, mut ready) = mpsc::channel(BATCHES_AHEAD);
    let reading = tokio::task::spawn_blocking(move || read_all(rows, rejects, &batches, after));
    let (bar, mut filed) = (progress(), IngestReport::default());
    bar.set_position(after);
    while let Some(Batch { claims, rows }) = ready.recv().await {
        let reached = position.as_ref().map(|position| position.at(rows, Timestamp::now()));
        filed += store.ingest_ready(claims, reached).await?;
        bar.set_position(rows);
    }
    bar.finish_and_clear();
    let (rows, rejected) = reading.await.context("reading the file broke off")??;
    if let Some(position) = position {
        position.forget(store).await?;
    }
    Ok(Filed { rows, filed, rejected })
}

fn read_all(
    mut rows: Rows,
    mut rejects: RejectWriter,
    batches: &mpsc::Sender<Batch>,
    after: u64,
) -> anyhow::Result<(Counts, u64)> {
    let mut read = after;
    loop {
        let mut claims = Vec::with_capacity(BATCH_CLAIMS);
        let mut is_end = false;
        while claims.len() < BATCH_CLAIMS && !is_end {
            match rows.next() {
                Some(Ok(claim)) => claims.push(claim),
                Some(Err(reject)) => rejects.write(&reject)?,
                None => is_end = true,
            }
            read += u64::from(!is_end);
        }
        // Whoever resumes after these rows must find those that were rejected written down.
        rejects.flush()?;
        let batch = Batch { claims: ReadyClaims::new(claims)?, rows: read };
        if batches.blocking_send(batch).is_err() || is_end {
            // Nobody takes them any more: filing has failed, and tells why itself.
            break;
        }
    }
    let rejected = rejects.finish()?;
    Ok((rows.finish()?, rejected))
}

fn progress() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    ProgressBar::new_spinner().with_style(
        ProgressStyle::with_template("{spinner} {human_pos} rows, {per_sec}, {elapsed}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner()),
    )
}
