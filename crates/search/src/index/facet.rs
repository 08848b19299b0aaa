//! Facet counts: how often each value occurs among the matching documents.

use std::collections::BTreeMap;

use roaring::RoaringBitmap;

use super::{segment::Segment, view::IndexView};
use crate::{
    error::{Result, SearchError},
    field::{Label, Term},
    fold,
    plan::Node,
};

/// Maximum number of values in a facet; the most frequent are listed.
pub const FACET_VALUES_MAX: usize = 100;

/// Up to this many distinct values are counted by bitmap intersection; more are counted document by document.
const COUNTED_BY_SET_MAX: usize = 48;

/// A facet: its name in requests and the field of its values.
pub struct FacetField {
    pub(crate) name: &'static str,
    pub(crate) label: Label,
    /// Term field of a closed vocabulary, whose terms equal its labels.
    pub(crate) closed: Option<Term>,
}

/// Value counts of one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facet {
    /// Name of the facet, as requested.
    pub field: String,
    /// Values by descending count, then by name.
    pub values: Vec<FacetValue>,
}

/// A value and its count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetValue {
    /// The value in its most frequent spelling.
    pub value: String,
    /// Number of matching records that have the value.
    pub count: u64,
}

/// Finds a facet by name.
pub(super) fn find(known: &'static [FacetField], name: &str) -> Result<&'static FacetField> {
    known.iter().find(|facet| facet.name == name).ok_or_else(|| SearchError::UnknownFacet {
        name: name.to_owned(),
        known: known.iter().map(|facet| facet.name).collect::<Vec<_>>().join(", "),
    })
}

/// Counts the values of a facet among the matches.
pub(super) fn count(view: &IndexView, found: &[RoaringBitmap], facet: &FacetField) -> Result<Facet> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for (view_of_segment, found) in view.segments.iter().zip(found) {
        let segment = &view_of_segment.segment;
        let terms = match facet.closed {
            Some(field) => {
                segment.terms(&view.fields, field, COUNTED_BY_SET_MAX)?.map(|terms| (field, terms))
            }
            None => None,
        };
        match terms {
            Some((field, terms)) => {
                for term in terms {
                    let matching = segment.evaluate(&view.fields, &Node::Has(field, term.clone()))?;
                    *counts.entry(term).or_default() += found.intersection_len(&matching);
                }
            }
            None => count_labels(segment, found, facet.label, &mut counts)?,
        }
    }
    let counts = if facet.closed.is_some() { counts } else { merge_spellings(counts) };
    let mut values: Vec<FacetValue> = counts
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(value, count)| FacetValue { value, count })
        .collect();
    values.sort_by(|one, other| other.count.cmp(&one.count).then_with(|| one.value.cmp(&other.value)));
    values.truncate(FACET_VALUES_MAX);
    Ok(Facet { field: facet.name.to_owned(), values })
}

fn count_labels(
    segment: &Segment,
    found: &RoaringBitmap,
    label: Label,
    counts: &mut BTreeMap<String, u64>,
) -> Result<()> {
    let Some(column) = segment.label(label) else { return Ok(()) };
    let mut by_ordinal = vec![0_u64; column.num_terms()];
    for document in found {
        for ordinal in column.term_ords(document) {
            if let Some(count) = by_ordinal.get_mut(ordinal as usize) {
                *count += 1;
            }
        }
    }
    let mut label = String::new();
    for (ordinal, count) in (0..).zip(by_ordinal).filter(|(_, count)| *count > 0) {
        column.ord_to_str(ordinal, &mut label)?;
        *counts.entry(label.clone()).or_default() += count;
    }
    Ok(())
}

/// Merges the spellings of one value; the most frequent spelling is shown.
fn merge_spellings(counts: BTreeMap<String, u64>) -> BTreeMap<String, u64> {
    let mut by_key: BTreeMap<String, (String, u64, u64)> = BTreeMap::new();
    for (label, count) in counts {
        let (best, best_count, sum) =
            by_key.entry(fold::key(&label)).or_insert_with(|| (label.clone(), count, 0));
        if count > *best_count {
            (*best, *best_count) = (label, count);
        }
        *sum += count;
    }
    by_key.into_values().map(|(label, _, sum)| (label, sum)).collect()
}
