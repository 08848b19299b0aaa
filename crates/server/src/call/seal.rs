//! Encrypts stored replies that contain a secret. The key is derived from the caller's API key.

use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce, aead::Aead};
use sha2::{Digest, Sha256};
use store::Entropy;

const NONCE_BYTES: usize = 24;

/// Encrypts an answer with the caller's API key. The server stores only the key's hash, so it cannot decrypt it.
pub fn seal(answer: &[u8], api_key: &str, entropy: &Entropy) -> Vec<u8> {
    let mut nonce = [0_u8; NONCE_BYTES];
    entropy.fill(&mut nonce);
    // On failure store nothing rather than a secret in plain text.
    let locked = cipher(api_key).encrypt(&XNonce::from(nonce), answer).unwrap_or_default();
    [&nonce[..], &locked].concat()
}

/// Decrypts a sealed answer; none if the API key differs.
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
