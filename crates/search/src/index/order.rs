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
        let rows: Vec<Row> = (0..segment.documents).map(|document| self.row(segment, document)).collect();
        let keys: Vec<u64> = rows.iter().map(|(key, _)| *key).collect();
        let mut by_id: Vec<u32> = (0..segment.documents).collect();
        // A record that was written twice has two documents of one id; the older is no longer found.
        by_id.sort_unstable_by_key(|document| (rows[*document as usize].1, *document));
        sort_by_key(by_id, &keys)
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

/// Bits of a key that one pass sorts by.
const DIGIT_BITS: u32 = 16;

/// Sorts documents by their keys, equal ones as they were: digit by digit, which for millions of documents is several
/// times as fast as comparing them.
fn sort_by_key(mut documents: Vec<u32>, keys: &[u64]) -> Box<[u32]> {
    let present = || keys.iter().copied().filter(|key| *key != u64::MAX);
    let low = present().min().unwrap_or(0);
    // Keys lie close together, apart from the one that says there is none.
    let last = present().max().map_or(0, |high| high - low + 1);
    let digits = |document: u32| match keys[document as usize] {
        u64::MAX => last,
        key => key - low,
    };
    let mut sorted = vec![0; documents.len()];
    let mut shift = 0;
    while shift < u64::BITS && (last >> shift) > 0 {
        let digit = |document: u32| (digits(document) >> shift) as usize & ((1 << DIGIT_BITS) - 1);
        let mut starts = vec![0_usize; (1 << DIGIT_BITS) + 1];
        documents.iter().for_each(|document| starts[digit(*document) + 1] += 1);
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        for document in &documents {
            let start = &mut starts[digit(*document)];
            sorted[*start] = *document;
            *start += 1;
        }
        std::mem::swap(&mut documents, &mut sorted);
        shift += DIGIT_BITS;
    }
    documents.into_boxed_slice()
}

/// A number as a key that ascends where the number descends; nothing comes last.
fn descending(number: Option<i64>) -> u64 {
    number.map_or(u64::MAX, |number| !(number.cast_unsigned() ^ (1 << 63)))
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    proptest! {
        #[test]
        fn documents_are_sorted_by_key_and_equal_ones_stay_as_they_were(
            numbers in vec(prop_oneof![Just(None), (0i64..4).prop_map(Some), any::<i64>().prop_map(Some)], 0..60),
        ) {
            let keys: Vec<u64> = numbers.into_iter().map(descending).collect();
            let mut compared: Vec<u32> = (0..keys.len() as u32).rev().collect();
            let sorted = sort_by_key(compared.clone(), &keys);
            compared.sort_by_key(|document| keys[*document as usize]);
            prop_assert_eq!(&*sorted, compared.as_slice());
        }
    }

    #[test]
    fn higher_numbers_come_first_and_missing_ones_last() {
        let mut keys = [Some(5), None, Some(-3), Some(i64::MAX), Some(0)].map(descending);
        keys.sort_unstable();
        assert_eq!(keys, [Some(i64::MAX), Some(5), Some(0), Some(-3), None].map(descending));
    }
}
