//! Which given names exist, and how common names are.

use std::{collections::HashMap, sync::LazyLock};

/// Lines of a folded name and, where counted, one in how many people has it.
const GIVEN_NAMES: &str = include_str!("../../../data/given_names.txt");
const FURTHER_GIVEN_NAMES: &str = include_str!("../../../data/further_given_names.txt");
const FAMILY_NAMES: &str = include_str!("../../../data/family_names.txt");

/// Lowest assumed share of a given name: in a small file a rare name repeats more often than among all people.
const RARE_GIVEN: f64 = 0.003;
/// Lowest assumed share of a family name.
const RARE_FAMILY: f64 = 0.001;

/// Share of people from which a name is common.
const COMMON_SHARE: f64 = 1.0 / 10_000.0;

type Shares = HashMap<&'static str, f64>;

static GIVEN: LazyLock<Shares> = LazyLock::new(|| {
    let further =
        FURTHER_GIVEN_NAMES.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
    let mut given: Shares = further.map(|name| (name, 0.0)).collect();
    given.extend(shares(GIVEN_NAMES));
    given
});
static FAMILY: LazyLock<Shares> = LazyLock::new(|| shares(FAMILY_NAMES));

fn shares(lines: &'static str) -> Shares {
    let share = |line: &'static str| match line.split_once(' ') {
        Some((name, one_in)) => (name, one_in.parse::<f64>().map_or(0.0, f64::recip)),
        None => (line, 0.0),
    };
    lines.lines().map(share).collect()
}

/// Letters up to which a listed name has to be common to count as known: a short one is often another cut off.
const SHORT_LETTERS: usize = 3;
const SHORT_SHARE: f64 = 1.0 / 20_000.0;

/// Whether this is a known spelling of a given name.
pub(super) fn is_given_name(name: &str) -> bool {
    GIVEN.get(name).is_some_and(|share| name.len() > SHORT_LETTERS || *share >= SHORT_SHARE)
}

/// Whether this is a given name, however rare.
pub(super) fn is_listed(name: &str) -> bool {
    GIVEN.contains_key(name)
}

/// The counted share of people with this folded given name; 0 if it was not counted.
pub fn listed_given(name: &str) -> f64 {
    GIVEN.get(name).copied().unwrap_or(0.0)
}

/// The counted share of people with this folded family name; 0 if it was not counted.
pub fn listed_family(name: &str) -> f64 {
    FAMILY.get(name).copied().unwrap_or(0.0)
}

/// The assumed share of people with this given name.
pub(super) fn given(name: &str) -> f64 {
    listed_given(name).max(RARE_GIVEN)
}

/// The assumed share of people with this family name.
pub(super) fn family(name: &str) -> f64 {
    listed_family(name).max(RARE_FAMILY)
}

/// Given names that many people have.
pub(super) fn common_given_names() -> impl Iterator<Item = &'static str> {
    GIVEN.iter().filter(|(_, share)| **share >= COMMON_SHARE).map(|(name, _)| *name)
}

#[cfg(test)]
pub(in crate::sameness) fn given_names() -> impl Iterator<Item = &'static str> {
    GIVEN.keys().copied()
}
