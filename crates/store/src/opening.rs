//! Opening a store.

use std::path::Path;

use records::keys::VERSION;

use crate::{
    Store,
    identity::rebuild::rebuild_keys,
    sql::{Result, StoreError, sqlite::Sqlite},
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

    /// Makes all keys anew if those of the store are of another version.
    fn with_current_keys(backend: Sqlite) -> Result<Self> {
        let is_current = backend.key_version() == Some(VERSION);
        let store = Self::over(backend);
        if !is_current {
            // On a thread of its own: a thread of an async runtime must not wait for the writer.
            let rebuilt =
                std::thread::scope(|scope| scope.spawn(|| store.write_and_wait(rebuild_keys)).join());
            rebuilt.map_err(|_| StoreError::Closed)??;
        }
        Ok(store)
    }
}
