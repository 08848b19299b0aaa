//! Decoys: made-up local parts for the catch-all check.
//!
//! Some servers accept everything that looks like a person's name and refuse random letters. So a decoy has the shape
//! of the address it is compared with: two pronounceable words with the same separator, or one word.

const BEGINNINGS: [&str; 24] = [
    "mar", "lor", "vel", "tam", "ker", "sol", "bran", "del", "fin", "gar", "hol", "jor", "lin", "mon", "nor",
    "pel", "ros", "san", "tor", "ver", "wil", "zan", "cor", "hal",
];
const MIDDLES: [&str; 16] =
    ["a", "e", "i", "o", "ina", "ele", "ori", "ane", "iva", "eso", "uma", "olo", "edi", "ari", "one", "ul"];
const ENDINGS: [&str; 20] = [
    "ldin", "nberg", "rsson", "tini", "kova", "lard", "mund", "nelli", "rano", "sken", "tova", "vard",
    "welle", "nden", "lmar", "ster", "rona", "dell", "brook", "mann",
];

/// Consonants and vowels of short decoys, which consist of rare syllables: a short word made of common ones is often
/// the name of a real mailbox.
const RARE_CONSONANTS: [&str; 8] = ["z", "v", "k", "w", "j", "x", "q", "f"];
const VOWELS: [&str; 5] = ["u", "o", "e", "i", "a"];
/// From this length on a word is made of common syllables.
const NAME_LIKE: usize = 8;
/// Shortest decoys of one word and of two: shorter ones may exist.
const SHORTEST: (usize, usize) = (5, 9);

/// Shape of a local part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct DecoyShape {
    /// Separator of its words; absent for one word.
    pub(crate) separator: Option<char>,
    /// Number of characters. Some servers accept every name up to a length.
    pub(crate) length: usize,
}

impl DecoyShape {
    pub(crate) fn of(local: &str) -> Self {
        let local = local.trim_matches('"');
        let separator = local.chars().find(|character| ".-_".contains(*character));
        let shape = Self { separator, length: local.chars().count() };
        Self { length: shape.length.max(shape.shortest().length), ..shape }
    }

    /// The shortest decoy with the same separator.
    pub(crate) fn shortest(self) -> Self {
        let length = if self.separator.is_some() { SHORTEST.1 } else { SHORTEST.0 };
        Self { length, ..self }
    }

    /// Whether a server that refuses a made-up name of this shape refuses those of the other as well: names of another
    /// form or of fewer letters may be accepted.
    pub(crate) fn speaks_for(self, other: Self) -> bool {
        self.separator == other.separator && self.length <= other.length
    }
}

/// A made-up local part of this shape. Deterministic for a seed and a domain.
pub(crate) fn decoy(seed: u64, domain: &str, shape: DecoyShape) -> String {
    let mut state = domain.bytes().fold(mixed(seed), |state, byte| mixed(state ^ u64::from(byte)));
    let mut pick = |words: &[&'static str]| {
        state = mixed(state);
        words[(state % words.len() as u64) as usize]
    };
    let mut word = |length: usize| {
        let mut word = String::new();
        if length >= NAME_LIKE {
            word = format!("{}{}{}", pick(&BEGINNINGS), pick(&MIDDLES), pick(&ENDINGS));
        }
        while word.len() < length {
            word.push_str(pick(&RARE_CONSONANTS));
            word.push_str(pick(&VOWELS));
        }
        word.truncate(length);
        word
    };
    match shape.separator {
        Some(separator) => {
            let first = (shape.length - 1) / 2;
            format!("{}{separator}{}", word(first), word(shape.length - 1 - first))
        }
        None => word(shape.length),
    }
}

/// SplitMix64 finalizer: every input bit affects every output bit.
pub(crate) fn mixed(value: u64) -> u64 {
    let mut value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decoy_has_the_shape_of_the_compared_address() {
        for like in ["jane.doe", "jane_doe", "j-doe"] {
            let separator = like.chars().find(|character| !character.is_alphabetic()).unwrap();
            let name = decoy(1, "acme.com", DecoyShape::of(like));
            assert_eq!(name.matches(separator).count(), 1, "{name}");
        }
        for like in ["jane.doe-weber", "maria", "wolfeschlegelsteinhausen", "christopher_wellington"] {
            let name = decoy(1, "acme.com", DecoyShape::of(like));
            assert_eq!(name.len(), like.len(), "{name}");
        }
        let single = decoy(1, "acme.com", DecoyShape::of("jdoe"));
        assert!(single.bytes().all(|byte| byte.is_ascii_lowercase()), "{single}");
    }

    #[test]
    fn a_decoy_is_deterministic_and_differs_by_seed_and_domain() {
        let name = |seed, domain| decoy(seed, domain, DecoyShape::of("jane.doe"));
        assert_eq!(name(7, "acme.com"), name(7, "acme.com"));
        assert_ne!(name(7, "acme.com"), name(8, "acme.com"));
        assert_ne!(name(7, "acme.com"), name(7, "acme.org"));
    }
}
