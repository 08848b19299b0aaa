//! Job titles as they are searched: by their words in one spelling, and by the role they name.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

use records::{Seniority, title::read_title};

use crate::{fold, memo::Memo};

const SYNONYMS: &str = include_str!("../data/title_synonyms.txt");

/// Words that tell no two titles apart.
const STOP_WORDS: &[&str] = &[
    "of", "the", "and", "for", "at", "in", "to", "a", "an", "de", "des", "der", "die", "und", "et", "la",
    "le", "y", "fur", "von", "du", "del", "en",
];

/// The words that phrases stand for.
#[derive(Default)]
struct Synonyms {
    phrases: HashMap<String, Vec<String>>,
    /// How many words a phrase has at most that begins with a word.
    longest: HashMap<String, usize>,
}

static TABLE: LazyLock<Synonyms> = LazyLock::new(|| {
    let mut table = Synonyms::default();
    for line in SYNONYMS.lines().filter(|line| !line.starts_with('#')) {
        let Some((kept, others)) = line.split_once(':') else { continue };
        let kept: Vec<String> = kept.split_whitespace().map(str::to_owned).collect();
        for other in others.split(',').map(str::trim) {
            let first = other.split(' ').next().unwrap_or_default();
            let longest = table.longest.entry(first.to_owned()).or_default();
            *longest = (*longest).max(other.split(' ').count());
            table.phrases.insert(other.to_owned(), kept.clone());
        }
    }
    table
});

/// A title as it is searched.
#[derive(Debug, PartialEq)]
pub(crate) struct TitleTerms {
    pub(crate) words: Vec<String>,
    pub(crate) role: Option<String>,
}

static TITLES: LazyLock<Memo<TitleTerms>> = LazyLock::new(Memo::default);

/// Reads a title; the same ones come again and again.
pub(crate) fn read(title: &str) -> Arc<TitleTerms> {
    TITLES.get(title, |title| TitleTerms { words: words(title), role: role(title) })
}

/// The words of a title in one spelling, without the words that say nothing.
pub(crate) fn words(title: &str) -> Vec<String> {
    let table = &*TABLE;
    let words = fold::words(title);
    let mut kept = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        let longest = table.longest.get(&words[at]).map_or(0, |longest| (*longest).min(words.len() - at));
        let found = (1..=longest)
            .rev()
            .find_map(|length| Some((length, table.phrases.get(&words[at..at + length].join(" "))?)));
        match found {
            Some((length, meaning)) => {
                kept.extend(meaning.iter().cloned());
                at += length;
            }
            None => {
                if !STOP_WORDS.contains(&words[at].as_str()) {
                    kept.push(words[at].clone());
                }
                at += 1;
            }
        }
    }
    kept
}

/// The role a title names, where it leads a function: two titles of one role are similar whatever their words.
///
/// Below directors a function alone says too little: not every manager in operations runs a warehouse.
pub(crate) fn role(title: &str) -> Option<String> {
    let reading = read_title(title);
    let seniority = reading.seniority.filter(|seniority| *seniority <= Seniority::Director)?;
    let department = reading.departments.first()?;
    Some(format!("={seniority} {department}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_title_have_the_same_words() {
        for (one, other) in [
            ("VP of Sales", "Vice President, Sales"),
            ("Sr. Software Developer", "Senior Software Engineer"),
            ("Front-End Engineer", "Frontend Developer"),
            ("CTO", "Chief Technology Officer"),
            ("HR Manager", "Human Resources Manager"),
            ("SVP Marketing", "Senior Vice President Marketing"),
        ] {
            let (mut one_words, mut other_words) = (words(one), words(other));
            one_words.sort();
            other_words.sort();
            assert_eq!(one_words, other_words, "{one} / {other}");
        }
    }

    #[test]
    fn titles_of_one_role_are_similar_across_wordings_and_languages() {
        assert_eq!(role("Head of Sales"), role("Vertriebsleiter"));
        assert_eq!(role("Chief Revenue Officer"), role("Chief Sales Officer"));
        assert_ne!(role("Head of Sales"), role("Head of Marketing"));
        assert_ne!(role("Head of Sales"), role("VP Sales"));
        assert_eq!(role("Software Engineer"), None);
    }
}
