//! How long the history is kept: charged calls until their month is dropped, everything else for a time that the operator
//! sets.

use jiff::Timestamp;

use crate::{
    Store,
    privacy::compaction::{mark, set_mark},
    sql::{Result, Sql, params},
};

/// The name of the last row that was looked at. Rows are numbered in the order they are written in, so that no index by
/// time over all accounts is needed.
const LOOKED_AT: &str = "history looked at";

impl Store {
    /// Deletes calls that cost nothing from before a time, and the questions of those that did. Looks at up to `limit`
    /// rows; says whether there are more.
    pub async fn forget_questions(&self, before: Timestamp, limit: usize) -> Result<bool> {
        self.write(move |sql| {
            let rows = old_rows(sql, before.as_microsecond(), limit)?;
            for (no, is_charged) in &rows {
                if *is_charged {
                    sql.execute("UPDATE history SET asked = NULL, found = NULL WHERE no = ?1", params![*no])?;
                } else {
                    sql.execute("DELETE FROM history WHERE no = ?1", params![*no])?;
                }
            }
            if let Some((last, _)) = rows.last() {
                set_mark(sql, LOOKED_AT, *last)?;
                look_again_after_deletion(sql)?;
            }
            Ok(rows.len() == limit)
        })
        .await
    }
}

/// Moves the last row that was looked at back to the last row there is. The engine gives the numbers of deleted rows at the
/// end to new ones, which are to be looked at.
pub(super) fn look_again_after_deletion(sql: &mut dyn Sql) -> Result<()> {
    let highest = sql.first("SELECT MAX(no) FROM history", &[], |row| row.int_or_null(0))?.flatten();
    let highest = highest.unwrap_or(0);
    if mark(sql, LOOKED_AT)? > highest {
        set_mark(sql, LOOKED_AT, highest)?;
    }
    Ok(())
}

/// Numbers of the oldest rows that were not looked at, up to the first that is kept, and whether each was charged.
fn old_rows(sql: &mut dyn Sql, before: i64, limit: usize) -> Result<Vec<(i64, bool)>> {
    let after = mark(sql, LOOKED_AT)?;
    let rows = sql.all(
        "SELECT no, at, credits FROM history WHERE no > ?1 ORDER BY no LIMIT ?2",
        params![after, limit as i64],
        |row| Ok((row.int(0)?, row.int(1)?, row.int(2)?)),
    )?;
    let old = rows.into_iter().take_while(|(_, at, _)| *at < before);
    Ok(old.map(|(no, _, credits)| (no, credits > 0)).collect())
}
