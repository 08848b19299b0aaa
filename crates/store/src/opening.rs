//! Opening a store.

use std::path::Path;

use records::keys::VERSION;

use crate::{
    Store,
    identity::rebuild::rebuild_keys,
    sql::{Result, Sql, StoreError, sqlite::Sqlite},
    subjects::signal::amounts,
};

impl Store {
    /// Opens the embedded store in a folder, making or migrating it first.
    pub fn open(folder: &Path) -> Result<Self> {
        Self::with_current_keys(Sqlite::open(folder)?)
    }

    /// Opens the embedded store of a folder that must hold one already.
    pub fn open_existing(folder: &Path) -> Result<Self> {
        if !Sqlite::is_in(folder) {
            return Err(StoreError::NoStore(folder.to_owned()));
        }
        Self::open(folder)
    }

    /// Opens the embedded store for a large import: it syncs to disk less often and caches more. Filed claims survive a
    /// crash of the process, but the last ones may be lost on power failure, so use this only for data that can be
    /// imported again.
    pub fn open_for_import(folder: &Path) -> Result<Self> {
        Self::with_current_keys(Sqlite::open_for_import(folder)?)
    }

    /// A store that is gone with its last handle and never waits for the disk.
    pub fn temporary() -> Result<Self> {
        Self::with_current_keys(Sqlite::temporary()?)
    }

    /// Makes all keys anew if those of the store are of another version, and amounts if they are of other rates.
    fn with_current_keys(backend: Sqlite) -> Result<Self> {
        let is_current = backend.key_version() == Some(VERSION);
        let has_rates = backend.rates_noted() == Some(amounts::rates_number());
        let store = Self::over(backend);
        if !is_current {
            store.write_apart(rebuild_keys)?;
        }
        if !has_rates {
            store.write_apart(amounts::refresh)?;
        }
        Ok(store)
    }

    /// Makes a change on a thread of its own: a thread of an async runtime must not wait for the writer.
    fn write_apart(&self, change: fn(&mut dyn Sql) -> Result<()>) -> Result<()> {
        let made = std::thread::scope(|scope| scope.spawn(|| self.write_and_wait(change)).join());
        made.map_err(|_| StoreError::Closed)?
    }
}
