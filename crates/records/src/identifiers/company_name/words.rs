//! The words of a company name, and which of them hardly tell companies apart.

use std::{collections::HashSet, sync::LazyLock};

static GENERIC: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let lines = include_str!("../../../data/company_words.txt").lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_whitespace).collect()
});

/// Words inside a name that carry no meaning of their own.
const FILLERS: [&str; 12] = [
    "and",
    "of",
    "the",
    "corp",
    "corporation",
    "co",
    "company",
    "inc",
    "incorporated",
    "ltd",
    "limited",
    "companies",
];

/// Whether a word of a key is so common in company names that it hardly distinguishes companies.
pub fn is_generic(word: &str) -> bool {
    GENERIC.contains(word)
}

/// The words of a key without fillers; all words if nothing else is left.
pub fn core_words(key: &str) -> Vec<&str> {
    let core: Vec<&str> = key.split(' ').filter(|word| !word.is_empty() && !FILLERS.contains(word)).collect();
    if core.is_empty() { key.split(' ').filter(|word| !word.is_empty()).collect() } else { core }
}
