//! Carries pages over from the log to the file while others are written, so that the writer seldom waits for the disk.

use std::{path::Path, sync::mpsc, thread};

use rusqlite::Connection;

use super::error::engine;
use crate::sql::{Result, StoreError};

/// The thread that does it.
pub(super) struct Checkpointer {
    wake: Option<mpsc::SyncSender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Checkpointer {
    /// Starts it for a database file.
    pub(super) fn start(file: &Path) -> Result<Self> {
        let connection = Connection::open(file).map_err(engine)?;
        let (wake, woken) = mpsc::sync_channel(1);
        let carry = move || {
            while woken.recv().is_ok() {
                // What it fails to carry over, the writer does.
                let _ = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
            }
        };
        let thread = thread::Builder::new().name("store-checkpointer".into()).spawn(carry);
        let thread = thread.map_err(|error| StoreError::Engine(error.to_string()))?;
        Ok(Self { wake: Some(wake), thread: Some(thread) })
    }

    /// There is more in the log.
    pub(super) fn wake(&self) {
        // One that is busy looks again when it is done.
        let _ = self.wake.as_ref().map(|wake| wake.try_send(()));
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        self.wake = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
