//! Whether a server runs on a data folder: servers share a lock, and whoever needs the folder alone takes it whole.

use std::{
    fs::{File, OpenOptions, TryLockError},
    path::Path,
};

use anyhow::Context;

const FILE_NAME: &str = "serving.lock";

fn open(folder: &Path) -> anyhow::Result<File> {
    let path = folder.join(FILE_NAME);
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
    file.with_context(|| format!("cannot write {}", path.display()))
}

/// Held as long as a server serves a folder. Waits while a command has it alone.
pub(crate) fn serve(folder: &Path) -> anyhow::Result<File> {
    let file = open(folder)?;
    if file.try_lock_shared().is_err() {
        tracing::info!("waiting for a command that needs the data folder alone");
        file.lock_shared().context("cannot lock the data folder")?;
    }
    Ok(file)
}

/// The folder alone, unless a server runs on it.
pub(crate) fn alone(folder: &Path) -> anyhow::Result<Option<File>> {
    let file = open(folder)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error).context("cannot lock the data folder"),
    }
}
