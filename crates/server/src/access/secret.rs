//! The key an installation draws once and keeps: it proves that a cursor is one of ours, and hides whose address was
//! counted.

use store::{Entropy, Store, StoreError};

use crate::background::signature::hmac;

/// The names under which the parts of the key are kept.
const PARTS: [&str; 4] = ["door key 1", "door key 2", "door key 3", "door key 4"];

/// The key.
#[derive(Clone, Copy)]
pub struct Secret([u8; 32]);

impl Secret {
    /// The key of an installation; drawn now where there is none.
    pub fn of(store: &Store, entropy: &Entropy) -> Result<Self, StoreError> {
        let mut key = [0; 32];
        for (name, bytes) in PARTS.into_iter().zip(key.chunks_exact_mut(8)) {
            let mut drawn = [0; 8];
            entropy.fill(&mut drawn);
            bytes.copy_from_slice(&store.drawn_once_and_wait(name, u64::from_le_bytes(drawn))?.to_le_bytes());
        }
        Ok(Self(key))
    }

    /// Proves that this installation has written `content` for `purpose`.
    pub fn mac(&self, purpose: &str, content: &[u8]) -> [u8; 32] {
        hmac(&self.0, &[purpose.as_bytes(), b"\0", content].concat())
    }
}
