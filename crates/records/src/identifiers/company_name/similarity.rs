//! Similarity of two company names.

use strsim::jaro_winkler;

use super::{company_name_key, words::is_generic};

/// Weight of a common word; a distinctive word weighs 1.
const COMMON_WORD_WEIGHT: f64 = 0.3;

/// Minimum Jaro-Winkler similarity at which two words count as the same word.
const SAME_WORD: f64 = 0.88;

/// Maximum score of names whose keys differ; only equal keys score 1.
const HIGHEST_INEXACT: f64 = 0.98;

/// Score of an abbreviation, such as IBM, against a name with these initials.
pub(super) const INITIALS_SCORE: f64 = 0.8;

/// Similarity of two company names, from 0 to 1; it is 1 exactly if their keys are equal and not empty.
pub fn similarity(a: &str, b: &str) -> f64 {
    let (a, b) = (company_name_key(a), company_name_key(b));
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    if a == b {
        return 1.0;
    }
    // Sort the arguments: the measures below are not all symmetric.
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    if a.replace(' ', "") == b.replace(' ', "") {
        return HIGHEST_INEXACT;
    }
    let a_words: Vec<&str> = a.split(' ').collect();
    let b_words: Vec<&str> = b.split(' ').collect();
    let words = shared_weight(&a_words, &b_words);
    let score = 0.7 * words + 0.3 * jaro_winkler(&a, &b) * words.sqrt();
    let initials = if abbreviates(&a_words, &b) || abbreviates(&b_words, &a) { INITIALS_SCORE } else { 0.0 };
    score.max(initials).min(HIGHEST_INEXACT)
}

/// The share of the total word weight that both names have in common; each word is compared with its best match.
fn shared_weight(a: &[&str], b: &[&str]) -> f64 {
    let shared = |from: &[&str], to: &[&str]| -> (f64, f64) {
        from.iter().fold((0.0, 0.0), |(found, total), word| {
            let weight = if is_generic(word) { COMMON_WORD_WEIGHT } else { 1.0 };
            let best = to.iter().map(|other| word_similarity(word, other)).fold(0.0, f64::max);
            (found + weight * best, total + weight)
        })
    };
    let (found_a, total_a) = shared(a, b);
    let (found_b, total_b) = shared(b, a);
    (found_a + found_b) / (total_a + total_b)
}

/// Similarity of two words; words with digits are equal or different, never similar.
fn word_similarity(a: &str, b: &str) -> f64 {
    if a == b {
        return 1.0;
    }
    if a.bytes().chain(b.bytes()).any(|byte| byte.is_ascii_digit()) {
        return 0.0;
    }
    let (a, b) = if a < b { (a, b) } else { (b, a) };
    let similarity = jaro_winkler(a, b);
    if similarity >= SAME_WORD { similarity } else { 0.0 }
}

fn abbreviates(words: &[&str], short: &str) -> bool {
    short.len() >= 3
        && words.len() == short.len()
        && words.iter().zip(short.bytes()).all(|(word, letter)| word.as_bytes().first() == Some(&letter))
}
