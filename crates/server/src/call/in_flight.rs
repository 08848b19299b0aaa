//! Calls with an idempotency key that are running now: those of this process in its memory, and those of the other nodes of a
//! shared store by a claim in the store.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use store::{KeyClaim, Store};
use tokio::{runtime::Handle, sync::Notify};

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
    /// The claim among the nodes of a shared store.
    claim: Option<(Store, KeyClaim)>,
}

impl InFlight {
    pub fn claim(&self, owner: &str, key: &str, digest: [u8; 32]) -> Result<Turn<'_>, [u8; 32]> {
        let owner = (owner.to_owned(), key.to_owned());
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        match running.get(&owner) {
            Some(other) => Err(*other),
            None => {
                running.insert(owner.clone(), digest);
                Ok(Turn { in_flight: self, owner, claim: None })
            }
        }
    }
}

impl Turn<'_> {
    /// The turn has been claimed among the nodes of the store, too.
    pub fn claimed(&mut self, store: &Store, claim: KeyClaim) {
        self.claim = Some((store.clone(), claim));
    }

    /// Whether it is claimed among the nodes of a shared store.
    pub fn is_claimed(&self) -> bool {
        self.claim.is_some()
    }

    /// The reply that was kept has ended the claim in its transaction.
    pub fn has_kept_reply(&mut self) {
        self.claim = None;
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        // On a thread of its own, so that the answer does not wait. A claim that cannot be ended ends with its lease.
        if let (Some((store, claim)), Ok(runtime)) = (self.claim.take(), Handle::try_current()) {
            runtime.spawn_blocking(move || {
                if let Err(error) = store.end_claim(&claim) {
                    tracing::warn!(%error, "the claim of an idempotency key is not ended before its lease");
                }
            });
        }
        self.in_flight.running.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.owner);
        self.in_flight.finished.notify_waiters();
    }
}
