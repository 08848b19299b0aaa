//! Two-stage import: one thread reads rows and prepares claims, another writes them.

use std::{
    io::IsTerminal,
    sync::{Arc, mpsc},
};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;
use records::Claim;
use sources::file::{ClaimCounts, ClaimReader, FileError, Reject, RejectWriter, SignalClaims};
use store::{FilePart, FileParts, IngestReport, PreparedClaims, Store};

use super::position::FilePosition;

/// Claims per prepared batch.
const PART_CLAIMS: usize = 2_000;
/// The same while a server runs, which is also the size of a transaction while it answers calls: small, because each
/// transaction blocks the server's writes.
const PART_BESIDE_SERVER: usize = 50;
/// Claims per transaction while a server runs and answers no calls.
const BATCH_BESIDE_SERVER: usize = 500;
/// Claims per transaction without a running server: many, because each transaction costs something of its own, but no
/// more than their pages fit into the store's cache, and few enough that the index has something to follow.
const BATCH_CLAIMS: usize = 20_000;
/// Batches prepared ahead of the one being written.
const PARTS_AHEAD: usize = 12;

/// The claims of a file, whatever it is about.
pub(super) enum ImportRows {
    Records(Box<ClaimReader>),
    Signals(Box<SignalClaims>),
}

impl ImportRows {
    fn next(&mut self) -> Option<Result<Claim, Reject>> {
        match self {
            Self::Records(rows) => rows.next(),
            Self::Signals(rows) => rows.next(),
        }
    }

    fn finish(self) -> Result<ClaimCounts, FileError> {
        match self {
            Self::Records(rows) => rows.finish(),
            Self::Signals(rows) => rows.finish(),
        }
    }
}

/// Result of one file.
pub(super) struct Filed {
    pub(super) rows: ClaimCounts,
    pub(super) filed: IngestReport,
    pub(super) rejected: u64,
}

/// Stores every claim and writes rows without one to the rejects file. `after` rows were read before; `alone` means that
/// no server runs on the store.
pub(super) async fn file_all(
    rows: ImportRows,
    rejects: RejectWriter,
    store: &Store,
    position: Option<FilePosition>,
    after: u64,
    alone: bool,
) -> anyhow::Result<Filed> {
    let (parts, ready) = mpsc::sync_channel(PARTS_AHEAD);
    let (part_claims, batch_max) =
        if alone { (PART_CLAIMS, BATCH_CLAIMS) } else { (PART_BESIDE_SERVER, BATCH_BESIDE_SERVER) };
    let place = position.clone();
    let reading =
        tokio::task::spawn_blocking(move || read_all(rows, rejects, &parts, part_claims, after, place));
    let (bar, mut filed) = (progress(), IngestReport::default());
    bar.set_position(after);
    // A small first batch, so that progress shows early.
    let (mut together, mut open) =
        (part_claims, Some(if alone { FileParts::alone(ready) } else { FileParts::new(ready) }));
    while let Some(ready) = open.take() {
        let some = store.ingest_parts(ready, together).await?;
        filed += some.report;
        some.rows.into_iter().for_each(|rows| bar.set_position(rows));
        together = if some.beside_calls { part_claims } else { (together * 2).min(batch_max) };
        open = some.more;
        tokio::time::sleep(some.pause).await;
    }
    bar.finish_and_clear();
    let (rows, rejected) = reading.await.context("reading the file broke off")??;
    if let Some(position) = position {
        position.forget(store).await?;
    }
    Ok(Filed { rows, filed, rejected })
}

fn read_all(
    mut rows: ImportRows,
    mut rejects: RejectWriter,
    parts: &mpsc::SyncSender<FilePart>,
    part_claims: usize,
    after: u64,
    position: Option<FilePosition>,
) -> anyhow::Result<(ClaimCounts, u64)> {
    let mut read = after;
    let mut open: Vec<Arc<PreparedClaims>> = Vec::new();
    loop {
        let mut claims = Vec::with_capacity(part_claims);
        let mut is_end = false;
        while claims.len() < part_claims && !is_end {
            match rows.next() {
                Some(Ok(claim)) => claims.push(claim),
                Some(Err(reject)) => rejects.write(&reject)?,
                None => is_end = true,
            }
            read += u64::from(!is_end);
        }
        // Rejected rows are flushed before the position is stored, so that a resumed import does not lose them.
        rejects.flush()?;
        let position = position.as_ref().map(|position| position.at(read, Timestamp::now()));
        let claims = Arc::new(PreparedClaims::new(claims)?);
        // Dropped on the reading thread, because the writing thread is the bottleneck.
        open.retain(|filed| Arc::strong_count(filed) > 1);
        open.push(claims.clone());
        let part = FilePart { claims, rows: read, position };
        if parts.send(part).is_err() || is_end {
            // The receiver is gone: the writer has failed and reports its own error.
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
