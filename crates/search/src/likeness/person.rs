//! Similarity of the work of two people.

use records::Seniority;

use super::{
    LikenessTraits, company,
    measure::{LikenessPart, number, overlap, shared, spoken, spoken_list},
};
use crate::field::{Label, Number};

/// Seniorities this many steps apart have similarity 0.
const RANK_STEPS_MAX: f64 = 4.0;

/// Careers that began this many days apart have similarity 0.
const CAREER_DAYS_MAX: f64 = 10.0 * 365.0;

/// Minimum similarity of two titles with the same role.
const SAME_ROLE: f64 = 0.9;

pub(super) fn parts(one: &LikenessTraits, other: &LikenessTraits) -> Vec<LikenessPart> {
    let both = (one, other);
    let parts = [
        titles(0.30, both),
        shared("function", 0.20, both, Label::Department, |list| format!("Both in {}", spoken_list(list))),
        seniority(0.15, both),
        shared("skills", 0.20, both, Label::Skill, |list| format!("Both know {list}")),
        company::industries(0.10, both),
        number(
            "experience",
            0.05,
            both,
            Number::FirstJobDay,
            |one, other| (1.0 - one.abs_diff(other) as f64 / CAREER_DAYS_MAX).max(0.0),
            |_, _| "About as long in work".to_owned(),
        ),
        shared("path", 0.05, both, Label::Path, |list| format!("Both came through {}", spoken_list(list))),
    ];
    parts.into_iter().flatten().collect()
}

fn titles(weight: f64, (one, other): (&LikenessTraits, &LikenessTraits)) -> Option<LikenessPart> {
    let (likeness, reason) = match (one.value(Label::Title), other.value(Label::Title)) {
        (None, None) => return None,
        (Some(one), Some(other)) => {
            let same_role = one.role.is_some() && one.role == other.role;
            let floor = if same_role { SAME_ROLE } else { 0.0 };
            let likeness = overlap(&one.words, &other.words).max(floor);
            let mut pair = [one.label.as_str(), other.label.as_str()];
            pair.sort_unstable();
            let reason = match likeness {
                1.0 => Some(format!("Same title: {}", pair[0])),
                high if high >= 0.5 => Some(format!("Similar titles: {} and {}", pair[0], pair[1])),
                _ => None,
            };
            (likeness, reason)
        }
        _ => (0.0, None),
    };
    Some(LikenessPart { name: "title", weight, likeness, reason })
}

fn seniority(weight: f64, (one, other): (&LikenessTraits, &LikenessTraits)) -> Option<LikenessPart> {
    let rank = |traits: &LikenessTraits| {
        traits.value(Label::Seniority).and_then(|value| value.label.parse::<Seniority>().ok())
    };
    let (likeness, reason) = match (rank(one), rank(other)) {
        (None, None) => return None,
        (Some(one), Some(other)) => {
            let steps = (one as i32).abs_diff(other as i32);
            let likeness = (1.0 - f64::from(steps) / RANK_STEPS_MAX).max(0.0);
            (likeness, (one == other).then(|| format!("Same seniority: {}", spoken(one.as_str()))))
        }
        _ => (0.0, None),
    };
    Some(LikenessPart { name: "seniority", weight, likeness, reason })
}
