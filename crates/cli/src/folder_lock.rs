//! Locks of a data folder: one server at a time, and commands that need the folder exclusively.
//!
//! `server.lock` is held exclusively by the one server, and says where it listens. `serving.lock` is shared by that
//! server, and held exclusively by a command that needs the folder alone. Both locks end with their process.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Read, Seek, SeekFrom, Write},
    os::unix::fs::OpenOptionsExt,
    path::Path,
    time::Duration,
};

use anyhow::{Context, bail};

const SERVER_FILE: &str = "server.lock";
const ALONE_FILE: &str = "serving.lock";
/// How often the lock is tried again: a command that looks whether a server runs holds it for a moment.
const TRIES_MAX: u32 = 5;
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(40);
/// Bytes read from the lock file.
const SAID_BYTES_MAX: u64 = 200;

fn open(folder: &Path, name: &str) -> anyhow::Result<File> {
    let path = folder.join(name);
    let mut options = OpenOptions::new();
    let file = options.create(true).truncate(false).read(true).write(true).mode(0o600).open(&path);
    file.with_context(|| format!("cannot write {}", path.display()))
}

/// The one server of a folder, as long as this lives.
pub(crate) struct ServerLock {
    file: File,
    /// Held once the server serves.
    _shared: Option<File>,
}

impl ServerLock {
    /// Takes the folder for a server; fails immediately if another one has it. The folder must exist.
    pub(crate) fn take(folder: &Path) -> anyhow::Result<Self> {
        let mut file = open(folder, SERVER_FILE)?;
        let mut locked = file.try_lock();
        for _ in 0..TRIES_MAX {
            if !matches!(locked, Err(TryLockError::WouldBlock)) {
                break;
            }
            std::thread::sleep(TRY_AGAIN_AFTER);
            locked = file.try_lock();
        }
        match locked {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let (folder, owner) = (folder.display(), owner(&mut file));
                bail!(
                    "another server{owner} runs on the data folder {folder}; stop it or choose another --data"
                );
            }
            Err(TryLockError::Error(error)) => return Err(error).context("cannot lock the data folder"),
        }
        file.set_len(0).context("cannot write to the data folder")?;
        let mut lock = Self { file, _shared: None };
        lock.say(&format!("pid {}", std::process::id()))?;
        Ok(lock)
    }

    /// Writes the address to the lock file and takes the shared lock. Waits while a command holds it exclusively.
    pub(crate) fn serve(&mut self, folder: &Path, address: std::net::SocketAddr) -> anyhow::Result<()> {
        let shared = open(folder, ALONE_FILE)?;
        if shared.try_lock_shared().is_err() {
            tracing::info!("waiting for a command that needs the data folder alone");
            shared.lock_shared().context("cannot lock the data folder")?;
        }
        self._shared = Some(shared);
        self.say(&format!("pid {}, http://{address}", std::process::id()))
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        let written = self.file.seek(SeekFrom::Start(0)).and_then(|_| self.file.write_all(text.as_bytes()));
        written.context("cannot write to the data folder")
    }
}

/// Content of the lock file (the server's address) in brackets; empty if it cannot be read.
fn owner(file: &mut File) -> String {
    let mut text = String::new();
    let read =
        file.seek(SeekFrom::Start(0)).and_then(|_| file.take(SAID_BYTES_MAX).read_to_string(&mut text));
    let text = text.trim();
    if read.is_err() || text.is_empty() { String::new() } else { format!(" ({text})") }
}

/// Lock file content of the running server, if one runs.
pub(crate) fn server(folder: &Path) -> anyhow::Result<Option<String>> {
    if !folder.join(SERVER_FILE).exists() {
        return Ok(None);
    }
    let mut file = open(folder, SERVER_FILE)?;
    // Tried shared, so that two commands that look at the same time do not see each other.
    match file.try_lock_shared() {
        Ok(()) => Ok(None),
        Err(TryLockError::WouldBlock) => Ok(Some(owner(&mut file).trim().to_owned())),
        Err(TryLockError::Error(error)) => Err(error).context("cannot lock the data folder"),
    }
}

/// The folder alone, unless a server runs on it.
pub(crate) fn alone(folder: &Path) -> anyhow::Result<Option<File>> {
    let file = open(folder, ALONE_FILE)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error).context("cannot lock the data folder"),
    }
}
