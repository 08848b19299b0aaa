//! Opening a store.

use std::path::Path;

use records::keys::VERSION;

use crate::{
    Store,
    identity::rebuild::rebuild_keys,
    sql::{Result, Sql, StoreError, params, postgres::Postgres, scope::Scope, sqlite::Sqlite},
    subjects::signal::amounts,
};

impl Store {
    /// Opens the embedded store in a folder, making or migrating it first.
    pub fn open(folder: &Path) -> Result<Self> {
        Self::of_sqlite(Sqlite::open(folder)?)
    }

    /// Connects to the store in a PostgreSQL database, making or migrating its tables first. At most this many
    /// connections read at a time.
    pub fn connect(url: &str, connections_max: usize) -> Result<Self> {
        let store = Self::over(Postgres::connect(url, connections_max)?);
        let (keys, rates) = store.read(|sql| Ok((noted(sql, "keys")?, noted(sql, "rates")?)))?;
        store.with_current_keys(keys, rates)
    }

    /// Opens the embedded store of a folder that must hold one already.
    pub fn open_existing(folder: &Path) -> Result<Self> {
        if !Sqlite::is_in(folder) {
            return Err(StoreError::NoStore(folder.to_owned()));
        }
        Self::open(folder)
    }

    /// Opens the embedded store for a large import: it caches more, and checkpoints run beside the writer.
    pub fn open_for_import(folder: &Path) -> Result<Self> {
        Self::of_sqlite(Sqlite::open_for_import(folder)?)
    }

    /// A store that is gone with its last handle and never waits for the disk.
    pub fn temporary() -> Result<Self> {
        Self::of_sqlite(Sqlite::temporary()?)
    }

    fn of_sqlite(backend: Sqlite) -> Result<Self> {
        let (keys, rates) = (backend.key_version(), backend.rates_noted());
        Self::over(backend).with_current_keys(keys, rates)
    }

    /// Makes all keys anew if those of the store are of another version, and amounts if they are of other rates.
    fn with_current_keys(self, keys: Option<i64>, rates: Option<i64>) -> Result<Self> {
        if keys != Some(VERSION) {
            self.write_apart(rebuild_keys)?;
        }
        if rates != Some(amounts::rates_number()) {
            self.write_apart(amounts::refresh)?;
        }
        Ok(self)
    }

    /// Makes a change on a thread of its own: a thread of an async runtime must not wait for the writer.
    fn write_apart(&self, change: fn(&mut dyn Sql) -> Result<()>) -> Result<()> {
        let made =
            std::thread::scope(|scope| scope.spawn(|| self.write_and_wait(Scope::Records, change)).join());
        made.map_err(|_| StoreError::Closed)?
    }
}

/// A number that the records note about themselves.
fn noted(sql: &mut dyn Sql, name: &str) -> Result<Option<i64>> {
    sql.first("SELECT no FROM records_watermark WHERE name = ?1", params![name], |row| row.int(0))
}
