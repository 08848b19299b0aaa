//! Imports of files: one thread reads rows and prepares claims, another writes them, and how far it came is kept with them.

pub(crate) mod position;

use std::{
    future::Future,
    sync::{Arc, mpsc},
};

use jiff::Timestamp;
use records::Claim;
use sources::file::{ClaimCounts, ClaimReader, FileError, Reject, RejectWriter, SignalClaims};
use store::{FilePart, FileParts, IngestReport, PreparedClaims, Store, StoreError};

use self::position::FilePosition;

/// Claims that are prepared together, and that one transaction files at most.
struct Sizes {
    part: usize,
    transaction: usize,
}

/// Without a running server: many in a transaction, because each costs something of its own, but no more than their pages fit
/// into the store's cache, and few enough that the index has something to follow.
const ALONE: Sizes = Sizes { part: 2_000, transaction: 20_000 };
/// While a server runs: few, because each transaction blocks its writes. While it answers calls, a transaction files one part.
const BESIDE_SERVER: Sizes = Sizes { part: 50, transaction: 500 };
/// In a shared database, where paid calls do not wait for a change of records: what a part looks up is read with a few
/// statements, each of which is a round trip.
const SHARED: Sizes = Sizes { part: 1_000, transaction: 4_000 };
/// Batches prepared ahead of the one being written.
const PARTS_AHEAD: usize = 12;

/// Why an import ended early. What it has filed stays, and it goes on from there.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file could not be read, or the rejected rows not be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file could not be opened to tell it from others.
    #[error("cannot read {path}: {source}")]
    Position {
        /// The file.
        path: std::path::PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The reading thread panicked.
    #[error("reading the file broke off")]
    BrokeOff,
    /// The process is about to end.
    #[error("the import was stopped")]
    Stopped,
}

/// The claims of a file, whatever it is about.
pub enum ImportRows {
    /// People or companies.
    Records(Box<ClaimReader>),
    /// Events.
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

/// A file that is about to be imported.
pub struct FileImport {
    /// Its rows from the first that is not filed.
    pub rows: ImportRows,
    /// Takes rows without a claim.
    pub rejects: RejectWriter,
    /// What tells it from other files; none if it cannot be read again.
    pub position: Option<FilePosition>,
    /// Rows that were read before.
    pub after: u64,
    /// Whether no server runs on the store.
    pub alone: bool,
}

/// Result of one file.
#[derive(Debug, Clone)]
pub struct ImportedFile {
    /// Statistics of its rows.
    pub rows: ClaimCounts,
    /// What its claims changed.
    pub filed: IngestReport,
    /// Rows written to the file of rejected rows.
    pub rejected: u64,
}

/// Progress of an import while it runs.
pub trait ImportProgress: Send {
    /// So many rows of the file are filed, with what that changed since the start.
    fn filed(&mut self, rows: u64, report: &IngestReport) -> impl Future<Output = ()> + Send;

    /// Whether to stop after the transaction that has just ended.
    fn is_stopping(&self) -> bool;
}

impl FileImport {
    /// Stores every claim and writes rows without one to the rejects file.
    pub async fn run(
        self,
        store: &Store,
        mut progress: impl ImportProgress,
    ) -> Result<ImportedFile, ImportError> {
        let Self { rows, rejects, position, after, alone } = self;
        let (parts, ready) = mpsc::sync_channel(PARTS_AHEAD);
        let Sizes { part: part_claims, transaction: claims_max } = match (alone, store.is_shared()) {
            (true, _) => ALONE,
            (false, true) => SHARED,
            (false, false) => BESIDE_SERVER,
        };
        let place = position.clone();
        let reading =
            tokio::task::spawn_blocking(move || read_all(rows, rejects, &parts, part_claims, after, place));
        let mut filed = IngestReport::default();
        progress.filed(after, &filed).await;
        // A small first batch, so that progress shows early.
        let (mut together, mut open) =
            (part_claims, Some(if alone { FileParts::alone(ready) } else { FileParts::new(ready) }));
        while let Some(ready) = open.take() {
            let some = store.ingest_parts(ready, together).await?;
            filed += some.report;
            if let Some(rows) = some.rows {
                progress.filed(rows, &filed).await;
            }
            together = if some.beside_calls { part_claims } else { (together * 2).min(claims_max) };
            open = some.more;
            if progress.is_stopping() && open.is_some() {
                // The reading thread ends when it finds that nobody takes its parts.
                drop(open);
                let _ = reading.await;
                return Err(ImportError::Stopped);
            }
            tokio::time::sleep(some.pause).await;
        }
        let (rows, rejected) = reading.await.map_err(|_| ImportError::BrokeOff)??;
        if let Some(position) = position {
            position.forget(store).await?;
        }
        Ok(ImportedFile { rows, filed, rejected })
    }
}

fn read_all(
    mut rows: ImportRows,
    mut rejects: RejectWriter,
    parts: &mpsc::SyncSender<FilePart>,
    part_claims: usize,
    after: u64,
    position: Option<FilePosition>,
) -> Result<(ClaimCounts, u64), ImportError> {
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
