//! Where a page ended, as text that outlives commits and restarts.

use super::{order::Key, page::Place};

/// The last row of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Position {
    /// 0 for preferred rows, 1 for the rest.
    pub(super) tier: u8,
    pub(super) key: Key,
    pub(super) id: String,
}

impl Position {
    /// Writes the position after a row of the answer to a question.
    pub(super) fn write(question: u64, tier: u8, place: &Place) -> String {
        let key = match &place.key {
            Key::Number(number) => format!("n{number:x}"),
            Key::Text(text) => format!("t{text}"),
        };
        // A key has no slash in it; an id may have any character.
        format!("{question:016x}/{tier}/{key}/{}", place.id)
    }

    /// Reads a position; none when it is not from this question.
    pub(super) fn read(question: u64, text: &str) -> Option<Self> {
        let mut parts = text.splitn(4, '/');
        let (asked, tier) = (parts.next()?, parts.next()?);
        let (key, id) = (parts.next()?, parts.next()?);
        if u64::from_str_radix(asked, 16).ok()? != question {
            return None;
        }
        let key = match key.strip_prefix('t') {
            Some(text) => Key::Text(text.to_owned()),
            None => Key::Number(u64::from_str_radix(key.strip_prefix('n')?, 16).ok()?),
        };
        Some(Self { tier: tier.parse().ok()?, key, id: id.to_owned() })
    }
}

/// A number that tells questions apart.
pub(super) fn fingerprint(parts: &[&str]) -> u64 {
    hash(parts.join("\0").as_bytes())
}

/// FNV-1a, the same in every version.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |state, byte| (state ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_back_only_within_its_question() {
        for key in [Key::Number(u64::MAX), Key::Text("ana maria".to_owned())] {
            let place = Place { key, id: "per/1".to_owned() };
            let text = Position::write(7, 1, &place);
            let read = Position::read(7, &text).unwrap();
            assert_eq!((read.tier, read.key, read.id), (1, place.key, place.id));
            assert_eq!(Position::read(8, &text), None);
        }
        for junk in ["", "/", "0000000000000007/1", "0000000000000007/1/q/x", "zz/1/n1/x"] {
            assert_eq!(Position::read(7, junk), None, "{junk}");
        }
    }
}
