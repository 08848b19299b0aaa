//! The index as it stood at one commit: every question of one answer is put to the same view.

use std::sync::Arc;

use roaring::RoaringBitmap;
use tantivy::{Searcher, index::SegmentId};

use super::{order::Order, schema::Fields, segment::Segment};
use crate::{error::Result, field::Number, plan::Node};

/// The segments of one commit.
pub(crate) struct View {
    pub(super) fields: Arc<Fields>,
    pub(super) segments: Vec<SegmentView>,
    /// Keeps the files of the segments from being removed.
    _searcher: Searcher,
}

/// A segment and which of its documents are not deleted.
pub(super) struct SegmentView {
    id: SegmentId,
    pub(super) segment: Arc<Segment>,
    /// None while nothing was deleted.
    alive: Option<RoaringBitmap>,
}

impl View {
    /// Opens the segments of a commit; those that an earlier view has are taken from there.
    pub(super) fn open(searcher: Searcher, fields: Arc<Fields>, before: Option<&Self>) -> Result<Self> {
        let mut segments = Vec::with_capacity(searcher.segment_readers().len());
        for reader in searcher.segment_readers() {
            let id = reader.segment_id();
            let known = before.and_then(|before| before.segments.iter().find(|view| view.id == id));
            let segment = match known {
                Some(view) => Arc::clone(&view.segment),
                None => Arc::new(Segment::open(reader.clone(), &fields)?),
            };
            let alive = reader.alive_bitset().map(|alive| alive.iter_alive().collect());
            segments.push(SegmentView { id, segment, alive });
        }
        let view = Self { fields, segments, _searcher: searcher };
        view.warm(before);
        Ok(view)
    }

    /// Makes the orders that are in use before anybody waits for them; at the start, the one most will ask for.
    fn warm(&self, before: Option<&Self>) {
        let used: Vec<Order> = match before {
            Some(before) => before.segments.iter().flat_map(|view| view.segment.orders_in_use()).collect(),
            None => vec![Order::Highest(Number::Relevance)],
        };
        for order in used {
            for view in &self.segments {
                view.segment.ordered(order);
            }
        }
    }

    /// How many documents there are.
    pub(super) fn documents(&self) -> u64 {
        self.segments.iter().map(SegmentView::documents).sum()
    }

    /// The documents of each segment for which all of these questions hold.
    pub(super) fn all_of(&self, nodes: &[&Node]) -> Result<Vec<RoaringBitmap>> {
        self.segments.iter().map(|view| view.all_of(&self.fields, nodes)).collect()
    }
}

impl SegmentView {
    /// The documents that are not deleted.
    pub(super) fn alive(&self) -> RoaringBitmap {
        self.alive.clone().unwrap_or_else(|| self.segment.everything())
    }

    fn documents(&self) -> u64 {
        self.alive.as_ref().map_or(u64::from(self.segment.documents), RoaringBitmap::len)
    }

    fn all_of(&self, fields: &Fields, nodes: &[&Node]) -> Result<RoaringBitmap> {
        let mut found = self.segment.all_of(fields, nodes.iter().copied())?;
        if let Some(alive) = &self.alive {
            found &= alive;
        }
        Ok(found)
    }
}
