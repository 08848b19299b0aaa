//! Calls with an idempotency key that are running now.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use tokio::sync::Notify;

/// Calls with an idempotency key that are running now.
#[derive(Default)]
pub struct InFlight {
    running: Mutex<HashMap<(String, String), [u8; 32]>>,
    pub finished: Notify,
}

/// A claim on an idempotency key; released on drop.
pub struct Turn<'a> {
    in_flight: &'a InFlight,
    owner: (String, String),
}

impl InFlight {
    pub fn claim(&self, owner: &str, key: &str, digest: [u8; 32]) -> Result<Turn<'_>, [u8; 32]> {
        let owner = (owner.to_owned(), key.to_owned());
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        match running.get(&owner) {
            Some(other) => Err(*other),
            None => {
                running.insert(owner.clone(), digest);
                Ok(Turn { in_flight: self, owner })
            }
        }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.in_flight.running.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.owner);
        self.in_flight.finished.notify_waiters();
    }
}
