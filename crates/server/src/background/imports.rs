//! The task that imports files that operators sent, one after the other.

pub(crate) mod columns;
pub(crate) mod folder;

use std::{io, sync::Arc};

use engine::{FileImport, ImportError, ImportProgress, ImportRows};
use jiff::SignedDuration;
use sources::file::{RejectWriter, claims};
use store::IngestReport;

use self::folder::{ImportCounts, ImportNote, ImportOrder, ImportState};
use crate::{
    app::App,
    background::scheduler::{Next, TaskError},
};

/// Interval at which files past their time are looked for; a start of an import wakes the task.
pub const LOOK_EVERY: SignedDuration = SignedDuration::from_mins(10);
/// How long a file is kept that nobody starts to import.
const RECEIVED_KEPT: SignedDuration = SignedDuration::from_hours(24);
/// How long an import that is over is shown, and its rejected rows kept.
const ENDED_KEPT: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Task: imports the file that waits longest. One that was running when the process ended goes on first.
pub async fn work(app: Arc<App>) -> Result<Next, TaskError> {
    let notes = app.imports.notes()?;
    let now = app.clock.now();
    for note in &notes {
        let is_old = match note.state {
            ImportState::Received => note.received_at + RECEIVED_KEPT < now,
            ImportState::Done | ImportState::Failed => {
                note.ended_at.is_none_or(|ended| ended + ENDED_KEPT < now)
            }
            ImportState::Waiting | ImportState::Running => false,
        };
        if is_old {
            app.imports.remove(&note.id);
        }
    }
    let is_due = |note: &&ImportNote| matches!(note.state, ImportState::Waiting | ImportState::Running);
    let since =
        |note: &&ImportNote| (note.state != ImportState::Running, note.order.as_ref().map(|order| order.at));
    let Some(note) = notes.iter().filter(is_due).min_by_key(since).filter(|_| !app.is_draining()) else {
        return Ok(Next::Usual);
    };
    let Some(order) = note.order.clone() else { return Ok(Next::Usual) };
    app.imports.change(&note.id, |note| note.state = ImportState::Running)?;
    let ended = import(&app, note, &order).await;
    if matches!(ended, Err(ImportError::Stopped)) {
        // Unless it was removed, it stays as it is, and the next start of the server goes on with it.
        return Ok(if app.is_draining() { Next::Usual } else { Next::AtOnce });
    }
    let ended_at = Some(app.clock.now());
    let fault = ended.as_ref().err().map(ToString::to_string);
    if let Some(fault) = &fault {
        tracing::warn!(import = note.id, fault, "an import ended early");
    }
    app.imports.change(&note.id, |note| {
        note.state = if fault.is_none() { ImportState::Done } else { ImportState::Failed };
        (note.ended_at, note.fault) = (ended_at, fault);
    })?;
    if ended.is_ok() {
        app.imports.remove_rows(&note.id);
    }
    Ok(Next::AtOnce)
}

/// Files the rows of an import from the first that is not filed.
async fn import(app: &Arc<App>, note: &ImportNote, order: &ImportOrder) -> Result<(), ImportError> {
    let failed = |source| ImportError::Position { path: note.name.clone().into(), source };
    let gone = || failed(io::Error::new(io::ErrorKind::NotFound, "the file is gone; send it again"));
    let path = app.imports.rows(&note.id).ok_or_else(gone)?;
    let rejected = app.imports.rejects(&note.id).ok_or_else(gone)?;
    let position = app.imports.position(note).ok_or_else(gone)?;
    let after = position.rows(&app.store)?;
    let mut reader = columns::open(&path)?;
    let mapping = columns::mapping(&mut reader, order.subject.into(), order.columns.as_ref())?;
    reader.skip(after)?;
    if after == 0 {
        folder::private_file(&rejected).map_err(failed)?;
    }
    let import = FileImport {
        rejects: RejectWriter::new(&rejected, reader.original_columns()).appending(after > 0),
        rows: ImportRows::Records(Box::new(claims(reader, mapping, &order.source, note.received_at)?)),
        position: Some(position),
        after,
        alone: false,
    };
    let fingerprint = import.position.as_ref().map(|position| position.fingerprint().to_owned());
    let before = if after > 0 { note.counts } else { ImportCounts::default() };
    let kept = Kept { app: app.clone(), id: note.id.clone(), before, is_removed: false };
    let ended = import.run(&app.store, kept).await;
    if let (Err(ImportError::Stopped), Some(position), None) =
        (&ended, fingerprint, app.imports.note(&note.id))
    {
        // It was removed, and nobody goes on with it.
        app.store.forget_import_position(position).await?;
    }
    ended?;
    // Read back, because rows that were rejected before a restart count as well.
    let count = tokio::task::spawn_blocking(move || Ok(folder::rows_of(&rejected)?.count()));
    let count = count.await.map_err(|_| ImportError::BrokeOff)?.map_err(failed)?;
    if count == 0 {
        app.imports.remove_rejects(&note.id);
    }
    app.imports.change(&note.id, |note| note.counts.rejected = count as u64).map_err(failed)?;
    Ok(())
}

/// Writes down how far an import is.
struct Kept {
    app: Arc<App>,
    id: String,
    /// What the rows before a restart came to.
    before: ImportCounts,
    /// Whether an operator has removed the import, which stops it.
    is_removed: bool,
}

impl ImportProgress for Kept {
    async fn filed(&mut self, rows: u64, report: &IngestReport) {
        let counts = self.before.with(report);
        let kept = self.app.imports.change(&self.id, |note| (note.rows, note.counts) = (rows, counts));
        match kept {
            Ok(note) => self.is_removed = note.is_none(),
            Err(error) => tracing::warn!(%error, "how far an import is cannot be written down"),
        }
    }

    fn is_stopping(&self) -> bool {
        self.is_removed || self.app.is_draining()
    }
}
