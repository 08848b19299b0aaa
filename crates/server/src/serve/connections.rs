//! The register of open connections: counts in total and per client network, and which to close when full.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use super::line::Line;
use crate::{access::rights::client_network, settings::Settings};

/// File descriptors reserved for the store, the search index and outgoing requests.
const DESCRIPTORS_RESERVED: u64 = 256;
/// Connections served even with few descriptors.
const CONNECTIONS_MIN: usize = 16;
/// When there is no room, one in this many idle connections is closed, the longest idle first. Closing several together
/// keeps the search for them cheap under a flood of new connections.
const CLOSED_SHARE: usize = 64;

/// All open connections.
#[derive(Default)]
pub struct Connections {
    open: Mutex<Open>,
    next: AtomicU64,
}

#[derive(Default)]
struct Open {
    lines: HashMap<u64, Arc<Line>>,
    by_client: HashMap<String, usize>,
}

/// A slot in the register; released on drop.
pub struct ConnectionSlot {
    connections: Arc<Connections>,
    number: u64,
    client: Option<String>,
    /// The connection.
    pub line: Arc<Line>,
}

/// Caps on open connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caps {
    /// In total.
    pub all: usize,
    /// Per client network.
    pub per_client: usize,
}

impl Caps {
    /// The caps of the settings, reduced to what the file-descriptor limit allows.
    pub fn new(settings: &Settings, descriptors: Option<u64>) -> Self {
        let fit = descriptors.map_or(usize::MAX, |descriptors| {
            usize::try_from(descriptors.saturating_sub(DESCRIPTORS_RESERVED)).unwrap_or(usize::MAX)
        });
        let all = settings.limits.connections.min(fit).max(CONNECTIONS_MIN);
        Self { all, per_client: settings.limits.connections_per_client.clamp(1, all) }
    }
}

impl Connections {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of open connections.
    pub fn count(&self) -> usize {
        self.open().lines.len()
    }

    /// Takes a slot for a connection from `peer`. If there is none, idle connections are closed, the longest idle
    /// first; none if every connection has a running call.
    pub fn admit(self: &Arc<Self>, peer: IpAddr, is_proxy: bool, caps: Caps) -> Option<ConnectionSlot> {
        let client = (!is_proxy).then(|| client_network(peer));
        let mut open = self.open();
        if let Some(client) = &client
            && open.by_client.get(client).is_some_and(|count| *count >= caps.per_client)
            && !open.close_waiting(|line| client_network(line.peer) == *client)
        {
            return None;
        }
        if open.lines.len() >= caps.all && !open.close_waiting(|_| true) {
            return None;
        }
        let line = Arc::new(Line::new(peer));
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        open.lines.insert(number, line.clone());
        if let Some(client) = &client {
            *open.by_client.entry(client.clone()).or_default() += 1;
        }
        drop(open);
        Some(ConnectionSlot { connections: self.clone(), number, client, line })
    }

    /// Closes some idle connections to free their descriptors; returns whether there were any.
    pub fn close_waiting(&self) -> bool {
        self.open().close_waiting(|_| true)
    }

    /// Closes every idle connection.
    pub fn close_all_waiting(&self) {
        let open = self.open();
        open.lines.values().filter(|line| line.waiting_since().is_some()).for_each(|line| line.close());
    }
}

impl Open {
    fn close_waiting(&mut self, is_meant: impl Fn(&Line) -> bool) -> bool {
        let mut waiting: Vec<_> = self
            .lines
            .values()
            .filter(|line| is_meant(line))
            .filter_map(|line| Some((line.waiting_since()?, line)))
            .collect();
        let closed = waiting.len().div_ceil(CLOSED_SHARE);
        waiting.sort_unstable_by_key(|(since, _)| *since);
        waiting.iter().take(closed).for_each(|(_, line)| line.close());
        closed > 0
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut open = self.connections.open();
        open.lines.remove(&self.number);
        if let Some(client) = &self.client
            && let Some(count) = open.by_client.get_mut(client)
        {
            *count -= 1;
            if *count == 0 {
                open.by_client.remove(client);
            }
        }
    }
}
