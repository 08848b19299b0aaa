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
    privacy::compaction::request_compaction,
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
    let last = "SELECT no FROM records_watermark WHERE name = ?1";
    let run = sql.first(last, params![LAST_RUN], |row| row.int(0))?.unwrap_or(0) + 1;
    sql.execute(
        "INSERT INTO records_watermark (name, no) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET no = excluded.no",
        params![LAST_RUN, run],
    )?;
    add_part(sql, run, &ErasurePart::first(targets, entry, at))?;
    Ok(run)
}

/// Stores the texts to search for, in the transaction that removes records.
pub(super) fn add_part(sql: &mut dyn Sql, run: i64, part: &ErasurePart) -> Result<()> {
    sql.execute("INSERT INTO erasure (run, job) VALUES (?1, ?2)", params![run, &encode(part)?[..]])?;
    Ok(())
}

fn parts(sql: &mut dyn Sql, run: i64) -> Result<Vec<ErasurePart>> {
    let question = "SELECT job FROM erasure WHERE run = ?1 AND length(job) > 0 ORDER BY no";
    sql.all(question, params![run], |row| decode(row.bytes(0)?))
}

impl Store {
    /// Removes records, sweeps every table and ends the erasure. What was done before a crash is not done again.
    pub(super) fn carry_out(&self, run: i64) -> Result<Erased> {
        let mut erased = Erased::default();
        let Some(_own) = self.under_way.take(run) else { return Ok(erased) };
        let parts_before = self.read(|sql| parts(sql, run))?;
        let Some(first) = parts_before.first() else {
            // Swept by a process that did not come to its end.
            if self.is_open(run)? {
                erased.cleaning = self.end_swept(run)?;
            }
            return Ok(erased);
        };
        for target in first.targets() {
            erased += self.remove_target(run, &target, first.entry.as_deref())?;
        }
        // A transaction of the state that began before they were kept out may still store what names them: it ends first.
        self.write_and_wait(Scope::State, |_| Ok(()))?;
        let mut trace = Trace::default();
        for part in self.read(|sql| parts(sql, run))? {
            trace.extend(part.trace);
        }
        let (finder, mut shown) = (Arc::new(Finder::new(trace)?), Instant::now());
        for _ in 0..PASSES_MAX {
            let beat = &mut || {
                if shown.elapsed() >= BEAT_EVERY {
                    shown = Instant::now();
                    self.write_and_wait(Scope::Records, move |sql| {
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
        self.write_and_wait(Scope::State, move |sql| approve_requests(sql, &targets, at))?;
        erased.cleaning = self.end_swept(run)?;
        erased.traces = finder.trace().texts();
        erased.trace = finder.trace().clone();
        Ok(erased)
    }

    /// Ends an erasure: what was looked for is kept no longer, and its bytes are to be overwritten. Says by which
    /// compaction. The row stays until that is requested, so that a crash does not lose it.
    fn end_swept(&self, run: i64) -> Result<i64> {
        self.write_and_wait(Scope::Records, move |sql| {
            sql.execute("UPDATE erasure SET job = ?2 WHERE run = ?1", params![run, &[0_u8; 0][..]])
        })?;
        let cleaning = self.write_and_wait(Scope::State, request_compaction)?;
        self.write_and_wait(Scope::Records, move |sql| {
            sql.execute("DELETE FROM erasure WHERE run = ?1", params![run])
        })?;
        Ok(cleaning)
    }

    fn is_open(&self, run: i64) -> Result<bool> {
        let open = "SELECT 1 FROM erasure WHERE run = ?1 LIMIT 1";
        self.read(|sql| Ok(sql.first(open, params![run], |row| row.int(0))?.is_some()))
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
        self.write_in(Scope::Records, move |sql| begin(sql, &[target], None, now.as_microsecond())).await?;
        Ok(())
    }
}

/// Requests of those who are erased are fulfilled.
fn approve_requests(sql: &mut dyn Sql, targets: &[ErasureTarget], at: i64) -> Result<()> {
    for target in targets {
        if let ErasureTarget::Identifier(who) = target {
            sql.execute(
                "UPDATE privacy_request SET status = 'approved', value = NULL, decided_at = ?3
                 WHERE kind = ?1 AND value = ?2 AND status = 'open'",
                params![who.kind().as_str(), who.value(), at],
            )?;
        }
    }
    Ok(())
}

/// The answer of a thread that carries out an erasure.
pub(super) fn joined(outcome: std::result::Result<Result<Erased>, tokio::task::JoinError>) -> Result<Erased> {
    outcome.map_err(|_| StoreError::Engine("the erasure was interrupted; it goes on by itself".into()))?
}
