//! Compares candidates in detail and ranks them.

use std::{collections::HashMap, sync::Arc};

use super::{
    super::{segment::Segment, view::IndexView},
    gather::AlikeCandidate,
};
use crate::{
    error::{Result, SearchError},
    field::{Label, Number},
    likeness::{Alike, Likeness, LikenessTraits, TraitValue},
};

/// Compares the candidates and returns the most similar ones; ties are ordered by id.
pub(super) fn rank(
    view: &IndexView,
    mut candidates: Vec<AlikeCandidate>,
    labels: &[Label],
    number: Number,
    own_ids: &[&str],
    limit: usize,
    compare: impl Fn(&LikenessTraits) -> Likeness,
) -> Result<Vec<Alike>> {
    candidates.retain(|candidate| !own_ids.contains(&candidate.id.as_str()));
    let traits = read(view, &candidates, labels, number)?;
    let mut alike: Vec<Alike> = candidates
        .into_iter()
        .zip(&traits)
        .map(|(candidate, traits)| Alike { id: candidate.id, likeness: compare(traits) })
        .collect();
    alike.sort_by(|one, other| {
        let order = other.likeness.similarity.total_cmp(&one.likeness.similarity);
        order.then_with(|| one.id.cmp(&other.id))
    });
    alike.truncate(limit);
    Ok(alike)
}

/// Reads the traits of the candidates from the index.
fn read(
    view: &IndexView,
    candidates: &[AlikeCandidate],
    labels: &[Label],
    number: Number,
) -> Result<Vec<LikenessTraits>> {
    let mut traits = vec![LikenessTraits::default(); candidates.len()];
    for (at, segment_view) in view.segments.iter().enumerate() {
        let here: Vec<usize> =
            (0..candidates.len()).filter(|index| candidates[*index].segment == at).collect();
        let documents: Vec<u32> = here.iter().map(|index| candidates[*index].document).collect();
        let segment = &segment_view.segment;
        for field in labels {
            let values = values(segment, *field, &documents)?;
            let Some(column) = segment.label(*field) else { continue };
            for (index, document) in here.iter().zip(&documents) {
                for ordinal in column.term_ords(*document) {
                    if let Some(value) = values.get(&ordinal) {
                        traits[*index].add_value(*field, Arc::clone(value));
                    }
                }
            }
        }
        let Some(column) = segment.number(number) else { continue };
        for (index, document) in here.iter().zip(&documents) {
            if let Some(value) = column.first(*document) {
                traits[*index].add_number(number, value);
            }
        }
    }
    Ok(traits)
}

/// The distinct values of a field in some documents. Each is read once, because a read is a dictionary lookup.
fn values(segment: &Segment, field: Label, documents: &[u32]) -> Result<HashMap<u64, Arc<TraitValue>>> {
    let Some(column) = segment.label(field) else { return Ok(HashMap::new()) };
    let mut ordinals: Vec<u64> = documents.iter().flat_map(|document| column.term_ords(*document)).collect();
    ordinals.sort_unstable();
    ordinals.dedup();
    let mut values = HashMap::with_capacity(ordinals.len());
    let mut left = ordinals.iter();
    let all_read = column.dictionary().sorted_ords_to_term_cb(&ordinals, |label| {
        let label = String::from_utf8_lossy(label).into_owned();
        values.extend(left.next().map(|ordinal| (*ordinal, Arc::new(TraitValue::new(field, label)))));
    })?;
    if !all_read {
        return Err(SearchError::Unproven(format!("a value of {} is missing", field.name())));
    }
    Ok(values)
}
