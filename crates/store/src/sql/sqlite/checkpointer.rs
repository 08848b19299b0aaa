//! Runs WAL checkpoints on a second thread during writes, so that the writer seldom waits for the disk.

use std::{path::Path, sync::mpsc, thread};

use rusqlite::Connection;

use super::error::engine;
use crate::sql::{Result, StoreError};

/// The checkpoint thread.
pub(super) struct Checkpointer {
    wake: Option<mpsc::SyncSender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl Checkpointer {
    /// Starts the thread for a database file.
    pub(super) fn start(file: &Path) -> Result<Self> {
        let connection = Connection::open(file).map_err(engine)?;
        let (wake, woken) = mpsc::sync_channel(1);
        let checkpoint = move || {
            while woken.recv().is_ok() {
                // On failure, the writer's own checkpoint moves the pages.
                let _ = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
            }
        };
        let thread = thread::Builder::new().name("store-checkpointer".into()).spawn(checkpoint);
        let thread = thread.map_err(|error| StoreError::Engine(error.to_string()))?;
        Ok(Self { wake: Some(wake), thread: Some(thread) })
    }

    /// Requests a checkpoint.
    pub(super) fn wake(&self) {
        // If the thread is busy, the channel holds one request for afterwards.
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
