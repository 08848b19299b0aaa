//! A lock on a data folder for as long as a process has its store open, so that no restore replaces the files meanwhile.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::Path,
};

use super::names::{RESTORED_FOLDER, RESTORING_FOLDER, STATE_FILE};
use crate::sql::{Result, StoreError};

/// Shares a folder with other processes that use it. None on a file system without locks.
pub(crate) fn share(folder: &Path) -> Result<Option<File>> {
    let locked = File::open(folder).ok().map(|opened| (opened.try_lock_shared(), opened));
    if let Some((Err(TryLockError::WouldBlock), _)) = locked {
        return Err(StoreError::Engine("a restore is replacing its files; wait until it has ended".into()));
    }
    if folder.join(RESTORED_FOLDER).join(STATE_FILE).exists() {
        let why =
            "a restore was interrupted before its files were in their places; run `brimful restore` again";
        return Err(StoreError::Engine(why.into()));
    }
    let Some((Ok(()), opened)) = locked else { return Ok(None) };
    // Nothing writes there while the lock is held.
    for left in [RESTORING_FOLDER, RESTORED_FOLDER] {
        let _ = fs::remove_dir_all(folder.join(left));
    }
    Ok(Some(opened))
}

/// Takes a folder alone, as long as the file is open; none if a process has its store open.
pub fn take_folder_alone(folder: &Path) -> io::Result<Option<File>> {
    let opened = File::open(folder)?;
    match opened.try_lock() {
        Ok(()) => Ok(Some(opened)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
