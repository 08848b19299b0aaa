//! Positions of unfinished imports: how many rows of each file are filed.

use jiff::{SignedDuration, Timestamp};

use crate::{
    Store,
    ambient::from_micros,
    sql::{Result, Sql, params, scope::Scope},
};

/// Days after which an unfinished import can no longer be resumed and starts from the beginning.
const KEPT_DAYS: i64 = 90;

/// How far a file was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportPosition {
    /// Fingerprint of the file and of its mapping.
    pub file: String,
    /// Rows whose claims are filed.
    pub rows: u64,
    /// When the last of them were filed.
    pub at: Timestamp,
}

impl Store {
    /// Rows of a file that an interrupted import has filed; 0 if there was none.
    pub fn import_position(&self, file: &str) -> Result<u64> {
        let rows = self.read(|sql| {
            sql.first("SELECT rows_filed FROM import_position WHERE file = ?1", params![file], |row| {
                row.int(0)
            })
        })?;
        Ok(rows.unwrap_or(0).unsigned_abs())
    }

    /// Imports that were begun and not finished, the latest first.
    pub fn import_positions(&self, limit: usize) -> Result<Vec<ImportPosition>> {
        self.read(|sql| {
            sql.all(
                "SELECT file, rows_filed, at FROM import_position ORDER BY at DESC, file LIMIT ?1",
                params![limit as i64],
                |row| {
                    let (file, rows, at) =
                        (row.text(0)?, row.int(1)?.unsigned_abs(), from_micros(row.int(2)?));
                    Ok(ImportPosition { file, rows, at })
                },
            )
        })
    }

    /// Deletes the position of a file: its import is finished, or starts from the beginning.
    pub async fn forget_import_position(&self, file: String) -> Result<()> {
        self.write_in(Scope::Records, move |sql| {
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
