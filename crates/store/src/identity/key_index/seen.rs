//! Bloom filter of the stored keys: most keys of an import are new, and the filter saves their look-ups.

use records::keys::Key;

use crate::sql::{Result, Sql};

/// Words of the filter, as a power of two: 32 MiB, which save the look-ups of nearly all new keys of ten million
/// people, and of most of fifty million.
const WORDS_BITS: u32 = 22;

/// A Bloom filter, each key in one word of it.
pub(super) struct Seen(Vec<u64>);

impl Seen {
    /// All keys of the index, all rows of sources, and `more` keys that are not written yet.
    pub(super) fn all(sql: &mut dyn Sql, more: impl Iterator<Item = Key>) -> Result<Self> {
        let mut seen = Self(vec![0; 1 << WORDS_BITS]);
        sql.each("SELECT key FROM subject_key", &[], &mut |row| {
            seen.add(Key(row.int(0)?.cast_unsigned()));
            Ok(())
        })?;
        sql.each("SELECT source, reference FROM claim", &[], &mut |row| {
            seen.add(Key::row(&row.text(0)?, &row.text(1)?));
            Ok(())
        })?;
        more.for_each(|key| seen.add(key));
        Ok(seen)
    }

    pub(super) fn add(&mut self, key: Key) {
        self.0[word(key)] |= bits(key);
    }

    /// Whether a key may have been added; false only if it was not.
    pub(super) fn may_hold(&self, key: Key) -> bool {
        self.0[word(key)] & bits(key) == bits(key)
    }
}

fn word(key: Key) -> usize {
    // The cast cannot truncate: 22 bits fit any `usize`.
    (key.0 >> (u64::BITS - WORDS_BITS)) as usize
}

/// Three bits of a word. Keys are hashes, so that any of their bits are as good as random.
fn bits(key: Key) -> u64 {
    [0, 6, 12].into_iter().fold(0, |bits, shift| bits | 1 << (key.0 >> shift & 63))
}
