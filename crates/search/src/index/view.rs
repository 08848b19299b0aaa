//! The index as of one commit. All parts of one query use the same view.

use std::sync::Arc;

use roaring::RoaringBitmap;
use tantivy::{Searcher, index::SegmentId};

use super::{schema::Fields, segment::Segment};
use crate::{error::Result, plan::Node, sort::Order};

/// The segments of one commit.
pub(crate) struct IndexView {
    pub(super) fields: Arc<Fields>,
    pub(super) segments: Vec<SegmentView>,
    /// Keeps Tantivy from deleting the files of the segments.
    _searcher: Searcher,
}

/// A segment and which of its documents are not deleted.
pub(super) struct SegmentView {
    id: SegmentId,
    pub(super) segment: Arc<Segment>,
    /// `None` if no document is deleted.
    alive: Option<RoaringBitmap>,
}

impl IndexView {
    /// Opens the segments of a commit and reuses those of an earlier view. The sort orders are computed here, so that
    /// no query has to wait for them.
    pub(super) fn open(
        searcher: Searcher,
        fields: Arc<Fields>,
        orders: &[Order],
        before: Option<&Self>,
    ) -> Result<Self> {
        let mut segments = Vec::with_capacity(searcher.segment_readers().len());
        for reader in searcher.segment_readers() {
            let id = reader.segment_id();
            let known = before.and_then(|before| before.segments.iter().find(|view| view.id == id));
            let segment = match known {
                Some(view) => Arc::clone(&view.segment),
                None => Arc::new(Segment::open(reader.clone(), &fields)?),
            };
            for order in orders {
                segment.ordered(*order);
            }
            let alive = reader.alive_bitset().map(|alive| alive.iter_alive().collect());
            segments.push(SegmentView { id, segment, alive });
        }
        Ok(Self { fields, segments, _searcher: searcher })
    }

    /// Number of documents that are not deleted.
    pub(super) fn documents(&self) -> u64 {
        self.segments.iter().map(SegmentView::documents).sum()
    }

    /// The documents of each segment for which all of these conditions hold.
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
