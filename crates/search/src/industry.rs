//! Industry hierarchy. A search for a sector also finds its sub-industries.

use std::{collections::HashMap, sync::LazyLock};

use crate::fold;

const TABLE: &str = include_str!("../data/industries.txt");

/// Keys of the ancestors of each industry, nearest first.
static ANCESTORS: LazyLock<HashMap<String, Vec<String>>> = LazyLock::new(|| {
    let mut ancestors: HashMap<String, Vec<String>> = HashMap::new();
    let mut path: Vec<String> = Vec::new();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let label = line.trim_start_matches('\t');
        path.truncate(line.len() - label.len());
        let known = ancestors.entry(fold::key(label)).or_default();
        for ancestor in path.iter().rev() {
            // A label that occurs in two branches has the ancestors of both.
            if !known.contains(ancestor) {
                known.push(ancestor.clone());
            }
        }
        path.push(fold::key(label));
    }
    ancestors
});

/// Search terms of an industry: its own key and the keys of its ancestors.
pub(crate) fn terms(label: &str) -> Vec<String> {
    let key = fold::key(label);
    let ancestors = ANCESTORS.get(&key).map(Vec::as_slice).unwrap_or_default();
    let mut terms = Vec::with_capacity(1 + ancestors.len());
    terms.push(key);
    terms.extend_from_slice(ancestors);
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_is_found_by_its_sector() {
        let terms = terms("Caterers");
        assert!(terms.contains(&fold::key("Food and Beverage Services")));
        assert!(terms.contains(&fold::key("Accommodation Services")));
        assert_eq!(terms[0], "caterers");
    }

    #[test]
    fn an_industry_outside_the_table_is_found_by_its_own_name() {
        assert_eq!(super::terms("Underwater Basketry"), ["underwaterbasketry"]);
    }

    #[test]
    fn no_industry_is_part_of_itself() {
        for (key, ancestors) in ANCESTORS.iter() {
            assert!(!ancestors.contains(key), "{key}");
        }
        assert!(ANCESTORS.len() > 400);
    }
}
