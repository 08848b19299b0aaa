//! Frequencies of names.

use std::{collections::HashMap, sync::LazyLock};

const NAMES: &str = include_str!("../../data/common_names.txt");

/// Assumed share of people with a given name that is not listed.
const RARE_GIVEN: f64 = 0.003;
/// Assumed share of people with a family name that is not listed.
const RARE_FAMILY: f64 = 0.001;

struct Shares {
    given: HashMap<&'static str, f64>,
    family: HashMap<&'static str, f64>,
}

static SHARES: LazyLock<Shares> = LazyLock::new(|| {
    let read = |kind: &str| -> HashMap<&'static str, f64> {
        let line = NAMES.lines().find_map(|line| line.strip_prefix(kind)).unwrap_or_default();
        let pairs = line.split_whitespace().filter_map(|pair| {
            let (name, one_in) = pair.split_once(':')?;
            Some((name, 1.0 / one_in.parse::<f64>().ok()?))
        });
        pairs.collect()
    };
    Shares { given: read("given "), family: read("family ") }
});

/// The share of people with this given name.
pub(super) fn given(name: &str) -> f64 {
    SHARES.given.get(name).copied().unwrap_or(RARE_GIVEN)
}

/// The share of people with this family name.
pub(super) fn family(name: &str) -> f64 {
    SHARES.family.get(name).copied().unwrap_or(RARE_FAMILY)
}
