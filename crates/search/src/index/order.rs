//! The orders in which documents are listed.
//!
//! An order is a key, then the id. Keys of one segment are compared as numbers; between segments, and in
//! positions that outlive a segment, by what those numbers stand for.

use tantivy::columnar::{StrColumn, TermOrdHit};

use super::segment::Segment;
use crate::{error::Result, field::Number};

/// An order of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// By name, from the first letter on.
    Name,
    /// By a number, from the highest down; documents without it last.
    Highest(Number),
}

/// A key as it is compared between segments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    Number(u64),
    Text(String),
}

/// A key and an id as numbers of one segment.
pub(super) type Row = (u64, u64);

impl Order {
    /// How many orders there are.
    pub(super) const COUNT: usize = 1 + Number::ALL.len();

    /// Every order.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Name).chain(Number::ALL.iter().map(|number| Self::Highest(*number)))
    }

    pub(super) fn number(self) -> usize {
        match self {
            Self::Name => 0,
            Self::Highest(number) => 1 + number as usize,
        }
    }

    /// The row of a document.
    pub(super) fn row(self, segment: &Segment, document: u32) -> Row {
        let key = match self {
            Self::Name => segment.names.ords().first(document).unwrap_or(0),
            Self::Highest(number) => {
                descending(segment.number(number).and_then(|column| column.first(document)))
            }
        };
        (key, segment.ids.ords().first(document).unwrap_or(0))
    }

    /// Every document of a segment, in order.
    pub(super) fn of_segment(self, segment: &Segment) -> Box<[u32]> {
        let rows = (0..segment.documents).map(|document| (self.row(segment, document), document));
        let mut rows: Vec<(Row, u32)> = rows.collect();
        rows.sort_unstable();
        rows.into_iter().map(|(_, document)| document).collect()
    }

    /// A key as it is compared between segments.
    pub(super) fn key(self, segment: &Segment, row: Row) -> Result<Key> {
        match self {
            Self::Highest(_) => Ok(Key::Number(row.0)),
            Self::Name => {
                let mut name = String::new();
                segment.names.ord_to_str(row.0, &mut name)?;
                Ok(Key::Text(name))
            }
        }
    }

    /// The first row of a segment that comes after a key and an id.
    pub(super) fn after(self, segment: &Segment, key: &Key, id: &str) -> Result<Row> {
        let next_id = || -> Result<u64> {
            Ok(match ordinal(&segment.ids, id)? {
                TermOrdHit::Exact(ordinal) => ordinal + 1,
                TermOrdHit::Next(ordinal) => ordinal,
            })
        };
        match key {
            Key::Number(number) => Ok((*number, next_id()?)),
            Key::Text(name) => Ok(match ordinal(&segment.names, name)? {
                TermOrdHit::Exact(ordinal) => (ordinal, next_id()?),
                TermOrdHit::Next(ordinal) => (ordinal, 0),
            }),
        }
    }
}

fn ordinal(column: &StrColumn, text: &str) -> Result<TermOrdHit> {
    Ok(column.dictionary().term_ord_or_next(text)?)
}

/// A number as a key that ascends where the number descends; nothing comes last.
fn descending(number: Option<i64>) -> u64 {
    number.map_or(u64::MAX, |number| !(number.cast_unsigned() ^ (1 << 63)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn higher_numbers_come_first_and_missing_ones_last() {
        let mut keys = [Some(5), None, Some(-3), Some(i64::MAX), Some(0)].map(descending);
        keys.sort_unstable();
        assert_eq!(keys, [Some(i64::MAX), Some(5), Some(0), Some(-3), None].map(descending));
    }
}
