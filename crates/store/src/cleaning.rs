//! After an erasure: whatever the disk still holds of it is overwritten, by whoever owns the files.
//!
//! Deleted rows leave their bytes behind, in the database as in the search index. An erasure asks for a cleaning; the
//! server that runs on the folder does it, or the command where none runs.

use crate::{
    Store,
    sql::{Result, Sql, params},
};

const WANTED: &str = "cleaning wanted";
const DONE: &str = "cleaning done";

impl Store {
    /// The cleaning that is to be done, if one is.
    pub fn cleaning_wanted(&self) -> Result<Option<i64>> {
        self.read(|sql| {
            let (wanted, done) = (mark(sql, WANTED)?, mark(sql, DONE)?);
            Ok((wanted > done).then_some(wanted))
        })
    }

    /// Whether a cleaning was done.
    pub fn is_cleaned(&self, cleaning: i64) -> Result<bool> {
        self.read(|sql| Ok(mark(sql, DONE)? >= cleaning))
    }

    /// Writes the database anew without what was deleted. `indexed` is the change up to which the search index has
    /// followed: nobody needs to be told any more who went before it. Blocks meanwhile.
    pub fn clean(&self, cleaning: i64, indexed: i64) -> Result<()> {
        self.write_and_wait(move |sql| {
            sql.execute("UPDATE subject_gone SET id = '' WHERE changed <= ?1", params![indexed])?;
            Ok(())
        })?;
        self.backend.compact()?;
        self.write_and_wait(move |sql| set_mark(sql, DONE, cleaning))
    }
}

/// Asks for a cleaning.
pub(crate) fn want_cleaning(sql: &mut dyn Sql) -> Result<i64> {
    let next = mark(sql, WANTED)?.max(mark(sql, DONE)?) + 1;
    set_mark(sql, WANTED, next)?;
    Ok(next)
}

fn mark(sql: &mut dyn Sql, name: &str) -> Result<i64> {
    let mark = sql.first("SELECT no FROM watermark WHERE name = ?1", params![name], |row| row.int(0))?;
    Ok(mark.unwrap_or(0))
}

fn set_mark(sql: &mut dyn Sql, name: &str, no: i64) -> Result<()> {
    sql.execute(
        "INSERT INTO watermark (name, no) VALUES (?1, ?2)
         ON CONFLICT (name) DO UPDATE SET no = excluded.no",
        params![name, no],
    )?;
    Ok(())
}
