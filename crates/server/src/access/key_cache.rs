//! Keys that were read a moment ago, so that a charged call does not read its key again.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use moka::sync::Cache;
use store::{KeyOwner, Store, StoreError};

/// How long a key is kept. Changes of this process are seen at once; what another process changes (a command, another
/// node) is seen after this time.
const KEPT: Duration = Duration::from_secs(1);
/// Keys that are kept at most.
const KEYS_MAX: u64 = 10_000;

/// Recently read keys with their owners, by the hash of the key.
pub struct KeyCache(Cache<[u8; 32], Read>);

#[derive(Clone)]
struct Read {
    owner: Arc<KeyOwner>,
    version: u64,
    at: Instant,
}

impl Default for KeyCache {
    fn default() -> Self {
        Self(Cache::new(KEYS_MAX))
    }
}

impl KeyCache {
    /// The owner of a key, as of now or a moment ago. The balance may be older than that.
    pub fn owner(&self, store: &Store, hash: &[u8; 32]) -> Result<Option<Arc<KeyOwner>>, StoreError> {
        let version = store.state_version();
        if let Some(read) = self.0.get(hash)
            && read.version == version
            && read.at.elapsed() < KEPT
        {
            return Ok(Some(read.owner));
        }
        let at = Instant::now();
        let Some(owner) = store.key_owner(hash)?.map(Arc::new) else { return Ok(None) };
        // What is left of a cap changes with every charge.
        if owner.key.cap.is_none() {
            self.0.insert(*hash, Read { owner: owner.clone(), version, at });
        }
        Ok(Some(owner))
    }
}
