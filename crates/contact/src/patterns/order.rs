//! Names with the family name first, as in Korea, Vietnam, China, Japan and Hungary.
//!
//! A name is read in this order if its first word is a family name of such a language and the others look like given
//! names of it. Forms and profiles often exchange the two, so both orders stay possible.

mod words;

use records::{
    name::Name,
    sameness::{family_name_share, given_name_share},
};

use super::letters::{Accents, letters_of, split};
use words::{
    CHINESE_FAMILIES, HUNGARIAN_FAMILIES, JAPANESE_FAMILIES, KOREAN_FAMILIES, KOREAN_SYLLABLES,
    PINYIN_FINALS, PINYIN_INITIALS, VIETNAMESE_FAMILIES, VIETNAMESE_GIVEN, VIETNAMESE_MIDDLE,
};

/// Probability of the family name first, if the words leave no doubt.
const CLEAR: f64 = 0.85;
/// The same, if the last word could be a family name of another language.
const DOUBTFUL: f64 = 0.3;
/// The same, if both words are family names of the language.
const BOTH_FAMILIES: f64 = 0.35;

/// The orders in which a Latin name can be read, with probabilities.
pub(crate) fn orders(name: &Name, country: Option<&str>) -> Vec<(Name, f64)> {
    let full = name.full();
    let written: Vec<&str> = full.split_whitespace().collect();
    let folded: Vec<String> = written.iter().map(|word| letters_of(word, Accents::Dropped)).collect();
    if written.len() < 2 || folded.iter().any(String::is_empty) {
        return vec![(name.clone(), 1.0)];
    }
    let words = Words { written, folded, country };
    let family_first =
        [vietnamese(&words), korean(&words), chinese(&words), japanese(&words), hungarian(&words)];
    let Some(ways) = family_first.into_iter().find(|ways| !ways.is_empty()) else {
        return vec![(name.clone(), 1.0)];
    };
    let read: f64 = ways.iter().map(|(_, share)| share).sum();
    let mut found: Vec<(Name, f64)> = vec![(name.clone(), 1.0 - read)];
    for ((given, family), share) in ways {
        found.extend(Name::from_parts(&given, &family).map(|name| (name, share)));
    }
    found.retain(|(_, share)| *share > 0.0);
    found
}

/// Given and family name with a probability.
type Way = ((String, String), f64);

struct Words<'a> {
    written: Vec<&'a str>,
    folded: Vec<String>,
    country: Option<&'a str>,
}

impl Words<'_> {
    fn first(&self) -> &str {
        &self.folded[0]
    }

    fn last(&self) -> &str {
        &self.folded[self.folded.len() - 1]
    }

    /// The words from one position up to another, as written.
    fn between(&self, start: usize, end: usize, separator: &str) -> String {
        self.written[start..end].join(separator)
    }

    /// Probability that the family name is first; `is_family` tells family names of the language.
    fn chance(&self, is_family: impl Fn(&str) -> bool, countries: &[&str]) -> f64 {
        let at_home = self.country.is_some_and(|country| countries.contains(&country));
        match (is_family(self.first()), is_family(self.last())) {
            (false, _) => 0.0,
            (true, true) => BOTH_FAMILIES,
            (true, false) if at_home || self.written.len() > 2 => CLEAR,
            (true, false) if family_name_share(self.last()) > 0.0 => DOUBTFUL,
            (true, false) => CLEAR,
        }
    }

    /// The same for languages whose given names have no form of their own: a first word that is a given name elsewhere
    /// leaves a doubt.
    fn doubted_chance(&self, is_family: impl Fn(&str) -> bool, home: &str) -> f64 {
        let chance = self.chance(is_family, &[home]);
        let is_given = given_name_share(self.first()) > 0.0 && self.country != Some(home);
        if is_given { chance.min(DOUBTFUL) } else { chance }
    }
}

fn vietnamese(words: &Words<'_>) -> Vec<Way> {
    let count = words.written.len();
    let is_family = |word: &str| VIETNAMESE_FAMILIES.contains(&word);
    let is_given = |word: &String| VIETNAMESE_GIVEN.contains(&word.as_str());
    let family = |index: usize| words.written[index].to_owned();
    if count > 2 && is_family(words.last()) && !is_family(words.first()) {
        // `Anh Tuan Nguyen`: both given names are used.
        let fits = words.folded[..count - 1].iter().all(is_given);
        let way = ((words.between(0, count - 1, " "), family(count - 1)), 0.5);
        return if fits { vec![way] } else { Vec::new() };
    }
    let has_middle = count > 2 && VIETNAMESE_MIDDLE.contains(&words.folded[1].as_str());
    let at_home = words.country == Some("VN");
    if !is_given(&words.folded[count - 1]) && !has_middle && !at_home {
        return Vec::new();
    }
    let share = match has_middle && is_family(words.first()) {
        true => CLEAR,
        false => words.chance(is_family, &["VN"]),
    };
    if share == 0.0 {
        return Vec::new();
    }
    let last = ((family(count - 1), family(0)), share);
    // Two given names stand after the family name, or after a middle name.
    let two_from = if has_middle { 2 } else { 1 };
    if count - two_from < 2 {
        return vec![last];
    }
    let two = ((words.between(count - 2, count, " "), family(0)), share * 0.35);
    vec![(last.0, share * 0.65), two]
}

