//! How far files were read whose import has not come to its end.

use jiff::{SignedDuration, Timestamp};

use crate::{
    Store,
    sql::{Result, Sql, params},
};

/// An import that nobody resumes for so long is begun anew.
const KEPT_DAYS: i64 = 90;

/// How far a file was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportPosition {
    /// What tells this file, and what is made of it, from others.
    pub file: String,
    /// Rows whose claims are filed.
    pub rows: u64,
    /// When.
    pub at: Timestamp,
}

impl Store {
    /// Rows of a file that were filed by an import which was cut off; 0 when there was none.
    pub fn import_position(&self, file: &str) -> Result<u64> {
        let rows = self.read(|sql| {
            sql.first("SELECT rows_filed FROM import_position WHERE file = ?1", params![file], |row| {
                row.int(0)
            })
        })?;
        Ok(rows.unwrap_or(0).unsigned_abs())
    }

    /// Forgets how far a file was read: its import has come to its end, or begins anew.
    pub async fn forget_import_position(&self, file: String) -> Result<()> {
        self.write(move |sql| {
            sql.execute("DELETE FROM import_position WHERE file = ?1", params![&file])?;
            Ok(())
        })
        .await
    }
}

pub(crate) fn keep(sql: &mut dyn Sql, position: &ImportPosition) -> Result<()> {
    let oldest = position.at - SignedDuration::from_hours(24 * KEPT_DAYS);
    sql.execute("DELETE FROM import_position WHERE at < ?1", params![oldest.as_microsecond()])?;
    sql.execute(
        "INSERT INTO import_position (file, rows_filed, at) VALUES (?1, ?2, ?3)
         ON CONFLICT (file) DO UPDATE SET rows_filed = ?2, at = ?3",
        params![&position.file, position.rows.cast_signed(), position.at.as_microsecond()],
    )?;
    Ok(())
}
