//! Why an answer is empty, and what would not be.

use roaring::RoaringBitmap;

use super::view::View;
use crate::{
    error::Result,
    plan::{Clause, Node},
};

/// Filters of which every pair is tried; beyond that only single ones.
const PAIRED_FILTERS_MAX: usize = 16;

/// Why nothing was found.
#[derive(Debug, Clone, PartialEq)]
pub struct WhyNot<F> {
    /// Each filter given, and what it does to the answer.
    pub filters: Vec<FilterEffect>,
    /// The filters that would answer with the least given up; none when there is nothing to find at all.
    pub nearest: Option<Nearest<F>>,
}

/// What one filter does to the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilterEffect {
    /// Name of the filter.
    pub filter: &'static str,
    /// How many pass this filter alone.
    pub alone: u64,
    /// How many more would be found without it.
    pub removes: u64,
}

/// A set of filters that answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Nearest<F> {
    /// The filters that are left.
    pub filters: F,
    /// The names of those given up.
    pub dropped: Vec<&'static str>,
    /// How many they find.
    pub total: u64,
}

/// What each clause does to the answer.
pub(super) fn effects(view: &View, clauses: &[Clause]) -> Result<Vec<FilterEffect>> {
    let total = total_without(view, clauses, &[])?;
    (0..clauses.len())
        .map(|index| {
            Ok(FilterEffect {
                filter: clauses[index].filter,
                alone: count(view, &[&clauses[index].node])?,
                removes: total_without(view, clauses, &[index])? - total,
            })
        })
        .collect()
}

/// The clauses to give up so that something is found, as few as possible, and how many are found then.
pub(super) fn nearest(view: &View, clauses: &[Clause]) -> Result<Option<(Vec<usize>, u64)>> {
    let singles = (0..clauses.len()).map(|index| vec![index]).collect();
    if let Some(best) = best_of(view, clauses, singles)? {
        return Ok(Some(best));
    }
    if clauses.len() <= PAIRED_FILTERS_MAX {
        let pairs =
            (0..clauses.len()).flat_map(|one| (one + 1..clauses.len()).map(move |two| vec![one, two]));
        if let Some(best) = best_of(view, clauses, pairs.collect())? {
            return Ok(Some(best));
        }
    }
    greedy(view, clauses)
}

fn best_of(view: &View, clauses: &[Clause], choices: Vec<Vec<usize>>) -> Result<Option<(Vec<usize>, u64)>> {
    let mut best: Option<(Vec<usize>, u64)> = None;
    for dropped in choices {
        let total = total_without(view, clauses, &dropped)?;
        if total > best.as_ref().map_or(0, |(_, best)| *best) {
            best = Some((dropped, total));
        }
    }
    Ok(best)
}

/// Takes the clauses from the widest to the narrowest and gives up each that would leave nothing.
fn greedy(view: &View, clauses: &[Clause]) -> Result<Option<(Vec<usize>, u64)>> {
    let mut widest = Vec::with_capacity(clauses.len());
    for (index, clause) in clauses.iter().enumerate() {
        widest.push((count(view, &[&clause.node])?, index));
    }
    widest.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    let mut kept: Vec<&Node> = Vec::new();
    let mut dropped = Vec::new();
    let mut total = view.documents();
    for (_, index) in widest {
        kept.push(&clauses[index].node);
        match count(view, &kept)? {
            0 => {
                kept.pop();
                dropped.push(index);
            }
            left => total = left,
        }
    }
    dropped.sort_unstable();
    Ok((total > 0).then_some((dropped, total)))
}

fn total_without(view: &View, clauses: &[Clause], dropped: &[usize]) -> Result<u64> {
    let left = (0..clauses.len()).filter(|index| !dropped.contains(index));
    count(view, &left.map(|index| &clauses[index].node).collect::<Vec<_>>())
}

fn count(view: &View, nodes: &[&Node]) -> Result<u64> {
    Ok(view.all_of(nodes)?.iter().map(RoaringBitmap::len).sum())
}
