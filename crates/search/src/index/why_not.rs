//! Explains an empty result and finds the filters to drop.

use jiff::Timestamp;
use records::Company;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    document::{self, Document},
    error::Result,
    filter::{
        CompanyFilters,
        private::{self, OpenValue, Sealed},
    },
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

/// How many match all of these conditions: of an index, or of a list.
pub(super) type Count<'c> = dyn Fn(&[&Node]) -> Result<u64> + 'c;

/// Why no company of a list passes filters; `None` if one does.
pub fn why_none_of(
    filters: &CompanyFilters,
    companies: &[Company],
    now: Timestamp,
) -> Result<Option<WhyNot>> {
    let documents: Vec<Document> = companies.iter().map(document::company).collect();
    let count = |nodes: &[&Node]| {
        let passing = documents.iter().filter(|document| nodes.iter().all(|node| node.matches(document)));
        Ok(passing.count() as u64)
    };
    let clauses = private::Sealed::plan(filters, now).clauses;
    if total_without(&count, &clauses, &[])? > 0 {
        return Ok(None);
    }
    explain(&count, &clauses, filters.open_values()).map(Some)
}

/// The explanation of filters that nothing passes.
pub(super) fn explain(count: &Count<'_>, clauses: &[Clause], values: Vec<OpenValue>) -> Result<WhyNot> {
    let nearest = nearest(count, clauses)?.map(|(dropped, total)| NearestFilters {
        dropped: dropped.into_iter().map(|index| clauses[index].filter).collect(),
        total,
    });
    Ok(WhyNot { filters: effects(count, clauses)?, unknown_values: unknown_values(count, values)?, nearest })
}

/// The effect of each clause on the result.
fn effects(count: &Count<'_>, clauses: &[Clause]) -> Result<Vec<FilterEffect>> {
    let total = total_without(count, clauses, &[])?;
    (0..clauses.len())
        .map(|index| {
            Ok(FilterEffect {
                filter: clauses[index].filter,
                alone: count(&[&clauses[index].node])?,
                removes: total_without(count, clauses, &[index])? - total,
            })
        })
        .collect()
}

/// The values that no document has, each with suggestions.
fn unknown_values(count: &Count<'_>, values: Vec<OpenValue>) -> Result<Vec<UnknownValue>> {
    let mut unknown = Vec::new();
    for OpenValue { filter, value, node, suggest } in values.into_iter().take(EXPLAINED_VALUES_MAX) {
        if count(&[&node])? == 0 {
            let did_you_mean = suggest(&value);
            unknown.push(UnknownValue { filter, value, did_you_mean });
        }
    }
    Ok(unknown)
}

/// The fewest clauses to drop so that something matches, and the number of matches.
fn nearest(count: &Count<'_>, clauses: &[Clause]) -> Result<Option<(Vec<usize>, u64)>> {
    let singles = (0..clauses.len()).map(|index| vec![index]).collect();
    if let Some(best) = best_of(count, clauses, singles)? {
        return Ok(Some(best));
    }
    if clauses.len() <= PAIRED_FILTERS_MAX {
        let pairs =
            (0..clauses.len()).flat_map(|one| (one + 1..clauses.len()).map(move |two| vec![one, two]));
        if let Some(best) = best_of(count, clauses, pairs.collect())? {
            return Ok(Some(best));
        }
    }
    greedy(count, clauses)
}

fn best_of(
    count: &Count<'_>,
    clauses: &[Clause],
    choices: Vec<Vec<usize>>,
) -> Result<Option<(Vec<usize>, u64)>> {
    let mut best: Option<(Vec<usize>, u64)> = None;
    for dropped in choices {
        let total = total_without(count, clauses, &dropped)?;
        if total > best.as_ref().map_or(0, |(_, best)| *best) {
            best = Some((dropped, total));
        }
    }
    Ok(best)
}

/// Adds the clauses from the widest to the narrowest and drops each one that would leave no match.
fn greedy(count: &Count<'_>, clauses: &[Clause]) -> Result<Option<(Vec<usize>, u64)>> {
    let mut widest = Vec::with_capacity(clauses.len());
    for (index, clause) in clauses.iter().enumerate() {
        widest.push((count(&[&clause.node])?, index));
    }
    widest.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    let mut kept: Vec<&Node> = Vec::new();
    let mut dropped = Vec::new();
    let mut total = count(&[])?;
    for (_, index) in widest {
        kept.push(&clauses[index].node);
        match count(&kept)? {
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

fn total_without(count: &Count<'_>, clauses: &[Clause], dropped: &[usize]) -> Result<u64> {
    let left = (0..clauses.len()).filter(|index| !dropped.contains(index));
    count(&left.map(|index| &clauses[index].node).collect::<Vec<_>>())
}
