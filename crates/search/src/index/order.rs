//! Sort orders of documents within a segment.
//!
//! Documents are sorted by a key, then by id. Within a segment keys are compared as ordinals; between segments, and in
//! positions that outlive a segment, by the values of those ordinals.

use tantivy::columnar::{StrColumn, TermOrdHit};

use super::segment::Segment;
use crate::{
    error::Result,
    sort::{Order, SortKey},
};

/// Ordinals of a key and of an id within one segment.
pub(super) type OrderedRow = (u64, u64);

impl Order {
    pub(super) fn row(self, segment: &Segment, document: u32) -> OrderedRow {
        let key = match self {
            Self::Name => segment.names.ords().first(document).unwrap_or(0),
            Self::Highest(number) => {
                descending(segment.number(number).and_then(|column| column.first(document)))
            }
        };
        (key, segment.ids.ords().first(document).unwrap_or(0))
    }

    /// All documents of a segment, sorted.
    pub(super) fn of_segment(self, segment: &Segment) -> Box<[u32]> {
        let rows: Vec<OrderedRow> =
            (0..segment.documents).map(|document| self.row(segment, document)).collect();
        let keys: Vec<u64> = rows.iter().map(|(key, _)| *key).collect();
        let mut by_id: Vec<u32> = (0..segment.documents).collect();
        // A record that was written twice has two documents with the same id; the older one is deleted.
        by_id.sort_unstable_by_key(|document| (rows[*document as usize].1, *document));
        sort_by_key(by_id, &keys)
    }

    /// Converts the key of a row into one that is comparable between segments.
    pub(super) fn key(self, segment: &Segment, row: OrderedRow) -> Result<SortKey> {
        match self {
            Self::Highest(_) => Ok(SortKey::Number(row.0)),
            Self::Name => {
                let mut name = String::new();
                segment.names.ord_to_str(row.0, &mut name)?;
                Ok(SortKey::Text(name))
            }
        }
    }

    /// The smallest possible row of a segment after a key and an id.
    pub(super) fn after(self, segment: &Segment, key: &SortKey, id: &str) -> Result<OrderedRow> {
        let next_id = || -> Result<u64> {
            Ok(match ordinal(&segment.ids, id)? {
                TermOrdHit::Exact(ordinal) => ordinal + 1,
                TermOrdHit::Next(ordinal) => ordinal,
            })
        };
        match key {
            SortKey::Number(number) => Ok((*number, next_id()?)),
            SortKey::Text(name) => Ok(match ordinal(&segment.names, name)? {
                TermOrdHit::Exact(ordinal) => (ordinal, next_id()?),
                TermOrdHit::Next(ordinal) => (ordinal, 0),
            }),
        }
    }
}

fn ordinal(column: &StrColumn, text: &str) -> Result<TermOrdHit> {
    Ok(column.dictionary().term_ord_or_next(text)?)
}

/// Bits of a key per radix-sort pass.
const DIGIT_BITS: u32 = 16;

/// Stable radix sort of documents by key. For millions of documents it is several times as fast as a comparison sort.
fn sort_by_key(mut documents: Vec<u32>, keys: &[u64]) -> Box<[u32]> {
    let present = || keys.iter().copied().filter(|key| *key != u64::MAX);
    let low = present().min().unwrap_or(0);
    // Keys are close together, except `u64::MAX`, which stands for a missing value.
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

/// Maps a number to a key that sorts in descending order; missing values come last.
fn descending(number: Option<i64>) -> u64 {
    number.map_or(u64::MAX, |number| !(number.cast_unsigned() ^ (1 << 63)))
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    proptest! {
        #[test]
        fn the_sort_by_key_is_correct_and_stable(
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
