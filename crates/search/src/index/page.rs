//! One page of an answer.

use std::{cmp::Reverse, collections::BinaryHeap};

use roaring::RoaringBitmap;

use super::{
    order::{Key, Order, Row},
    position::Position,
    segment::Segment,
    view::View,
};
use crate::{error::Result, plan::Node};

/// How much dearer it is to read and sort a document than to step over one that is sorted already.
const SORTING_FACTOR: u64 = 4;

/// A row of a page as it is compared between segments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) key: Key,
    pub(super) id: String,
}

/// Lists up to `limit` places of an order after a position, and says whether more follow.
///
/// Preferred documents come first. Each row's place depends on that row alone, so that a page goes on where the
/// last one ended whatever was written in between.
pub(super) fn list(
    view: &View,
    found: &[RoaringBitmap],
    preferred: Option<&Node>,
    order: Order,
    limit: usize,
    after: Option<&Position>,
) -> Result<(Vec<(u8, Place)>, bool)> {
    let wanted = limit + 1;
    let mut places = Vec::new();
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
        let found = merge(view, sets, order, wanted - places.len(), after)?;
        places.extend(found.into_iter().map(|place| (tier, place)));
        if places.len() == wanted {
            break;
        }
    }
    let more = places.len() > limit;
    places.truncate(limit);
    Ok((places, more))
}

type Split = (Vec<RoaringBitmap>, Vec<RoaringBitmap>);

/// What was found, split into what is preferred and what is not.
fn split(view: &View, found: &[RoaringBitmap], preferred: &Node) -> Result<Split> {
    let (mut first, mut rest) = (Vec::new(), Vec::new());
    for (view_of_segment, found) in view.segments.iter().zip(found) {
        let answer = view_of_segment.segment.answer(&view.fields, preferred)?;
        first.push(found & &*answer);
        rest.push(found - &*answer);
    }
    Ok((first, rest))
}

/// Merges the segments' rows.
fn merge(
    view: &View,
    sets: &[RoaringBitmap],
    order: Order,
    wanted: usize,
    after: Option<&Position>,
) -> Result<Vec<Place>> {
    let mut walks = Vec::with_capacity(sets.len());
    let mut heads = BinaryHeap::with_capacity(sets.len());
    for (view, set) in view.segments.iter().zip(sets) {
        let start = match after {
            Some(position) => order.after(&view.segment, &position.key, &position.id)?,
            None => (0, 0),
        };
        let mut walk = Walk::new(&view.segment, set, order, wanted, start);
        if let Some(place) = walk.next()? {
            heads.push(Reverse((place, walks.len())));
        }
        walks.push(walk);
    }
    let mut places = Vec::with_capacity(wanted);
    while places.len() < wanted {
        let Some(Reverse((place, walk))) = heads.pop() else { break };
        places.push(place);
        if let Some(next) = walks[walk].next()? {
            heads.push(Reverse((next, walk)));
        }
    }
    Ok(places)
}

/// The rows of one segment in order, made one by one.
struct Walk<'v> {
    segment: &'v Segment,
    set: &'v RoaringBitmap,
    order: Order,
    wanted: usize,
    steps: Steps<'v>,
}

enum Steps<'v> {
    /// Few were found: they are sorted.
    Sorted(std::vec::IntoIter<(Row, u32)>),
    /// Many were found: the order of the segment is followed, and what was not found is stepped over.
    Followed(std::slice::Iter<'v, u32>),
}

impl<'v> Walk<'v> {
    fn new(segment: &'v Segment, set: &'v RoaringBitmap, order: Order, wanted: usize, start: Row) -> Self {
        let (found, all) = (set.len(), u64::from(segment.documents));
        // Following costs about `wanted * all / found` steps, sorting about `found` rows.
        let sorted = found * found * SORTING_FACTOR <= wanted as u64 * all;
        let steps = if sorted {
            Steps::Sorted(smallest(segment, set, order, wanted, start).into_iter())
        } else {
            let documents = segment.ordered(order);
            let first = documents.partition_point(|document| order.row(segment, *document) < start);
            Steps::Followed(documents[first..].iter())
        };
        Self { segment, set, order, wanted, steps }
    }

    fn next(&mut self) -> Result<Option<Place>> {
        let found = match &mut self.steps {
            Steps::Sorted(rows) => rows.next(),
            Steps::Followed(documents) => {
                // What was found may all lie at the far end; then sorting is cheaper than going there.
                let patience = (self.set.len() as usize).saturating_mul(SORTING_FACTOR as usize);
                let near = documents.by_ref().take(patience).find(|document| self.set.contains(**document));
                match (near, documents.as_slice().first()) {
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
        Ok(Some(Place { key: self.order.key(self.segment, row)?, id: self.segment.id(document)? }))
    }
}

/// The first rows from a start on, sorted.
fn smallest(
    segment: &Segment,
    set: &RoaringBitmap,
    order: Order,
    wanted: usize,
    start: Row,
) -> Vec<(Row, u32)> {
    let rows = set.iter().map(|document| (order.row(segment, document), document));
    let mut rows: Vec<(Row, u32)> = rows.filter(|(row, _)| *row >= start).collect();
    if rows.len() > wanted {
        rows.select_nth_unstable(wanted - 1);
        rows.truncate(wanted);
    }
    rows.sort_unstable();
    rows
}
