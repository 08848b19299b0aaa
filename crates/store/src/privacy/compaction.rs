//! Compaction after an erasure: overwrites what the disk still holds of deleted rows.
//!
//! Deleted rows leave their bytes behind, in the database as in the search index. An erasure requests a compaction; the
//! server that runs on the folder does it, or the command where none runs. The database is scrubbed page by page between
//! other writes (`sqlite/scrub.rs`).

use crate::{
    Store,
    sql::{Result, Sql, params, scope::Scope},
    subjects::ids::ChangeNumber,
};

const WANTED: &str = "cleaning wanted";
const DONE: &str = "cleaning done";
/// Rows changed by one job of the writer.
const JOB_ROWS: i64 = 200;

impl Store {
    /// Number of the last erasure that ended, in this process or another one. What was remembered of people before it may be
    /// about those who were erased.
    pub fn last_erasure(&self) -> Result<i64> {
        self.read(erasures_ended)
    }

    /// Number of the requested compaction, if one is pending.
    pub fn cleaning_wanted(&self) -> Result<Option<i64>> {
        self.read(|sql| {
            let (wanted, done) = (mark(sql, WANTED)?, mark(sql, DONE)?);
            Ok((wanted > done).then_some(wanted))
        })
    }

    /// Whether a compaction is done.
    pub fn is_cleaned(&self, cleaning: i64) -> Result<bool> {
        self.read(|sql| Ok(mark(sql, DONE)? >= cleaning))
    }

    /// Overwrites deleted data. `indexed` is the last change that the search index has applied: ids of records deleted
    /// before it are no longer needed. Blocks the caller; other writes go on.
    pub fn clean(&self, cleaning: i64, indexed: i64) -> Result<()> {
        let (indexed, mut after) = (ChangeNumber(indexed), ChangeNumber(i64::MIN));
        loop {
            let gone = self.read(|sql| {
                sql.all(
                    "SELECT changed FROM subject_gone WHERE changed > ?1 AND changed <= ?2 AND id <> ''
                     ORDER BY changed LIMIT ?3",
                    params![after, indexed, JOB_ROWS],
                    |row| row.int(0).map(ChangeNumber),
                )
            })?;
            let Some(last) = gone.last().copied() else { break };
            self.write_and_wait(Scope::Records, move |sql| {
                gone.iter().try_for_each(|changed| {
                    sql.execute("UPDATE subject_gone SET id = '' WHERE changed = ?1", params![changed])?;
                    Ok(())
                })
            })?;
            after = last;
        }
        self.backend.scrub()?;
        self.write_and_wait(Scope::State, move |sql| set_mark(sql, DONE, cleaning))
    }
}

/// Requests a compaction.
pub(crate) fn request_compaction(sql: &mut dyn Sql) -> Result<i64> {
    let next = mark(sql, WANTED)?.max(mark(sql, DONE)?) + 1;
    set_mark(sql, WANTED, next)?;
    Ok(next)
}

/// Number of the last erasure that ended, which requested a compaction.
pub(crate) fn erasures_ended(sql: &mut dyn Sql) -> Result<i64> {
    mark(sql, WANTED)
}

pub(crate) fn mark(sql: &mut dyn Sql, name: &str) -> Result<i64> {
    let mark = sql.first("SELECT no FROM watermark WHERE name = ?1", params![name], |row| row.int(0))?;
    Ok(mark.unwrap_or(0))
}

pub(crate) fn set_mark(sql: &mut dyn Sql, name: &str, no: i64) -> Result<()> {
    sql.execute(
        "INSERT INTO watermark (name, no) VALUES (?1, ?2)
         ON CONFLICT (name) DO UPDATE SET no = excluded.no",
        params![name, no],
    )?;
    Ok(())
}
