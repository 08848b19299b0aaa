//! Misspellings of common given names: two spellings that are no names, but each one letter off the same one.

use std::{collections::HashMap, sync::LazyLock};

use strsim::osa_distance;

use super::shares::{common_given_names, is_listed};

/// Fewest letters of a misspelt name.
const LETTERS: usize = 4;

/// Common names by what is left of them when each letter is taken away, and by themselves: two spellings one edit apart
/// share one of these.
static BY_REST: LazyLock<HashMap<String, Vec<&'static str>>> = LazyLock::new(|| {
    let mut names: HashMap<String, Vec<&'static str>> = HashMap::new();
    for name in common_given_names().filter(|name| name.len() >= LETTERS) {
        for rest in rests(name) {
            names.entry(rest).or_default().push(name);
        }
    }
    names
});

/// Whether both are one edit off the same common name, and neither is a name itself.
pub(super) fn are_misspellings_of_one(one: &str, other: &str) -> bool {
    let may_be_misspelt = |name: &str| name.len() >= LETTERS && name.is_ascii() && !is_listed(name);
    may_be_misspelt(one)
        && may_be_misspelt(other)
        && one.as_bytes().first() == other.as_bytes().first()
        && rests(one).any(|rest| {
            let mut names = BY_REST.get(&rest).into_iter().flatten();
            names.any(|name| osa_distance(name, one) == 1 && osa_distance(name, other) == 1)
        })
}

/// A name, and what is left of it without each of its letters.
fn rests(name: &str) -> impl Iterator<Item = String> {
    (0..name.len()).map(|at| format!("{}{}", &name[..at], &name[at + 1..])).chain([name.to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_misspellings_of_a_common_name_are_of_one() {
        for (one, other) in [("osacar", "ocar"), ("oscra", "ocar"), ("michal", "mhichael")] {
            let is_name = is_listed(one) || is_listed(other);
            assert!(is_name || are_misspellings_of_one(one, other), "{one} and {other}");
            assert_eq!(are_misspellings_of_one(one, other), are_misspellings_of_one(other, one));
        }
        for (one, other) in [("thandeki", "thandazi"), ("oscar", "ocar"), ("ocar", "mhichael"), ("", "")] {
            assert!(!are_misspellings_of_one(one, other), "{one} and {other}");
        }
    }
}
