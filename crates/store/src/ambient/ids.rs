//! Ids made of the time and of randomness.

use crate::ambient::{Entropy, clock::Clock};

/// A new id: a prefix, then 26 characters that sort by time of making.
pub fn new_id(prefix: &str, clock: &Clock, entropy: &Entropy) -> String {
    const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut random = [0_u8; 10];
    entropy.fill(&mut random);
    let millis = u128::try_from(clock.now().as_millisecond()).unwrap_or(0);
    let mut bits = (millis & 0xffff_ffff_ffff) << 80;
    for (position, byte) in random.iter().enumerate() {
        bits |= u128::from(*byte) << (position * 8);
    }
    let mut id = String::with_capacity(prefix.len() + 27);
    id.push_str(prefix);
    id.push('_');
    for position in (0..26).rev() {
        id.push(char::from(ALPHABET[(bits >> (position * 5)) as usize & 31]));
    }
    id
}
