//! Answers that hold a secret are kept for a replay only under lock: the caller's own key opens them.

use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce, aead::Aead};
use sha2::{Digest, Sha256};
use store::Entropy;

const NONCE_BYTES: usize = 24;

/// Locks an answer with the API key that asked for it. The server stores no key, so it cannot open it itself.
pub fn seal(answer: &[u8], api_key: &str, entropy: &Entropy) -> Vec<u8> {
    let mut nonce = [0_u8; NONCE_BYTES];
    entropy.fill(&mut nonce);
    // Nothing to keep is better than a secret kept open.
    let locked = cipher(api_key).encrypt(&XNonce::from(nonce), answer).unwrap_or_default();
    [&nonce[..], &locked].concat()
}

/// Opens a locked answer; none for another key than the one that asked.
pub fn open(sealed: &[u8], api_key: &str) -> Option<Vec<u8>> {
    let (nonce, locked) = sealed.split_first_chunk::<NONCE_BYTES>()?;
    cipher(api_key).decrypt(&XNonce::from(*nonce), locked).ok()
}

fn cipher(api_key: &str) -> XChaCha20Poly1305 {
    let mut key = Sha256::new_with_prefix(b"kept answer\0");
    key.update(api_key.as_bytes());
    XChaCha20Poly1305::new(&key.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_key_that_asked_opens_the_answer() {
        let sealed = seal(b"the answer", "one key", &Entropy::seeded(1));
        assert_eq!(open(&sealed, "one key").unwrap(), b"the answer");
        assert_eq!(open(&sealed, "another key"), None);
        assert_eq!(open(b"short", "one key"), None);
        assert!(!sealed.windows(6).any(|bytes| bytes == b"answer"));
    }
}
