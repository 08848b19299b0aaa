//! Search terms of job titles: normalised words, and a role term for leading titles.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

use records::{Seniority, title::read_title};

use crate::{fold, memo::Memo};

const SYNONYMS: &str = include_str!("../data/title_synonyms.txt");

/// Words ignored in titles.
const STOP_WORDS: &[&str] = &[
    "of", "the", "and", "for", "at", "in", "to", "a", "an", "de", "des", "der", "die", "und", "et", "la",
    "le", "y", "fur", "von", "du", "del", "en",
];

/// Synonym phrases and the words that replace them.
#[derive(Default)]
struct Synonyms {
    phrases: HashMap<String, Vec<String>>,
    /// Word count of the longest phrase that begins with a word.
    longest: HashMap<String, usize>,
}

static TABLE: LazyLock<Synonyms> = LazyLock::new(|| {
    let mut table = Synonyms::default();
    for line in SYNONYMS.lines().filter(|line| !line.starts_with('#')) {
        let Some((canonical, others)) = line.split_once(':') else { continue };
        let canonical: Vec<String> = canonical.split_whitespace().map(str::to_owned).collect();
        for other in others.split(',').map(str::trim) {
            let first = other.split(' ').next().unwrap_or_default();
            let longest = table.longest.entry(first.to_owned()).or_default();
            *longest = (*longest).max(other.split(' ').count());
            table.phrases.insert(other.to_owned(), canonical.clone());
        }
    }
    table
});

/// Search terms of a title.
#[derive(Debug, PartialEq)]
pub(crate) struct TitleTerms {
    pub(crate) words: Vec<String>,
    pub(crate) role: Option<String>,
}

static TITLES: LazyLock<Memo<TitleTerms>> = LazyLock::new(Memo::default);

/// Search terms of a title, cached because the same titles recur.
pub(crate) fn read(title: &str) -> Arc<TitleTerms> {
    TITLES.get(title, |title| TitleTerms { words: words(title), role: role(title) })
}

/// The words of a title with synonyms replaced and stop words removed.
pub(crate) fn words(title: &str) -> Vec<String> {
    let table = &*TABLE;
    let words = fold::words(title);
    let mut terms = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        let longest = table.longest.get(&words[at]).map_or(0, |longest| (*longest).min(words.len() - at));
        let found = (1..=longest)
            .rev()
            .find_map(|length| Some((length, table.phrases.get(&words[at..at + length].join(" "))?)));
        match found {
            Some((length, meaning)) => {
                terms.extend(meaning.iter().cloned());
                at += length;
            }
            None => {
                if !STOP_WORDS.contains(&words[at].as_str()) {
                    terms.push(words[at].clone());
                }
                at += 1;
            }
        }
    }
    terms
}

/// The role term of a title that leads a function. Two titles with the same role are similar, whatever their words.
///
/// Titles below director have no role, because the function alone is too vague: not every manager in operations runs a
/// warehouse.
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
