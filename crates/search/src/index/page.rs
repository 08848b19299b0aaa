//! Lists one page of matching documents by merging the sorted rows of all segments.

use std::{cmp::Reverse, collections::BinaryHeap};

use roaring::RoaringBitmap;

use super::{
    order::OrderedRow,
    position::{PagePosition, RowKey},
    segment::Segment,
    view::IndexView,
};
use crate::{error::Result, plan::Node, sort::Order};

/// Cost of reading and sorting one document, relative to skipping one in a precomputed order.
const SORTING_FACTOR: u64 = 4;

/// Lists up to `limit` rows of an order after a position, and whether more follow.
///
/// Preferred documents come first. A row's position depends on that row alone, so paging continues correctly while
/// other rows are written.
pub(super) fn list(
    view: &IndexView,
    found: &[RoaringBitmap],
    preferred: Option<&Node>,
    order: Order,
    limit: usize,
    after: Option<&PagePosition>,
) -> Result<(Vec<(u8, RowKey)>, bool)> {
    let wanted = limit + 1;
    let mut rows = Vec::new();
    let split = preferred.map(|preferred| split(view, found, preferred)).transpose()?;
    let tiers = match &split {
        Some((first, rest)) => vec![first.as_slice(), rest],
        None => vec![found],
    };
    for (tier, sets) in (0..).zip(tiers) {
        let after = match after {
            Some(position) if position.tier > tier => continue,
            after => after.filter(|position| position.tier == tier),
        };
        let found = merge(view, sets, order, wanted - rows.len(), after)?;
        rows.extend(found.into_iter().map(|row| (tier, row)));
        if rows.len() == wanted {
            break;
        }
    }
    let more = rows.len() > limit;
    rows.truncate(limit);
    Ok((rows, more))
}

type Split = (Vec<RoaringBitmap>, Vec<RoaringBitmap>);

/// Splits the matches into preferred ones and the rest.
fn split(view: &IndexView, found: &[RoaringBitmap], preferred: &Node) -> Result<Split> {
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for (view_of_segment, found) in view.segments.iter().zip(found) {
        let matching = view_of_segment.segment.evaluate(&view.fields, preferred)?;
        first.push(found & &*matching);
        rest.push(found - &*matching);
    }
    Ok((first, rest))
}

/// K-way merge of the segments' rows with a heap.
fn merge(
    view: &IndexView,
    sets: &[RoaringBitmap],
    order: Order,
    wanted: usize,
    after: Option<&PagePosition>,
) -> Result<Vec<RowKey>> {
    let mut cursors = Vec::with_capacity(sets.len());
    let mut heads = BinaryHeap::with_capacity(sets.len());
    for (view, set) in view.segments.iter().zip(sets) {
        let start = match after {
            Some(position) => order.after(&view.segment, &position.key, &position.id)?,
            None => (0, 0),
        };
        let mut cursor = SegmentCursor::new(&view.segment, set, order, wanted, start);
        if let Some(row) = cursor.next()? {
            heads.push(Reverse((row, cursors.len())));
        }
        cursors.push(cursor);
    }
    let mut rows = Vec::with_capacity(wanted);
    while rows.len() < wanted {
        let Some(Reverse((row, cursor))) = heads.pop() else { break };
        rows.push(row);
        if let Some(next) = cursors[cursor].next()? {
            heads.push(Reverse((next, cursor)));
        }
    }
    Ok(rows)
}

/// Lazy iterator over the matching rows of one segment, in order.
struct SegmentCursor<'v> {
    segment: &'v Segment,
    set: &'v RoaringBitmap,
    order: Order,
    wanted: usize,
    steps: Steps<'v>,
}

enum Steps<'v> {
    /// Few matches: they are sorted.
    Sorted(std::vec::IntoIter<(OrderedRow, u32)>),
    /// Many matches: the precomputed order of the segment is scanned, skipping documents that do not match.
    Scanned(std::slice::Iter<'v, u32>),
}

impl<'v> SegmentCursor<'v> {
    fn new(
        segment: &'v Segment,
        set: &'v RoaringBitmap,
        order: Order,
        wanted: usize,
        start: OrderedRow,
    ) -> Self {
        let (found, all) = (set.len(), u64::from(segment.documents));
        // Scanning costs about `wanted * all / found` steps, sorting about `found` rows.
        let sorted = found * found * SORTING_FACTOR <= wanted as u64 * all;
        let steps = if sorted {
            Steps::Sorted(smallest(segment, set, order, wanted, start).into_iter())
        } else {
            let documents = segment.ordered(order);
            let first = documents.partition_point(|document| order.row(segment, *document) < start);
            Steps::Scanned(documents[first..].iter())
        };
        Self { segment, set, order, wanted, steps }
    }

    fn next(&mut self) -> Result<Option<RowKey>> {
        let found = match &mut self.steps {
            Steps::Sorted(rows) => rows.next(),
            Steps::Scanned(documents) => {
                // The matches may all be at the far end of the order; sorting them is then cheaper than scanning on.
                let max_steps = (self.set.len() as usize).saturating_mul(SORTING_FACTOR as usize);
                let next_match =
                    documents.by_ref().take(max_steps).find(|document| self.set.contains(**document));
                match (next_match, documents.as_slice().first()) {
                    (Some(document), _) => Some((self.order.row(self.segment, *document), *document)),
                    (None, None) => None,
                    (None, Some(next)) => {
                        let start = self.order.row(self.segment, *next);
                        let rows = smallest(self.segment, self.set, self.order, self.wanted, start);
                        let mut rows = rows.into_iter();
                        let first = rows.next();
                        self.steps = Steps::Sorted(rows);
                        first
                    }
                }
            }
        };
        let Some((row, document)) = found else { return Ok(None) };
        Ok(Some(RowKey { key: self.order.key(self.segment, row)?, id: self.segment.id(document)? }))
    }
}

/// The first `wanted` rows at or after `start`, sorted.
fn smallest(
    segment: &Segment,
    set: &RoaringBitmap,
    order: Order,
    wanted: usize,
    start: OrderedRow,
) -> Vec<(OrderedRow, u32)> {
    let rows = set.iter().map(|document| (order.row(segment, document), document));
    let mut rows: Vec<(OrderedRow, u32)> = rows.filter(|(row, _)| *row >= start).collect();
    if rows.len() > wanted {
        rows.select_nth_unstable(wanted - 1);
        rows.truncate(wanted);
    }
    rows.sort_unstable();
    rows
}
