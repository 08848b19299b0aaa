//! Lines that wait for the next request to the same origin.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use crate::{line::Line, target::Origin};

/// A line is not used after having waited this long: its address was checked when the line was made.
const IDLE_LIMIT: Duration = Duration::from_secs(15);
const LINES_PER_ORIGIN: usize = 8;
const LINE_LIMIT: usize = 256;

#[derive(Default)]
pub(crate) struct Pool {
    lines: Mutex<HashMap<Origin, Vec<(Instant, Line)>>>,
}

impl Pool {
    /// A line that is ready, the one used last first.
    pub(crate) fn take(&self, origin: &Origin) -> Option<Line> {
        let mut lines = self.lock();
        let waiting = lines.get_mut(origin)?;
        while let Some((since, line)) = waiting.pop() {
            if since.elapsed() < IDLE_LIMIT && line.sender.is_ready() {
                return Some(line);
            }
        }
        lines.remove(origin);
        None
    }

    /// Keeps a line for the next request, if it is still open and there is room.
    pub(crate) fn put(&self, origin: &Origin, line: Line) {
        if line.sender.is_closed() {
            return;
        }
        let mut lines = self.lock();
        let mut count: usize = lines.values().map(Vec::len).sum();
        if count >= LINE_LIMIT {
            lines.retain(|_, waiting| {
                waiting.retain(|(since, line)| since.elapsed() < IDLE_LIMIT && !line.sender.is_closed());
                !waiting.is_empty()
            });
            count = lines.values().map(Vec::len).sum();
        }
        let waiting = lines.entry(origin.clone()).or_default();
        if count < LINE_LIMIT && waiting.len() < LINES_PER_ORIGIN {
            waiting.push((Instant::now(), line));
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Origin, Vec<(Instant, Line)>>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
