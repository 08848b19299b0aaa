//! Arabic, Persian and Hebrew: the script leaves out short vowels, so names are looked up in a table of usual spellings.
//! Other words get their vowels by rule.

use std::{collections::HashMap, sync::LazyLock};

use records::name::Name;

use super::customs::capitalised;

/// Lines of a name and its usual spellings, the most common first.
const NAMES: &str = include_str!("../../../data/romanised_names.txt");
/// Shares of the spellings of a name by their place; normalised over those that there are.
const SHARES: [f64; 4] = [0.45, 0.25, 0.17, 0.13];
/// Maximum number of spellings of a part.
const SPELLINGS_MAX: usize = 4;

static TABLE: LazyLock<HashMap<String, Vec<&'static str>>> = LazyLock::new(|| {
    let lines = NAMES.lines().filter_map(|line| line.split_once(' '));
    lines.map(|(word, spellings)| (normal(word), spellings.split(' ').collect())).collect()
});

/// The spellings of a name with probabilities: its first word is the given name, its last the family name.
pub(super) fn ways(full: &str) -> Vec<(Name, f64)> {
    let words = joined_words(full);
    let (Some(first), Some(last)) = (words.first(), words.get(1..).and_then(<[String]>::last)) else {
        let one = words.first().map(|word| spellings(word)).unwrap_or_default();
        let named =
            one.into_iter().filter_map(|(word, share)| Some((Name::parse(&capitalised(&word))?, share)));
        return named.collect();
    };
    let mut found = Vec::new();
    for (given, given_share) in spellings(first) {
        for (family, family_share) in spellings(last) {
            let name = Name::from_parts(&capitalised(&given), &capitalised(&family));
            found.extend(name.map(|name| (name, given_share * family_share)));
        }
    }
    found
}

/// The words of a name, with prefixes that are written as words of their own joined to the next.
fn joined_words(full: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut prefix = String::new();
    for word in full.split([' ', '-']).map(normal).filter(|word| !word.is_empty()) {
        match word.as_str() {
            "عبد" | "ابو" | "ال" | "بن" | "ابن" | "בן" => prefix.push_str(&word),
            _ => words.push(std::mem::take(&mut prefix) + &word),
        }
    }
    if !prefix.is_empty() {
        words.push(prefix);
    }
    words
}

/// The usual spellings of a word with probabilities.
fn spellings(word: &str) -> Vec<(String, f64)> {
    let found: Vec<String> = match TABLE.get(word) {
        Some(known) => known.iter().take(SPELLINGS_MAX).map(|spelling| (*spelling).to_owned()).collect(),
        None => by_rule(word),
    };
    let total: f64 = SHARES.iter().take(found.len()).sum();
    found.into_iter().zip(SHARES).map(|(spelling, share)| (spelling, share / total)).collect()
}

/// Spellings of a word that the table lacks: the article or prefix, then the rest with vowels added.
fn by_rule(word: &str) -> Vec<String> {
    let prefixes = [
        ("عبدال", "abdul", "abdel"),
        ("ابو", "abu", "abou"),
        ("ال", "al", "el"),
        ("بن", "bin", "ben"),
        ("בן", "ben", "ben"),
    ];
    let prefix = prefixes.iter().find(|(prefix, ..)| word.len() > prefix.len() && word.starts_with(prefix));
    let Some((arabic, usual, other)) = prefix else { return with_vowels(word) };
    let rest = &word[arabic.len()..];
    let rest = match TABLE.get(rest) {
        Some(known) => known.iter().take(2).map(|spelling| (*spelling).to_owned()).collect(),
        None => with_vowels(rest),
    };
    let first = rest.first().cloned().unwrap_or_default();
    let second = rest.get(1).unwrap_or(&first).clone();
    let mut found = vec![format!("{usual}{first}"), format!("{other}{first}"), format!("{usual}{second}")];
    found.dedup();
    found
}

