//! The register of open connections: how many there are in all and from one address, and which has to go.

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

/// File descriptors kept free for the store, the search index and requests to the outside.
const DESCRIPTORS_RESERVED: u64 = 256;
/// Connections that are served however few descriptors there are.
const CONNECTIONS_MIN: usize = 16;
/// Of waiting connections, the share that is closed when there is no room: one in so many, the longest-waiting first.
/// Closing several at once keeps the search for them cheap under a flood of new connections.
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

/// A place in the register; free again when dropped.
pub struct Place {
    connections: Arc<Connections>,
    number: u64,
    client: Option<String>,
    /// The connection.
    pub line: Arc<Line>,
}

/// How many connections are served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caps {
    /// In all.
    pub all: usize,
    /// From one client network.
    pub per_client: usize,
}

impl Caps {
    /// The caps of the settings, lowered to what the process's descriptors allow.
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

    /// Open connections.
    pub fn count(&self) -> usize {
        self.open().lines.len()
    }

    /// Takes a place for a connection from `peer`. Where there is none, connections that only wait for a request
    /// are closed for it, the longest-waiting first; none when every connection has a call.
    pub fn admit(self: &Arc<Self>, peer: IpAddr, is_proxy: bool, caps: Caps) -> Option<Place> {
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
        Some(Place { connections: self.clone(), number, client, line })
    }

    /// Closes some connections that only wait, to free their descriptors; whether there were any.
    pub fn close_waiting(&self) -> bool {
        self.open().close_waiting(|_| true)
    }

    /// Closes every connection that only waits.
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

impl Drop for Place {
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
