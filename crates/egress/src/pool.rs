//! Pool of idle connections, reused for requests to the same origin.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use crate::{line::Connection, target::UrlOrigin};

/// Idle connections are dropped after this time: their address was checked only when they were opened.
const IDLE_LIMIT: Duration = Duration::from_secs(15);
const CONNECTIONS_PER_ORIGIN: usize = 8;
const CONNECTION_LIMIT: usize = 256;

#[derive(Default)]
pub(crate) struct Pool {
    connections: Mutex<HashMap<UrlOrigin, Vec<(Instant, Connection)>>>,
}

impl Pool {
    /// An open connection to the origin, the most recently used first.
    pub(crate) fn take(&self, origin: &UrlOrigin) -> Option<Connection> {
        let mut connections = self.lock();
        let idle = connections.get_mut(origin)?;
        while let Some((since, connection)) = idle.pop() {
            if since.elapsed() < IDLE_LIMIT && connection.sender.is_ready() {
                return Some(connection);
            }
        }
        connections.remove(origin);
        None
    }

    /// Returns a connection to the pool if it is still open and the limits allow.
    pub(crate) fn put(&self, origin: &UrlOrigin, connection: Connection) {
        if connection.sender.is_closed() {
            return;
        }
        let mut connections = self.lock();
        let mut count: usize = connections.values().map(Vec::len).sum();
        if count >= CONNECTION_LIMIT {
            connections.retain(|_, idle| {
                idle.retain(|(since, connection)| {
                    since.elapsed() < IDLE_LIMIT && !connection.sender.is_closed()
                });
                !idle.is_empty()
            });
            count = connections.values().map(Vec::len).sum();
        }
        let idle = connections.entry(origin.clone()).or_default();
        if count < CONNECTION_LIMIT && idle.len() < CONNECTIONS_PER_ORIGIN {
            idle.push((Instant::now(), connection));
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<UrlOrigin, Vec<(Instant, Connection)>>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
