//! Similarity of two companies.

use std::collections::BTreeSet;

use records::funding_stage::STAGES;

use super::{
    LikenessTraits,
    measure::{LikenessPart, listed, number, overlap, place, ratio, shared, spoken, spoken_list},
};
use crate::field::{Label, Number};

/// Employee counts that differ by this factor or more have similarity 0.
const SIZE_RATIO_MAX: f64 = 16.0;

/// Number of ordered funding stages. Adjacent ones have similarity 0.5; the stages after them only match themselves.
const ORDERED_STAGES: usize = 13;

pub(super) fn parts(one: &LikenessTraits, other: &LikenessTraits) -> Vec<LikenessPart> {
    let both = (one, other);
    let parts = [
        industries(0.30, both),
        shared("technologies", 0.20, both, Label::Technology, |list| format!("Both use {list}")),
        number(
            "size",
            0.15,
            both,
            Number::EmployeeCount,
            |one, other| ratio(one, other, SIZE_RATIO_MAX),
            |low, high| format!("Similar size: {low} and {high} employees"),
        ),
        place(0.10, both),
        stage(0.10, both),
        shared("description", 0.10, both, Label::Keyword, |list| format!("Descriptions share {list}")),
        shared("hiring", 0.05, both, Label::Hiring, |list| format!("Both hiring in {}", spoken_list(list))),
    ];
    parts.into_iter().flatten().collect()
}

/// Compares industries together with their ancestors.
pub(super) fn industries(
    weight: f64,
    (one, other): (&LikenessTraits, &LikenessTraits),
) -> Option<LikenessPart> {
    let same =
        shared("industry", weight, (one, other), Label::Industry, |list| format!("Same industry: {list}"))?;
    let terms = |traits: &LikenessTraits| -> BTreeSet<String> {
        traits.values(Label::Industry).iter().flat_map(|value| value.words.iter().cloned()).collect()
    };
    let likeness = overlap(&terms(one), &terms(other));
    let reason = same.reason.or_else(|| {
        let mut pair =
            [one.value(Label::Industry)?.label.as_str(), other.value(Label::Industry)?.label.as_str()];
        pair.sort_unstable();
        (likeness > 0.0).then(|| format!("Related industries: {}", listed(&pair)))
    });
    Some(LikenessPart { likeness, reason, ..same })
}

fn stage(weight: f64, (one, other): (&LikenessTraits, &LikenessTraits)) -> Option<LikenessPart> {
    let stage =
        |traits: &'_ LikenessTraits| traits.value(Label::FundingStage).map(|value| value.label.clone());
    let (likeness, reason) = match (stage(one), stage(other)) {
        (None, None) => return None,
        (Some(one), Some(other)) if one == other => (1.0, Some(format!("Both at stage {}", spoken(&one)))),
        (Some(one), Some(other)) => {
            let rank = |stage: &str| STAGES[..ORDERED_STAGES].iter().position(|known| *known == stage);
            let near =
                matches!((rank(&one), rank(&other)), (Some(one), Some(other)) if one.abs_diff(other) == 1);
            (if near { 0.5 } else { 0.0 }, None)
        }
        _ => (0.0, None),
    };
    Some(LikenessPart { name: "stage", weight, likeness, reason })
}
