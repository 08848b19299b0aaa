//! An erasure as a durable job: begun, carried out in small steps, and gone on with after a crash.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use jiff::Timestamp;
use records::identifier::{Identifier, IdentifierKind};
use serde::{Deserialize, Serialize};

use super::{finder::Finder, sweep, trace::Trace};
use crate::privacy::erase::target::{Erased, ErasureTarget};
use crate::{
    NewSuppression, Store,
    privacy::compaction::{self, request_compaction},
    sql::{Result, Sql, StoreError, params, scope::Scope},
    subjects::codec::{decode, encode},
};

/// Passes over all tables until one finds nothing: others write meanwhile.
const PASSES_MAX: usize = 4;
/// How often an erasure shows that it is alive.
const BEAT_EVERY: Duration = Duration::from_millis(500);

/// The word for a record's id, beside the words of identifiers.
const RECORD: &str = "id";

/// One part of an erasure, as it is stored.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct ErasurePart {
    /// The targets: kind and value of each identifier. Only the first part has them.
    targets: Vec<(String, String)>,
    /// The entry of the suppression list that keeps them out.
    entry: Option<String>,
    /// When it was requested, in microseconds.
    at: i64,
    /// What the records that this part has removed are recognised by.
    trace: Trace,
}

impl ErasurePart {
    fn first(targets: &[ErasureTarget], entry: Option<&NewSuppression>, at: i64) -> Self {
        let named = |target: &ErasureTarget| match target {
            ErasureTarget::Identifier(one) => (one.kind().as_str().to_owned(), one.value().to_owned()),
            ErasureTarget::Record(id) => (RECORD.to_owned(), id.clone()),
        };
        let targets = targets.iter().map(named).collect();
        Self { targets, entry: entry.map(|entry| entry.id.clone()), at, trace: Trace::default() }
    }

    /// A later part, which has removed those of this trace.
    pub(super) fn of(trace: Trace) -> Self {
        Self { trace, ..Self::default() }
    }

    fn targets(&self) -> Vec<ErasureTarget> {
        let target = |(kind, value): &(String, String)| match kind.parse::<IdentifierKind>().ok() {
            Some(kind) => Identifier::parse(kind, value).ok().map(ErasureTarget::Identifier),
            None => Some(ErasureTarget::Record(value.clone())),
        };
        self.targets.iter().filter_map(target).collect()
    }
}

/// The name of the last number that was given to an erasure.
const LAST_RUN: &str = "erasure run";

/// Begins an erasure; says under which number.
pub(super) fn begin(
    sql: &mut dyn Sql,
    targets: &[ErasureTarget],
    entry: Option<&NewSuppression>,
    at: i64,
) -> Result<i64> {
    // A number is given once: a worker that still holds an earlier erasure must not take this one for it.
    let run = compaction::mark(sql, LAST_RUN)? + 1;
    compaction::set_mark(sql, LAST_RUN, run)?;
    add_part(sql, run, &ErasurePart::first(targets, entry, at))?;
    Ok(run)
}

/// Stores the texts to search for, in the transaction that removes records.
pub(super) fn add_part(sql: &mut dyn Sql, run: i64, part: &ErasurePart) -> Result<()> {
    sql.execute("INSERT INTO erasure (run, job) VALUES (?1, ?2)", params![run, &encode(part)?[..]])?;
    Ok(())
}

fn parts(sql: &mut dyn Sql, run: i64) -> Result<Vec<ErasurePart>> {
    sql.all("SELECT job FROM erasure WHERE run = ?1 ORDER BY no", params![run], |row| decode(row.bytes(0)?))
}

impl Store {
    /// Removes records, sweeps every table and ends the erasure. What was done before a crash is not done again.
    pub(super) fn carry_out(&self, run: i64) -> Result<Erased> {
        let mut erased = Erased::default();
        let Some(_own) = self.under_way.take(run) else { return Ok(erased) };
        let parts_before = self.read(|sql| parts(sql, run))?;
        let Some(first) = parts_before.first() else { return Ok(erased) };
        for target in first.targets() {
            erased += self.remove_target(run, &target, first.entry.as_deref())?;
        }
        let mut trace = Trace::default();
        for part in self.read(|sql| parts(sql, run))? {
            trace.extend(part.trace);
        }
        let (finder, mut shown) = (Arc::new(Finder::new(trace)?), Instant::now());
        for _ in 0..PASSES_MAX {
            let beat = &mut || {
                if shown.elapsed() >= BEAT_EVERY {
                    shown = Instant::now();
                    self.write_and_wait(Scope::Everything, move |sql| {
                        sql.execute("UPDATE erasure SET beat = beat + 1 WHERE run = ?1", params![run])
                    })?;
                }
                Ok(())
            };
            let pass = sweep::pass(self, &finder, Some(first.at), beat)?;
            erased.rows += pass.swept;
            if pass.swept == 0 {
                break;
            }
        }
        let (targets, at) = (first.targets(), first.at);
        erased.cleaning = self.write_and_wait(Scope::Everything, move |sql| end(sql, run, &targets, at))?;
        erased.traces = finder.trace().texts();
        erased.trace = finder.trace().clone();
        Ok(erased)
    }

    /// Goes on with erasures that a crash has interrupted; says whether there were any. Blocks meanwhile.
    pub fn resume_erasures(&self) -> Result<bool> {
        let open = self.read(|sql| {
            sql.all(
                "SELECT run, CAST(SUM(beat) + COUNT(*) AS BIGINT) FROM erasure GROUP BY run",
                &[],
                |row| Ok((row.int(0)?, row.int(1)?)),
            )
        })?;
        self.under_way.keep_open(&open);
        let mut any = false;
        for (run, progress) in open {
            if self.under_way.is_stalled(run, progress) {
                self.carry_out(run)?;
                any = true;
            }
        }
        Ok(any)
    }

    /// Whether an erasure has been begun and not ended.
    pub fn has_open_erasure(&self) -> Result<bool> {
        self.read(|sql| Ok(sql.first("SELECT 1 FROM erasure LIMIT 1", &[], |row| row.int(0))?.is_some()))
    }

    /// Begins an erasure as a crash would leave it: for tests of what goes on after one.
    #[doc(hidden)]
    pub async fn begin_erasure(&self, target: ErasureTarget, now: Timestamp) -> Result<()> {
        self.write_in(Scope::Everything, move |sql| begin(sql, &[target], None, now.as_microsecond()))
            .await?;
        Ok(())
    }
}

/// Ends an erasure: what was looked for is kept no longer, and its bytes are to be overwritten.
fn end(sql: &mut dyn Sql, run: i64, targets: &[ErasureTarget], at: i64) -> Result<i64> {
    for target in targets {
        if let ErasureTarget::Identifier(who) = target {
            sql.execute(
                "UPDATE privacy_request SET status = 'approved', value = NULL, decided_at = ?3
                 WHERE kind = ?1 AND value = ?2 AND status = 'open'",
                params![who.kind().as_str(), who.value(), at],
            )?;
        }
    }
    sql.execute("DELETE FROM erasure WHERE run = ?1", params![run])?;
    request_compaction(sql)
}

/// The answer of a thread that carries out an erasure.
pub(super) fn joined(outcome: std::result::Result<Result<Erased>, tokio::task::JoinError>) -> Result<Erased> {
    outcome.map_err(|_| StoreError::Engine("the erasure was interrupted; it goes on by itself".into()))?
}
