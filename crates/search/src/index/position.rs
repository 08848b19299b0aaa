//! Page positions as text. A position stays valid across commits and restarts.

use crate::sort::SortKey;

/// Sort key and id of a row, comparable between segments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RowKey {
    pub(super) key: SortKey,
    pub(super) id: String,
}

/// Key of the last row of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PagePosition {
    /// 0 for preferred rows, 1 for the rest.
    pub(super) tier: u8,
    pub(super) key: SortKey,
    pub(super) id: String,
}

impl PagePosition {
    /// Serialises the position after a row of a query's result.
    pub(super) fn write(query: u64, tier: u8, row: &RowKey) -> String {
        let key = match &row.key {
            SortKey::Number(number) => format!("n{number:x}"),
            SortKey::Text(text) => format!("t{text}"),
        };
        // A key contains no slash. An id may, so it comes last.
        format!("{query:016x}/{tier}/{key}/{}", row.id)
    }

    /// Parses a position; `None` if it belongs to another query.
    pub(super) fn read(query: u64, text: &str) -> Option<Self> {
        let mut parts = text.splitn(4, '/');
        let (own_query, tier) = (parts.next()?, parts.next()?);
        let (key, id) = (parts.next()?, parts.next()?);
        if u64::from_str_radix(own_query, 16).ok()? != query {
            return None;
        }
        let key = match key.strip_prefix('t') {
            Some(text) => SortKey::Text(text.to_owned()),
            None => SortKey::Number(u64::from_str_radix(key.strip_prefix('n')?, 16).ok()?),
        };
        Some(Self { tier: tier.parse().ok()?, key, id: id.to_owned() })
    }
}

/// Hash of several strings.
pub(super) fn fingerprint(parts: &[&str]) -> u64 {
    hash(parts.join("\0").as_bytes())
}

/// FNV-1a. Stored in positions, so it must give the same value in every version.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |state, byte| (state ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_parsed_only_for_its_own_query() {
        for key in [SortKey::Number(u64::MAX), SortKey::Text("ana maria".to_owned())] {
            let row = RowKey { key, id: "per/1".to_owned() };
            let text = PagePosition::write(7, 1, &row);
            let read = PagePosition::read(7, &text).unwrap();
            assert_eq!((read.tier, read.key, read.id), (1, row.key, row.id));
            assert_eq!(PagePosition::read(8, &text), None);
        }
        for junk in ["", "/", "0000000000000007/1", "0000000000000007/1/q/x", "zz/1/n1/x"] {
            assert_eq!(PagePosition::read(7, junk), None, "{junk}");
        }
    }
}
