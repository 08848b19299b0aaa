//! Waiting while another process has the write lock.

use std::{
    cell::Cell,
    thread,
    time::{Duration, Instant},
};

use rusqlite::Connection;

use super::error::engine;
use crate::sql::Result;

/// Another process (a command beside the server) may hold the write lock this long.
pub(super) const BUSY_MAX: Duration = Duration::from_secs(10);

/// How often it is looked whether the lock is free. Often: an import takes it again soon after it has let go.
pub(super) const BUSY_LOOK: Duration = Duration::from_millis(1);

/// Lets a statement wait while another process writes.
pub(super) fn wait_for_others(connection: &mut Connection) -> Result<()> {
    thread_local! {
        /// When the statement that this thread runs began to wait.
        static SINCE: Cell<Instant> = Cell::new(Instant::now());
    }
    let wait = |tries: i32| {
        if tries == 0 {
            SINCE.set(Instant::now());
        }
        thread::sleep(BUSY_LOOK);
        SINCE.get().elapsed() < BUSY_MAX
    };
    connection.busy_handler(Some(wait)).map_err(engine)
}
