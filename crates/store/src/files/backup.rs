//! Copies of a whole store, made while it is written to, and stores that are only read.

use std::{fs::File, io, path::Path};

use crate::{
    Store,
    files::private::make_private_file,
    sql::{Result, StoreError, sqlite},
};

impl Store {
    /// Writes a consistent copy of everything committed so far to a new file. Blocks; changes go on meanwhile. The copy
    /// holds no byte of what was deleted.
    pub fn copy_to(&self, file: &Path) -> Result<()> {
        let failed =
            |error: io::Error| StoreError::Engine(format!("cannot write {}: {error}", file.display()));
        if file.exists() {
            return Err(failed(io::ErrorKind::AlreadyExists.into()));
        }
        make_private_file(file).map_err(failed)?;
        self.backend.copy_to(file)?;
        // The engine does not wait for the disk when it writes a copy.
        File::open(file).and_then(|copy| copy.sync_all()).map_err(failed)
    }

    /// Opens a copy to read it; every change is refused.
    pub fn open_copy(file: &Path) -> Result<Self> {
        Ok(Self::over(sqlite::Sqlite::open_copy(file)?))
    }
}