/// A word with vowels added: `a` between two consonants, and the letters و and ي as vowels where they stand between
/// consonants. The second spelling has the French vowels ou and e.
fn with_vowels(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    let vowel = |at: usize| matches!(letters.get(at), Some('ا' | 'ه' | 'א')) || is_glide(letters.get(at));
    let (mut usual, mut other) = (String::new(), String::new());
    let mut after_consonant = false;
    for (at, letter) in letters.iter().enumerate() {
        let is_last = at + 1 == letters.len();
        let as_vowel = match letter {
            'ا' | 'א' => Some(("a", "a")),
            'ع' if at > 0 => Some(("a", "a")),
            'ه' if is_last => Some(("a", "a")),
            'ו' if at > 0 => Some(("o", "u")),
            'و' if at > 0 && after_consonant && !vowel(at + 1) => Some(("u", "ou")),
            'ي' | 'י' if at > 0 && after_consonant && !vowel(at + 1) => Some(("i", "y")),
            _ => None,
        };
        match as_vowel {
            Some((one, two)) => {
                usual.push_str(one);
                other.push_str(two);
                after_consonant = false;
            }
            None => {
                if after_consonant {
                    usual.push('a');
                    other.push('e');
                }
                usual.push_str(consonant(*letter));
                other.push_str(consonant(*letter));
                after_consonant = true;
            }
        }
    }
    let mut found = vec![usual, other];
    found.retain(|spelling| !spelling.is_empty());
    found.dedup();
    found
}

fn is_glide(letter: Option<&char>) -> bool {
    matches!(letter, Some('و' | 'ي' | 'ו' | 'י'))
}

fn consonant(letter: char) -> &'static str {
    match letter {
        'ب' | 'ב' => "b",
        'پ' | 'פ' | 'ף' => "p",
        'ت' | 'ط' | 'ט' | 'ת' => "t",
        'ث' => "th",
        'ج' | 'ژ' => "j",
        'چ' => "ch",
        'ح' | 'ه' | 'ה' | 'ח' => "h",
        'خ' => "kh",
        'د' | 'ض' | 'ד' => "d",
        'ذ' => "dh",
        'ر' | 'ר' => "r",
        'ز' | 'ظ' | 'ז' => "z",
        'س' | 'ص' | 'ס' => "s",
        'ش' | 'ש' => "sh",
        'غ' => "gh",
        'ف' => "f",
        'ق' => "q",
        'ك' | 'ק' | 'כ' | 'ך' => "k",
        'گ' | 'ג' => "g",
        'ل' | 'ל' => "l",
        'م' | 'מ' | 'ם' => "m",
        'ن' | 'נ' | 'ן' => "n",
        'و' => "w",
        'ו' => "v",
        'ي' | 'י' => "y",
        'צ' | 'ץ' => "tz",
        'ع' | 'ע' => "a",
        _ => "",
    }
}

/// A word without vowel marks, with one letter for each of its forms.
fn normal(word: &str) -> String {
    let letters = word.chars().filter_map(|letter| match letter {
        'أ' | 'إ' | 'آ' | 'ٱ' => Some('ا'),
        'ى' | 'ی' | 'ئ' => Some('ي'),
        'ة' => Some('ه'),
        'ک' => Some('ك'),
        'ؤ' => Some('و'),
        '\u{640}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{591}'..='\u{5c7}' | '\'' | '\u{5f3}' | 'ء' => {
            None
        }
        letter if letter.is_alphabetic() => Some(letter),
        _ => None,
    });
    letters.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unlisted_words_get_vowels() {
        let first = |word: &str| spellings(&normal(word))[0].0.clone();
        assert_eq!(first("حبش"), "habash");
        assert_eq!(first("الحبش"), "alhabash");
        assert_eq!(first("زيتون"), "zitun");
    }

    #[test]
    fn the_table_holds_latin_spellings_and_no_word_twice() {
        let lines = NAMES.lines().count();
        assert_eq!(TABLE.len(), lines);
        for spelling in TABLE.values().flatten() {
            assert!(spelling.bytes().all(|byte| byte.is_ascii_lowercase()), "{spelling}");
        }
    }
}