fn korean(words: &Words<'_>) -> Vec<Way> {
    let count = words.written.len();
    let is_family = |word: &str| KOREAN_FAMILIES.contains(&word);
    let syllables_of = |range: std::ops::Range<usize>| -> usize {
        let parts = words.written[range].iter().flat_map(|word| split(word));
        let counts: Option<Vec<usize>> =
            parts.map(|part| korean_syllables(&letters_of(part, Accents::Dropped))).collect();
        counts.map_or(0, |counts| counts.iter().sum())
    };
    if count == 3 && is_family(words.last()) && syllables_of(0..2) == 2 {
        let is_ambiguous = is_family(words.first()) && syllables_of(1..3) == 2;
        let share = if is_ambiguous { BOTH_FAMILIES } else { CLEAR };
        return vec![((words.between(0, 2, "-"), words.written[2].to_owned()), share)];
    }
    let share = match syllables_of(1..count) {
        2 => words.chance(is_family, &["KR"]),
        1 if count == 2 => words.chance(is_family, &["KR"]).min(DOUBTFUL),
        _ => 0.0,
    };
    let way = ((words.between(1, count, "-"), words.written[0].to_owned()), share);
    if share > 0.0 { vec![way] } else { Vec::new() }
}

fn chinese(words: &Words<'_>) -> Vec<Way> {
    let given: String = words.folded[1..].concat();
    let is_family = |word: &str| CHINESE_FAMILIES.contains(&word);
    if words.written.len() > 3 || !(1..=2).contains(&pinyin_syllables(&given)) {
        return Vec::new();
    }
    let share = words.chance(is_family, &["CN", "TW", "HK", "SG", "MY"]);
    let way = ((words.between(1, words.written.len(), ""), words.written[0].to_owned()), share);
    if share > 0.0 { vec![way] } else { Vec::new() }
}

fn japanese(words: &Words<'_>) -> Vec<Way> {
    let share = words.doubted_chance(|word| JAPANESE_FAMILIES.contains(&word), "JP");
    let way = ((words.written[1].to_owned(), words.written[0].to_owned()), share);
    if share > 0.0 && words.written.len() == 2 && is_romaji(words.last()) { vec![way] } else { Vec::new() }
}

fn hungarian(words: &Words<'_>) -> Vec<Way> {
    let count = words.written.len();
    let share = words.doubted_chance(|word| HUNGARIAN_FAMILIES.contains(&word), "HU");
    let way = ((words.written[1].to_owned(), words.written[0].to_owned()), share);
    if share > 0.0 && count == 2 { vec![way] } else { Vec::new() }
}

/// The number of Korean syllables that a word consists of; none if it is no Korean word.
fn korean_syllables(word: &str) -> Option<usize> {
    if KOREAN_SYLLABLES.binary_search(&word).is_ok() {
        return Some(1);
    }
    let two = (1..word.len()).any(|at| {
        word.is_char_boundary(at)
            && KOREAN_SYLLABLES.binary_search(&&word[..at]).is_ok()
            && KOREAN_SYLLABLES.binary_search(&&word[at..]).is_ok()
    });
    two.then_some(2)
}

/// The number of pinyin syllables that a word consists of, up to three; 0 if it is no pinyin.
fn pinyin_syllables(word: &str) -> usize {
    let fits = |part: &str| {
        let start =
            PINYIN_INITIALS.iter().filter(|initial| part.starts_with(**initial)).map(|initial| initial.len());
        start.chain([0]).any(|length| PINYIN_FINALS.contains(&&part[length..]))
    };
    if word.is_empty() || !word.is_ascii() {
        return 0;
    }
    if fits(word) {
        return 1;
    }
    if (1..word.len()).any(|at| fits(&word[..at]) && fits(&word[at..])) { 2 } else { 0 }
}

/// Whether a word consists of Japanese syllables: consonants only before a vowel, except n.
fn is_romaji(word: &str) -> bool {
    let letters = word.as_bytes();
    let is_vowel = |at: usize| letters.get(at).is_some_and(|letter| b"aiueo".contains(letter));
    let ends_well = letters.last().is_some_and(|letter| b"aiueon".contains(letter));
    let doubled = |at: usize| letters.get(at + 1) == Some(&letters[at]);
    let fits = |at: usize| match letters[at] {
        b'a' | b'i' | b'u' | b'e' | b'o' | b'n' => true,
        b'l' | b'q' | b'v' | b'x' | b'c' if letters.get(at + 1) != Some(&b'h') => false,
        b's' | b'c' | b't' if matches!(letters.get(at + 1), Some(b'h' | b's' | b'y')) => true,
        _ => is_vowel(at + 1) || letters.get(at + 1) == Some(&b'y') || doubled(at),
    };
    ends_well && (0..letters.len()).all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn syllables_are_told_from_other_words() {
        assert_eq!(korean_syllables("minjun"), Some(2));
        assert_eq!(korean_syllables("eun"), Some(1));
        assert_eq!(korean_syllables("jensen"), None);
        assert!(KOREAN_SYLLABLES.is_sorted());
        assert_eq!(
            (pinyin_syllables("xiaoming"), pinyin_syllables("wei"), pinyin_syllables("smith")),
            (2, 1, 0)
        );
        assert!(is_romaji("hiroshi") && is_romaji("kenji") && !is_romaji("peter"));
    }
}
