//! Connections that reads use, a bounded number of them.

use std::{
    sync::{Arc, Condvar, Mutex, PoisonError},
    time::Duration,
};

use super::{connect::Server, session::Session};
use crate::sql::{Result, StoreError};

/// How long a read waits for a connection.
const WAIT_MAX: Duration = Duration::from_secs(10);

/// Connections, unused ones at hand.
pub(super) struct Pool {
    server: Arc<Server>,
    state: Mutex<State>,
    returned: Condvar,
    most: usize,
}

#[derive(Default)]
struct State {
    idle: Vec<Session>,
    in_use: usize,
}

impl Pool {
    pub(super) fn new(server: Arc<Server>, most: usize) -> Self {
        Self { server, state: Mutex::default(), returned: Condvar::new(), most: most.max(1) }
    }

    /// Does something with a connection.
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut Session) -> Result<T>) -> Result<T> {
        let place = self.place()?;
        let mut session = match place.idle() {
            Some(session) => session,
            None => Session::open(&self.server)?,
        };
        let outcome = work(&mut session);
        if !session.client.is_closed() {
            self.locked().idle.push(session);
        }
        drop(place);
        outcome
    }

    fn place(&self) -> Result<Place<'_>> {
        let state = self.locked();
        let (mut state, waited) = self
            .returned
            .wait_timeout_while(state, WAIT_MAX, |state| state.in_use >= self.most)
            .unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() {
            return Err(StoreError::Unavailable(format!("all {} connections are in use", self.most)));
        }
        state.in_use += 1;
        Ok(Place(self))
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to use one connection; given back when it is dropped.
struct Place<'a>(&'a Pool);

impl Place<'_> {
    /// A connection that is still alive.
    fn idle(&self) -> Option<Session> {
        loop {
            let session = self.0.locked().idle.pop()?;
            if session.is_alive() {
                return Some(session);
            }
        }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.locked().in_use -= 1;
        self.0.returned.notify_one();
    }
}
