//! Coarse spellings, equal for words that differ in vowels or doubled letters.

use crate::identifiers::company_name::company_name_key;

/// A word without vowels after the first letter and without doubled letters, so that Müller, Mueller and Muller share
/// a block. A word that would become too short keeps its vowels, with the umlaut digraphs folded; otherwise every Lee,
/// Li and Liu would be a candidate.
pub(super) fn block(word: &str) -> String {
    let skeleton = fold(word, |_, c| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u'));
    if skeleton.chars().nth(2).is_some() {
        return skeleton;
    }
    fold(word, |before, c| c == 'e' && matches!(before, 'a' | 'o' | 'u'))
}

/// Removes doubled letters and those that `dropped` selects; the first letter always stays.
fn fold(word: &str, dropped: impl Fn(char, char) -> bool) -> String {
    let mut folded = String::with_capacity(word.len());
    let (mut before, mut kept) = (None, None);
    let letters = word.chars().filter(|c| c.is_alphanumeric());
    for letter in letters.map(|c| if c == 'y' { 'i' } else { c }) {
        let drop = before.is_some_and(|before| dropped(before, letter)) || kept == Some(letter);
        if !drop {
            folded.push(letter);
            kept = Some(letter);
        }
        before = Some(letter);
    }
    folded
}

/// The block of a company name: its words sorted, each reduced by [`block`].
pub(super) fn spelling_block(name: &str) -> String {
    let key = company_name_key(name);
    let mut words: Vec<String> = key.split(' ').filter(|word| !word.is_empty()).map(block).collect();
    words.sort_unstable();
    words.concat()
}
