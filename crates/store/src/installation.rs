//! What an installation draws once and keeps.

use crate::{
    Store,
    sql::{Result, StoreError, params},
};

impl Store {
    /// The number of this name; `drawn` from now on where there was none.
    pub async fn drawn_once(&self, name: &'static str, drawn: u64) -> Result<u64> {
        self.write(move |sql| {
            sql.execute(
                "INSERT INTO installation (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING",
                params![name, drawn.cast_signed()],
            )?;
            let kept =
                sql.first("SELECT value FROM installation WHERE name = ?1", params![name], |row| row.int(0))?;
            kept.map(i64::cast_unsigned).ok_or(StoreError::NotFound("number of this installation"))
        })
        .await
    }
}
