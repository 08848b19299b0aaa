//! Names that mean no company by themselves: places, family names and everyday words begin the names of many companies,
//! also of those that a store does not have.

use std::{collections::HashSet, sync::LazyLock};

use crate::{place, sameness::family_name_share};

static EVERYDAY: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let lines = include_str!("../../../data/everyday_words.txt").lines();
    lines.filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace).collect()
});

/// Share of people from which on a family name is common.
const COMMON_FAMILY_SHARE: f64 = 1.0 / 15_000.0;
/// Fewest letters of a place: shorter texts are codes, and initials of companies.
const PLACE_LETTERS: usize = 4;

/// Whether the key of a name is a place, a common family name or an everyday word.
pub(super) fn is_ambiguous_alone(key: &str) -> bool {
    EVERYDAY.contains(key)
        || family_name_share(key) >= COMMON_FAMILY_SHARE
        || key.len() >= PLACE_LETTERS && place::is_place_name(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_family_names_and_everyday_words_mean_no_company_alone() {
        for key in ["texas", "boston", "new york", "france", "ford", "morgan", "dollar", "best", "red"] {
            assert!(is_ambiguous_alone(key), "{key}");
        }
        for key in ["uber", "dupont", "caseys", "palantir", "norvex", "supermicro", "ibm", "meta"] {
            assert!(!is_ambiguous_alone(key), "{key}");
        }
    }

    #[test]
    fn everyday_words_are_listed_once_and_in_folded_form() {
        let lines = include_str!("../../../data/everyday_words.txt").lines();
        let words = lines.filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
        assert_eq!(words.count(), EVERYDAY.len());
        assert!(EVERYDAY.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase())));
    }
}
