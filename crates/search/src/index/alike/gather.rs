//! Gathers the records that share the most with others.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap},
    sync::Arc,
};

use roaring::RoaringBitmap;

use super::super::{
    segment::Segment,
    view::{SegmentView, View},
};
use crate::{document::Document, error::Result, field::Term, plan::Node};

/// Records that are compared one by one: those that share the most.
const CANDIDATES_MAX: usize = 256;

/// What a shared term is worth in the choice of candidates, a whole point in parts.
const POINT: u32 = 1_000;

/// Documents whose points are added up at once, so few that the sums stay in the processor's cache.
const BLOCK: usize = 1 << 15;

/// A record to compare: what it gained, its id, and where it lies.
pub(super) struct Candidate {
    points: u32,
    pub(super) id: String,
    pub(super) segment: usize,
    pub(super) document: u32,
}

/// The records that share the most with the sources among those for which all questions hold.
pub(super) fn gather(
    view: &View,
    sources: &[Document],
    fields: &[(Term, u32)],
    nodes: &[Node],
) -> Result<Vec<Candidate>> {
    let worth = worth(sources, fields);
    let found = view.all_of(&nodes.iter().collect::<Vec<_>>())?;
    let mut candidates = Vec::new();
    for (number, (segment_view, found)) in view.segments.iter().zip(&found).enumerate() {
        let segment = &segment_view.segment;
        for Best { points, document, .. } in best_of(view, segment_view, found, &worth)? {
            candidates.push(Candidate { points, id: segment.id(document)?, segment: number, document });
        }
    }
    candidates.sort_by(|one, other| other.points.cmp(&one.points).then_with(|| one.id.cmp(&other.id)));
    candidates.truncate(CANDIDATES_MAX);
    Ok(candidates)
}

/// What sharing each term is worth: a field's weight, shared among its terms and the sources.
fn worth(sources: &[Document], fields: &[(Term, u32)]) -> Vec<(Node, u32)> {
    let mut worth: BTreeMap<(Term, &str), u32> = BTreeMap::new();
    for source in sources {
        for (field, weight) in fields {
            let terms: BTreeSet<&str> = source.terms(*field).collect();
            let share = weight * POINT / terms.len().max(1) as u32 / sources.len() as u32;
            for term in terms {
                *worth.entry((*field, term)).or_default() += share;
            }
        }
    }
    worth.into_iter().map(|((field, term), worth)| (Node::Has(field, term.to_owned()), worth)).collect()
}

/// A document of a segment with its points; the better one is the greater one, and of equals the first by id.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Best {
    points: u32,
    id: Reverse<u64>,
    document: u32,
}

/// Documents read from a set at once.
const BATCH: usize = 512;

/// Calls back with each document of a set: in batches that is three times as fast as one by one.
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

/// The documents of a segment with the most points.
fn best_of(
    view: &View,
    segment_view: &SegmentView,
    found: &RoaringBitmap,
    worth: &[(Node, u32)],
) -> Result<Vec<Best>> {
    let segment: &Segment = &segment_view.segment;
    let answers = worth
        .iter()
        .map(|(node, worth)| Ok((segment.answer(&view.fields, node)?, *worth)))
        .collect::<Result<Vec<(Arc<RoaringBitmap>, u32)>>>()?;
    let ids = segment.ids.ords();
    let mut best: BinaryHeap<Reverse<Best>> = BinaryHeap::with_capacity(CANDIDATES_MAX + 1);
    let mut sums = vec![0_u32; BLOCK];
    for start in (0..segment.documents).step_by(BLOCK) {
        let block = start..start.saturating_add(BLOCK as u32).min(segment.documents);
        sums.fill(0);
        for (answer, worth) in &answers {
            in_batches(answer.range(block.clone()), |document| sums[(document - start) as usize] += worth);
        }
        in_batches(found.range(block), |document| {
            let points = sums[(document - start) as usize];
            let full = best.len() == CANDIDATES_MAX;
            let least = best.peek().filter(|_| full).map_or(1, |worst| worst.0.points);
            if points >= least {
                best.push(Reverse(Best { points, id: Reverse(ids.first(document).unwrap_or(0)), document }));
                if full {
                    best.pop();
                }
            }
        });
    }
    Ok(best.into_iter().map(|Reverse(best)| best).collect())
}
