//! Similarity measures for values, numbers and places.

use std::{collections::BTreeSet, sync::Arc};

use super::{LikenessTraits, TraitValue};
use crate::field::{Label, Number};

/// One weighted part of a similarity.
pub(super) struct LikenessPart {
    pub(super) name: &'static str,
    pub(super) weight: f64,
    /// From 0 to 1.
    pub(super) likeness: f64,
    /// What the two have in common, if the likeness is high enough to mention it.
    pub(super) reason: Option<String>,
}

impl LikenessPart {
    pub(super) fn gain(&self) -> f64 {
        self.weight * self.likeness
    }
}

/// Maximum number of values in a reason.
const LISTED_MAX: usize = 3;

/// Minimum likeness of a number for a reason: of employee counts, one is at most twice the other.
const REASON_LIKENESS_MIN: f64 = 0.75;

/// Dice coefficient of two sets.
pub(super) fn overlap<T: Ord>(one: &BTreeSet<T>, other: &BTreeSet<T>) -> f64 {
    share(one.intersection(other).count(), one.len() + other.len())
}

fn share(shared: usize, all: usize) -> f64 {
    if all == 0 { 0.0 } else { 2.0 * shared as f64 / all as f64 }
}

/// Compares the values of a label; `None` if neither record has any.
pub(super) fn shared(
    name: &'static str,
    weight: f64,
    (one, other): (&LikenessTraits, &LikenessTraits),
    field: Label,
    describe: impl Fn(&str) -> String,
) -> Option<LikenessPart> {
    let (one, other) = (one.values(field), other.values(field));
    if one.is_empty() && other.is_empty() {
        return None;
    }
    // Both directions must give the same spelling, because likeness is symmetric.
    let common: Vec<&str> = one.iter().filter_map(|value| value_in(value, other)).collect();
    let reason = (!common.is_empty()).then(|| describe(&listed(&common)));
    Some(LikenessPart { name, weight, likeness: share(common.len(), one.len() + other.len()), reason })
}

/// A value that is also in another list, in the spelling that sorts first.
fn value_in<'v>(value: &'v TraitValue, others: &'v [Arc<TraitValue>]) -> Option<&'v str> {
    let at = others.binary_search_by(|other| other.key.cmp(&value.key)).ok()?;
    Some(value.label.as_str().min(others[at].label.as_str()))
}

/// Similarity of two amounts by their ratio on a log scale: 1 if equal, 0 from a factor of `most` on.
pub(super) fn ratio(one: i64, other: i64, most: f64) -> f64 {
    let (small, large) = (one.min(other).max(1) as f64, one.max(other).max(1) as f64);
    (1.0 - (large / small).ln() / most.ln()).max(0.0)
}

/// Compares two numbers; 0 if only one is known, `None` if neither is.
pub(super) fn number(
    name: &'static str,
    weight: f64,
    (one, other): (&LikenessTraits, &LikenessTraits),
    field: Number,
    compare: impl Fn(i64, i64) -> f64,
    describe: impl Fn(i64, i64) -> String,
) -> Option<LikenessPart> {
    let (likeness, reason) = match (one.number(field), other.number(field)) {
        (None, None) => return None,
        (Some(one), Some(other)) => {
            let likeness = compare(one, other);
            // The smaller number comes first, so that the reason is symmetric.
            (likeness, (likeness >= REASON_LIKENESS_MIN).then(|| describe(one.min(other), one.max(other))))
        }
        _ => (0.0, None),
    };
    Some(LikenessPart { name, weight, likeness, reason })
}

/// Compares locations: same city, region or country.
pub(super) fn place(weight: f64, (one, other): (&LikenessTraits, &LikenessTraits)) -> Option<LikenessPart> {
    let both = |field| one.value(field).and_then(|value| value_in(value, other.values(field)));
    if one.values(Label::Country).is_empty() && other.values(Label::Country).is_empty() {
        return None;
    }
    let (likeness, at) = match (both(Label::Country), both(Label::Region), both(Label::City)) {
        (Some(_), _, Some(city)) => (1.0, Some(city)),
        (Some(_), Some(region), None) => (0.7, Some(region)),
        (Some(country), None, None) => (0.5, Some(country)),
        _ => (0.0, None),
    };
    Some(LikenessPart { name: "place", weight, likeness, reason: at.map(|at| format!("Both in {at}")) })
}

/// A word of a vocabulary as it is written in a sentence: `customer success`, `HR`, `Series A`.
pub(super) fn spoken(word: &str) -> String {
    match (word, word.strip_prefix("series_")) {
        (_, Some(letter)) => format!("Series {}", letter.to_uppercase()),
        ("hr" | "it", _) => word.to_uppercase(),
        ("c_suite", _) => "chief".to_owned(),
        ("vp", _) => "vice president".to_owned(),
        _ => word.replace('_', " "),
    }
}

/// The same for each value of a list.
pub(super) fn spoken_list(list: &str) -> String {
    list.split(", ").map(spoken).collect::<Vec<_>>().join(", ")
}

/// Joins the first values for a sentence, with the number of the rest.
pub(super) fn listed(values: &[&str]) -> String {
    let shown = values[..values.len().min(LISTED_MAX)].join(", ");
    match values.len().saturating_sub(LISTED_MAX) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
