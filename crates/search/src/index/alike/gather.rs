//! Selects candidates: the records that share the most terms with the sources.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap},
    sync::Arc,
};

use roaring::RoaringBitmap;

use super::super::{
    segment::Segment,
    view::{IndexView, SegmentView},
};
use crate::{document::Document, error::Result, field::Term, plan::Node};

/// Maximum number of candidates that are compared in detail.
const CANDIDATES_MAX: usize = 256;

/// Fixed-point unit of candidate scores.
const POINT: u32 = 1_000;

/// Documents scored per block. Small enough for the sums to stay in the CPU cache.
const BLOCK: usize = 1 << 15;

/// A candidate: its score, its id, and its segment and document number.
pub(super) struct AlikeCandidate {
    score: u32,
    pub(super) id: String,
    pub(super) segment: usize,
    pub(super) document: u32,
}

/// The best-scored records among those for which all conditions hold.
pub(super) fn gather(
    view: &IndexView,
    sources: &[Document],
    fields: &[(Term, u32)],
    nodes: &[Node],
) -> Result<Vec<AlikeCandidate>> {
    let weights = term_weights(sources, fields);
    let found = view.all_of(&nodes.iter().collect::<Vec<_>>())?;
    let mut candidates = Vec::new();
    for (number, (segment_view, found)) in view.segments.iter().zip(&found).enumerate() {
        let segment = &segment_view.segment;
        for Best { score, document, .. } in best_of(view, segment_view, found, &weights)? {
            candidates.push(AlikeCandidate { score, id: segment.id(document)?, segment: number, document });
        }
    }
    candidates.sort_by(|one, other| other.score.cmp(&one.score).then_with(|| one.id.cmp(&other.id)));
    candidates.truncate(CANDIDATES_MAX);
    Ok(candidates)
}

/// The weight of each shared term: a field's weight divided by its number of terms and by the number of sources.
fn term_weights(sources: &[Document], fields: &[(Term, u32)]) -> Vec<(Node, u32)> {
    let mut weights: BTreeMap<(Term, &str), u32> = BTreeMap::new();
    for source in sources {
        for (field, weight) in fields {
            let terms: BTreeSet<&str> = source.terms(*field).collect();
            let share = weight * POINT / terms.len().max(1) as u32 / sources.len() as u32;
            for term in terms {
                *weights.entry((*field, term)).or_default() += share;
            }
        }
    }
    weights.into_iter().map(|((field, term), weight)| (Node::Has(field, term.to_owned()), weight)).collect()
}

/// A document of a segment with its score. Ordered by score, then by id with the first id greatest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Best {
    score: u32,
    id: Reverse<u64>,
    document: u32,
}

/// Documents read from a bitmap per call.
const BATCH: usize = 512;

/// Calls back with each document of a bitmap. Reading in batches is three times as fast as one by one.
fn in_batches(mut documents: roaring::bitmap::Iter<'_>, mut take: impl FnMut(u32)) {
    let mut batch = [0; BATCH];
    loop {
        let read = documents.next_many(&mut batch);
        read.iter().for_each(|document| take(*document));
        if read.len() < BATCH {
            return;
        }
    }
}

/// The best-scored documents of a segment.
fn best_of(
    view: &IndexView,
    segment_view: &SegmentView,
    found: &RoaringBitmap,
    weights: &[(Node, u32)],
) -> Result<Vec<Best>> {
    let segment: &Segment = &segment_view.segment;
    let matches = weights
        .iter()
        .map(|(node, weight)| Ok((segment.evaluate(&view.fields, node)?, *weight)))
        .collect::<Result<Vec<(Arc<RoaringBitmap>, u32)>>>()?;
    let ids = segment.ids.ords();
    let mut best: BinaryHeap<Reverse<Best>> = BinaryHeap::with_capacity(CANDIDATES_MAX + 1);
    let mut sums = vec![0_u32; BLOCK];
    for start in (0..segment.documents).step_by(BLOCK) {
        let block = start..start.saturating_add(BLOCK as u32).min(segment.documents);
        sums.fill(0);
        for (matching, weight) in &matches {
            in_batches(matching.range(block.clone()), |document| sums[(document - start) as usize] += weight);
        }
        in_batches(found.range(block), |document| {
            let score = sums[(document - start) as usize];
            let full = best.len() == CANDIDATES_MAX;
            let least = best.peek().filter(|_| full).map_or(1, |worst| worst.0.score);
            if score >= least {
                best.push(Reverse(Best { score, id: Reverse(ids.first(document).unwrap_or(0)), document }));
                if full {
                    best.pop();
                }
            }
        });
    }
    Ok(best.into_iter().map(|Reverse(best)| best).collect())
}
