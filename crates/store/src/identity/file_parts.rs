//! Filing a file part by part, while its rows are still being read.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError},
    },
    time::{Duration, Instant},
};

use crate::{
    ImportPosition, IngestReport, PreparedClaims, Store,
    identity::{filing::Filing, import_position, ingest::Batch, key_index::KeyIndex},
    sql::{Result, Sql, scope::Scope},
};

/// How long the writer waits for the next part of a file before it commits and other writes run.
const WAIT_FOR_PART: Duration = Duration::from_millis(100);
/// Pause between two transactions, so that other writers can begin theirs.
const PAUSE: Duration = Duration::from_millis(3);
/// The same while calls are answered, as a multiple of the time that the last transaction took: an import then holds the
/// write lock for at most three tenths of the time.
const PAUSE_BESIDE_CALLS: f64 = 7.0 / 3.0;

/// A part of a file.
pub struct FilePart {
    /// The claims of its rows. Shared, so that the thread that made them can also free them.
    pub claims: Arc<PreparedClaims>,
    /// Rows of the file that were read with it.
    pub rows: u64,
    /// The position to store; `None` for input that cannot be read again.
    pub position: Option<ImportPosition>,
}

/// Parts of a file, as they are prepared.
pub struct FileParts {
    prepared: Receiver<FilePart>,
    is_alone: bool,
    /// Whether all of them are filed, and only the pending log remains to be applied.
    is_over: bool,
    key_index: Option<KeyIndex>,
    /// The last call in the history before the last transaction.
    last_call: Option<i64>,
}

impl FileParts {
    /// Parts of a file while others use the store: look-ups see the new records after each transaction.
    pub fn new(prepared: Receiver<FilePart>) -> Self {
        Self { prepared, is_alone: false, is_over: false, key_index: None, last_call: None }
    }

    /// Parts of an import that owns the folder. Key-index entries are applied after the last part, so look-ups by key
    /// see the new records only then.
    pub fn alone(prepared: Receiver<FilePart>) -> Self {
        Self { is_alone: true, ..Self::new(prepared) }
    }
}

/// The result of filing some parts of a file.
pub struct PartsFiled {
    /// Counts of what they changed.
    pub report: IngestReport,
    /// Rows of the file that were read with them; nothing if there was no part.
    pub rows: Option<u64>,
    /// The parts that are still to come; nothing when all of the file is filed.
    pub more: Option<FileParts>,
    /// Whether calls were answered since the transaction before.
    pub beside_calls: bool,
    /// How long the next transaction should wait, so that calls do not.
    pub pause: Duration,
}

/// Whether calls were recorded since this was last asked; so it is taken to be the first time.
fn calls_were_answered(sql: &mut dyn Sql, last: &mut Option<i64>) -> Result<bool> {
    let newest = "SELECT COALESCE(MAX(no), 0) FROM history";
    let newest = sql.first(newest, &[], |row| row.int(0))?;
    Ok(std::mem::replace(last, newest).is_none_or(|before| newest.is_some_and(|newest| newest > before)))
}

impl Store {
    /// Files parts of a file as they are prepared, about `claims_max` claims, and stores the position, in one
    /// transaction. Returns the parts while more are to come.
    pub async fn ingest_parts(&self, mut parts: FileParts, claims_max: usize) -> Result<PartsFiled> {
        let clock = self.clock.clone();
        self.write_in(Scope::Records, move |sql| {
            let began = Instant::now();
            let beside_calls = !parts.is_alone && calls_were_answered(sql, &mut parts.last_call)?;
            let pause = || if beside_calls { began.elapsed().mul_f64(PAUSE_BESIDE_CALLS) } else { PAUSE };
            if parts.is_over || parts.key_index.as_ref().is_some_and(KeyIndex::needs_flush) {
                // In its own transaction, so that readers of the change feed see the last rows meanwhile.
                let report = IngestReport::default();
                parts.key_index = KeyIndex::apply_log(sql, parts.key_index.take())?;
                let more = (!parts.is_over).then_some(parts);
                return Ok(PartsFiled { report, rows: None, more, beside_calls, pause: pause() });
            }
            let filing = match parts.is_alone {
                true => Filing::resume(sql, parts.key_index.take())?,
                false => Filing::begin(sql)?,
            };
            let filing = filing.learned_at(clock.now());
            let (mut batch, mut filed, mut reached) = (Batch::begin(sql, filing)?, 0, None);
            let mut is_end = false;
            while filed < claims_max && !is_end {
                match parts.prepared.recv_timeout(WAIT_FOR_PART) {
                    Ok(part) => {
                        batch.file(sql, &part.claims)?;
                        filed += part.claims.0.len();
                        reached = Some((part.rows, part.position));
                    }
                    Err(RecvTimeoutError::Disconnected) => is_end = true,
                    // The file reader is behind the writer. Commit what has arrived, so that other writers are not
                    // blocked.
                    Err(RecvTimeoutError::Timeout) => break,
                }
            }
            if let Some((_, Some(position))) = &reached {
                import_position::keep(sql, position)?;
            }
            let (report, rows) = (batch.report, reached.map(|(rows, _)| rows));
            if parts.is_alone {
                parts.key_index = Some(batch.filing.pause(sql)?);
                parts.is_over = is_end;
                return Ok(PartsFiled { report, rows, more: Some(parts), beside_calls, pause: pause() });
            }
            batch.filing.finish(sql)?;
            let more = (!is_end).then_some(parts);
            Ok(PartsFiled { report, rows, more, beside_calls, pause: pause() })
        })
        .await
    }

    /// Applies the pending log that an interrupted import left, as opening a store does.
    pub async fn end_imports(&self) -> Result<()> {
        self.write_in(Scope::Records, |sql| KeyIndex::apply_log(sql, None).map(drop)).await
    }
}
