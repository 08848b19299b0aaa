//! API keys: recognizable prefix, checksum verified without a look-up, stored only as a hash.

use sha2::{Digest, Sha256};
use store::{Clock, Entropy, KeyId, NewKey, NewKeyCap, Scopes};

/// Prefix of every key; secret scanners search for it.
pub const PREFIX: &str = "brimful_live_";

const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARACTERS: usize = 26;
const CHECKSUM_CHARACTERS: usize = 6;
const HINT_CHARACTERS: usize = 4;
/// What the history has in the place of a key's name for calls made from the pages.
const PAGES_NAME: &str = "pages";

/// Generates a key: the text shown once to its owner, and what is stored.
pub fn generate(
    name: &str,
    scopes: Scopes,
    expires_at: Option<jiff::Timestamp>,
    clock: &Clock,
    entropy: &Entropy,
) -> (String, NewKey) {
    let mut secret = String::from(PREFIX);
    while secret.len() < PREFIX.len() + RANDOM_CHARACTERS {
        let mut bytes = [0_u8; 32];
        entropy.fill(&mut bytes);
        // 248 is the largest multiple of 62 in a byte: rejecting the rest keeps every character equally likely.
        let fair = bytes.iter().filter(|byte| **byte < 248);
        let missing = PREFIX.len() + RANDOM_CHARACTERS - secret.len();
        secret.extend(fair.take(missing).map(|byte| char::from(ALPHABET[usize::from(byte % 62)])));
    }
    let checksum = checksum(&secret);
    secret.push_str(&checksum);
    let hint = secret[secret.len() - HINT_CHARACTERS..].to_owned();
    let key = NewKey {
        id: KeyId::generate(clock, entropy),
        name: name.to_owned(),
        hash: hash(&secret),
        hint,
        scopes,
        expires_at,
        for_pages: false,
        cap: NewKeyCap::None,
    };
    (secret, key)
}

/// The key under which the signed-in pages of an account make their calls. Its hash is random, so that no secret has it.
pub fn for_pages(clock: &Clock, entropy: &Entropy) -> NewKey {
    let mut hash = [0; 32];
    entropy.fill(&mut hash);
    NewKey {
        id: KeyId::generate(clock, entropy),
        name: PAGES_NAME.to_owned(),
        hash,
        hint: String::new(),
        scopes: Scopes::CUSTOMER,
        expires_at: None,
        cap: NewKeyCap::None,
        for_pages: true,
    }
}

/// Whether a text has the format and checksum of a key; detects typos without a look-up.
pub fn is_well_formed(text: &str) -> bool {
    let length = PREFIX.len() + RANDOM_CHARACTERS + CHECKSUM_CHARACTERS;
    if text.len() != length || !text.is_ascii() || !text.starts_with(PREFIX) {
        return false;
    }
    let (body, sum) = text.split_at(length - CHECKSUM_CHARACTERS);
    checksum(body) == sum
}

/// The stored hash of a key.
pub fn hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

fn checksum(body: &str) -> String {
    let mut rest = crc32fast::hash(body.as_bytes());
    let mut text = [0_u8; CHECKSUM_CHARACTERS];
    for place in text.iter_mut().rev() {
        *place = ALPHABET[(rest % 62) as usize];
        rest /= 62;
    }
    text.iter().map(|byte| char::from(*byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_is_recognised_without_a_look_up() {
        let clock = Clock::manual(jiff::Timestamp::UNIX_EPOCH);
        let (secret, key) = generate("first", Scopes::CUSTOMER, None, &clock, &Entropy::seeded(7));
        assert_eq!(secret.len(), PREFIX.len() + 32);
        assert!(is_well_formed(&secret));
        assert_eq!(key.hash, hash(&secret));
        for position in 0..secret.len() {
            let mut typo = secret.clone().into_bytes();
            typo[position] = if typo[position] == b'a' { b'b' } else { b'a' };
            assert!(!is_well_formed(&String::from_utf8(typo).unwrap()), "position {position}");
        }
        assert!(!is_well_formed(""));
        assert!(!is_well_formed(&secret[1..]));
    }
}
