//! Explains an empty result and finds the filters to drop.

use roaring::RoaringBitmap;
use schemars::JsonSchema;
use serde::Serialize;

use super::view::IndexView;
use crate::{
    error::Result,
    filter::private::OpenValue,
    plan::{Clause, Node},
};

/// With more filters than this, pairs of filters are not tried.
const PAIRED_FILTERS_MAX: usize = 16;

/// Of more values than this, only the first are explained.
const EXPLAINED_VALUES_MAX: usize = 20;

/// Why nothing was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WhyNot {
    /// What each filter does to the answer.
    pub filters: Vec<FilterEffect>,
    /// Values of industries, technologies, regions and cities that no record has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown_values: Vec<UnknownValue>,
    /// The filters that would answer with the least given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<NearestFilters>,
}

/// What one filter does to the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FilterEffect {
    /// Name of the filter.
    pub filter: &'static str,
    /// How many pass this filter alone.
    pub alone: u64,
    /// How many more would be found without it.
    pub removes: u64,
}

/// A value that no record has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct UnknownValue {
    /// Name of the filter.
    pub filter: &'static str,
    /// The value as given.
    pub value: String,
    /// Known values like it, best match first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub did_you_mean: Vec<String>,
}

/// Filters that would answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NearestFilters {
    /// The names of those to give up.
    pub dropped: Vec<&'static str>,
    /// How many the rest finds.
    pub total: u64,
}

/// The effect of each clause on the result.
pub(super) fn effects(view: &IndexView, clauses: &[Clause]) -> Result<Vec<FilterEffect>> {
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

/// The values that no document has, each with suggestions.
pub(super) fn unknown_values(view: &IndexView, values: Vec<OpenValue>) -> Result<Vec<UnknownValue>> {
    let mut unknown = Vec::new();
    for OpenValue { filter, value, node, suggest } in values.into_iter().take(EXPLAINED_VALUES_MAX) {
        if count(view, &[&node])? == 0 {
            let did_you_mean = suggest(&value);
            unknown.push(UnknownValue { filter, value, did_you_mean });
        }
    }
    Ok(unknown)
}

/// The fewest clauses to drop so that something matches, and the number of matches.
pub(super) fn nearest(view: &IndexView, clauses: &[Clause]) -> Result<Option<(Vec<usize>, u64)>> {
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

fn best_of(
    view: &IndexView,
    clauses: &[Clause],
    choices: Vec<Vec<usize>>,
) -> Result<Option<(Vec<usize>, u64)>> {
    let mut best: Option<(Vec<usize>, u64)> = None;
    for dropped in choices {
        let total = total_without(view, clauses, &dropped)?;
        if total > best.as_ref().map_or(0, |(_, best)| *best) {
            best = Some((dropped, total));
        }
    }
    Ok(best)
}

/// Adds the clauses from the widest to the narrowest and drops each one that would leave no match.
fn greedy(view: &IndexView, clauses: &[Clause]) -> Result<Option<(Vec<usize>, u64)>> {
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

fn total_without(view: &IndexView, clauses: &[Clause], dropped: &[usize]) -> Result<u64> {
    let left = (0..clauses.len()).filter(|index| !dropped.contains(index));
    count(view, &left.map(|index| &clauses[index].node).collect::<Vec<_>>())
}

fn count(view: &IndexView, nodes: &[&Node]) -> Result<u64> {
    Ok(view.all_of(nodes)?.iter().map(RoaringBitmap::len).sum())
}
