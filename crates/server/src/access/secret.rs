//! The installation's secret key, generated once and stored: authenticates cursors and hashes client addresses.

use store::{Entropy, Store, StoreError};

use crate::background::signature::hmac;

/// Names under which the parts of the key are stored.
const PARTS: [&str; 4] = ["door key 1", "door key 2", "door key 3", "door key 4"];

/// The installation's secret key.
#[derive(Clone, Copy)]
pub struct Secret([u8; 32]);

impl Secret {
    /// Loads the key; generates it if there is none.
    pub fn of(store: &Store, entropy: &Entropy) -> Result<Self, StoreError> {
        let mut key = [0; 32];
        for (name, bytes) in PARTS.into_iter().zip(key.chunks_exact_mut(8)) {
            let mut drawn = [0; 8];
            entropy.fill(&mut drawn);
            bytes.copy_from_slice(&store.drawn_once_and_wait(name, u64::from_le_bytes(drawn))?.to_le_bytes());
        }
        Ok(Self(key))
    }

    /// MAC of `content` for `purpose` under this key.
    pub fn mac(&self, purpose: &str, content: &[u8]) -> [u8; 32] {
        hmac(&self.0, &[purpose.as_bytes(), b"\0", content].concat())
    }
}
