//! Folders of temporary stores: each is locked while its process lives, and those of dead processes are removed.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io,
    os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

/// What names of the folders begin with.
const PREFIX: &str = "brimful-scratch-";
/// The same before their lock is held.
const UNLOCKED_PREFIX: &str = ".brimful-new-";
const LOCK_FILE: &str = "lock";
/// Folders removed at one start at most.
const REMOVED_MAX: usize = 1_000;

/// A folder that is gone with this value, or at the next start after a crash.
pub(crate) struct Scratch {
    path: PathBuf,
    _lock: File,
}

impl Scratch {
    /// Makes a folder among the system's temporary ones, and removes what dead processes have left there.
    pub(crate) fn make() -> io::Result<Self> {
        let parent = std::env::temp_dir();
        remove_left(&parent);
        let mut builder = tempfile::Builder::new();
        let builder = builder.prefix(UNLOCKED_PREFIX).permissions(fs::Permissions::from_mode(0o700));
        let new = builder.tempdir_in(&parent)?;
        let lock =
            OpenOptions::new().create_new(true).write(true).mode(0o600).open(new.path().join(LOCK_FILE))?;
        lock.lock()?;
        let suffix = new.path().file_name().and_then(|name| name.to_str()?.strip_prefix(UNLOCKED_PREFIX));
        let path = parent.join(format!("{PREFIX}{}", suffix.unwrap_or_default()));
        // Renamed only now: the clean-up never sees the final name without a lock on it.
        fs::rename(new.path(), &path)?;
        let _ = new.keep();
        Ok(Self { path, _lock: lock })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Removes folders of processes that are gone. What cannot be removed is left for the next start.
fn remove_left(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    let named = entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX));
    for entry in named.take(REMOVED_MAX) {
        if is_left(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether a folder is one of ours that no process holds.
fn is_left(folder: &Path) -> bool {
    let own = rustix::process::geteuid().as_raw();
    if !fs::symlink_metadata(folder).is_ok_and(|meta| meta.is_dir() && meta.uid() == own) {
        return false;
    }
    match OpenOptions::new().write(true).open(folder.join(LOCK_FILE)) {
        Ok(lock) => !matches!(lock.try_lock(), Err(TryLockError::WouldBlock)),
        // Cut off while it was removed.
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}
