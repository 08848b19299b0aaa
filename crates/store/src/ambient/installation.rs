//! What an installation draws once and keeps.

use crate::{
    Store,
    sql::{Result, Sql, StoreError, params, scope::Scope},
};

fn draw(sql: &mut dyn Sql, name: &str, drawn: u64) -> Result<u64> {
    sql.execute(
        "INSERT INTO installation (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING",
        params![name, drawn.cast_signed()],
    )?;
    kept(sql, name)?.ok_or(StoreError::NotFound("number of this installation"))
}

fn kept(sql: &mut dyn Sql, name: &str) -> Result<Option<u64>> {
    let kept =
        sql.first("SELECT value FROM installation WHERE name = ?1", params![name], |row| row.int(0))?;
    Ok(kept.map(i64::cast_unsigned))
}

impl Store {
    /// The number of this name; `drawn` from now on where there was none.
    pub async fn drawn_once(&self, name: &'static str, drawn: u64) -> Result<u64> {
        self.write(move |sql| draw(sql, name, drawn)).await
    }

    /// The same while the caller waits, on whatever thread it is. Meant for the start of a server.
    pub fn drawn_once_and_wait(&self, name: &'static str, drawn: u64) -> Result<u64> {
        if let Some(kept) = self.read(|sql| kept(sql, name))? {
            return Ok(kept);
        }
        // A thread that runs asynchronous tasks must not block on the writer, so another one does.
        let store = self.clone();
        let drawing =
            std::thread::spawn(move || store.write_and_wait(Scope::State, move |sql| draw(sql, name, drawn)));
        drawing.join().map_err(|_| StoreError::Closed)?
    }
}
