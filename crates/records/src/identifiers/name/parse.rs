//! Parsing a written name into its words in natural order.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::{case, words};

const INPUT_LIMIT_BYTES: usize = 512;

/// The words of a name in natural order, with the parts removed during parsing.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Words {
    pub(super) names: Vec<String>,
    /// Index of the first word of the family name, if a comma or the caller marks it.
    pub(super) family_start: Option<usize>,
    pub(super) nickname: Option<String>,
    pub(super) generation: Option<String>,
}

impl Words {
    /// Parses a full name: `First Last` or `Last, First`, with titles, degrees and nicknames.
    pub(super) fn of_full_name(text: &str) -> Self {
        let mut read = Self::default();
        let clean = read.clean(text);
        let capitals_tell = clean.chars().any(char::is_lowercase);
        let mut parts = clean.split(',').map(|part| read.words_of(part)).filter(|part| !part.is_empty());
        let mut head = parts.next().unwrap_or_default();
        let rest: Vec<Vec<String>> = parts.collect();
        let head_is_whole = head.len() > 1;
        let mut given = None;
        for part in rest {
            let is_suffix =
                |word: &String| words::is_suffix_behind_comma(word, capitals_tell && head_is_whole);
            if part.iter().all(is_suffix) {
                read.set_generation(&part);
            } else if given.is_none() {
                given = Some(part);
            }
        }
        read.strip_suffixes(&mut head);
        match given {
            Some(given) => read.join(given, head),
            None => read.names = head,
        }
        read.finish()
    }

    /// Parses a name with separate given and family parts.
    pub(super) fn of_parts(first: &str, last: &str) -> Self {
        if words::is_plain_name(first) && words::is_plain_name(last) {
            let names = vec![first.to_owned(), last.to_owned()];
            return Self { names, family_start: Some(1), ..Self::default() };
        }
        Self::of_unusual_parts(first, last)
    }

    fn of_unusual_parts(first: &str, last: &str) -> Self {
        let mut read = Self::default();
        let mut family = read.part(last);
        let nickname = read.nickname.take();
        let mut given = read.part(first);
        read.nickname = read.nickname.or(nickname);
        read.strip_suffixes(&mut family);
        // Some exports repeat the family name in the column of the given name.
        if given.len() > family.len() && given.ends_with(&family) {
            given.truncate(given.len() - family.len());
        }
        read.join(given, family);
        read.finish()
    }

    fn part(&mut self, text: &str) -> Vec<String> {
        let clean = self.clean(text);
        let name = clean.split(',').find(|part| !part.trim().is_empty()).unwrap_or_default();
        self.words_of(name)
    }

    fn join(&mut self, mut given: Vec<String>, family: Vec<String>) {
        self.strip_suffixes(&mut given);
        // `Berg, Hans van der`: the particles were moved to the end for sorting.
        let particles = given.iter().rev().take_while(|word| words::is_particle(word)).count();
        let given_count = if particles < given.len() { given.len() - particles } else { given.len() };
        given.extend(family);
        self.family_start = Some(given_count);
        self.names = given;
    }

    /// Removes titles last, because that depends on the number of words in the name itself.
    fn finish(mut self) -> Self {
        let mut names = std::mem::take(&mut self.names);
        self.strip_suffixes(&mut names);
        let titles = (0..names.len())
            .take_while(|&index| {
                let left = names.len() - index;
                left > 1 && words::is_title(&names[index], left)
            })
            .count();
        names.drain(..titles);
        if names.len() == 1 && words::is_title(&names[0], 1) {
            names.clear();
        }
        self.family_start = self.family_start.map(|start| start.saturating_sub(titles).min(names.len()));
        case::repair(&mut names);
        self.names = names;
        self
    }

    fn strip_suffixes(&mut self, names: &mut Vec<String>) {
        let is_suffix =
            |word: &String, names: &[String]| words::is_suffix(word) || words::is_capital_degree(word, names);
        while names.len() > 1 && names.last().is_some_and(|word| is_suffix(word, names)) {
            let suffix = names.split_off(names.len() - 1);
            self.set_generation(&suffix);
        }
    }

    fn set_generation(&mut self, suffixes: &[String]) {
        if let Some(generation) = suffixes.iter().find(|word| words::is_generation(word)) {
            self.generation.get_or_insert_with(|| generation.clone());
        }
    }

    /// Removes characters that are not part of names, and bracketed and quoted text.
    fn clean(&mut self, text: &str) -> String {
        if text.len() > INPUT_LIMIT_BYTES {
            return String::new();
        }
        // NFC is expensive and does not change ASCII.
        if text.is_ascii() { self.cleaned(text.chars()) } else { self.cleaned(text.nfc()) }
    }

    fn cleaned(&mut self, characters: impl Iterator<Item = char>) -> String {
        let mut clean = String::with_capacity(characters.size_hint().1.unwrap_or_default());
        let mut closing = None;
        let mut bracketed = String::new();
        for character in characters {
            if let Some(end) = closing {
                if character == end || (end == '"' && is_double_quote(character)) {
                    closing = None;
                    self.set_nickname(&std::mem::take(&mut bracketed));
                } else {
                    bracketed.push(plain(character).unwrap_or(' '));
                }
                continue;
            }
            match character {
                '(' | '（' => closing = Some(if character == '(' { ')' } else { '）' }),
                '[' => closing = Some(']'),
                '{' => closing = Some('}'),
                _ if is_double_quote(character) => closing = Some('"'),
                // The text after these characters is a headline, not a name.
                '|' | '•' if !clean.trim().is_empty() => break,
                _ => {
                    clean.extend(plain(character));
                    continue;
                }
            }
            clean.push(' ');
        }
        clean
    }

    fn set_nickname(&mut self, bracketed: &str) {
        let word = bracketed.trim();
        let is_name = !word.is_empty()
            && word
                .chars()
                .all(|character| character.is_alphabetic() || matches!(character, '-' | '\'' | '.'))
            && !words::is_pronoun(word)
            && !words::is_suffix_behind_comma(word, true)
            && !words::is_title(word, 1);
        if is_name && self.nickname.is_none() {
            self.nickname = Some(word.to_owned());
        }
    }

    fn words_of(&mut self, part: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut maiden_name_follows = false;
        for word in part.split_whitespace() {
            if std::mem::take(&mut maiden_name_follows) || (word.contains('/') && words::is_pronoun(word)) {
                continue;
            }
            if matches!(word, "née" | "geb." | "geb") {
                maiden_name_follows = true;
                continue;
            }
            if let Some(quoted) = word.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
                self.set_nickname(quoted);
                continue;
            }
            for piece in word.split('/') {
                push_names(&mut found, piece);
            }
        }
        found
    }
}

/// Splits `J.Smith`, but not `J.R.` or `Ph.D.`.
fn push_names(found: &mut Vec<String>, word: &str) {
    let word = without_stray_marks(word);
    let mut start = 0;
    if !words::is_suffix(word) && !words::is_title(word, 1) {
        for (position, _) in word.match_indices('.') {
            if word[position + 1..].chars().take_while(|&character| character != '.').count() >= 2 {
                push_if_named(found, &word[start..=position]);
                start = position + 1;
            }
        }
    }
    push_if_named(found, &word[start..]);
}

fn push_if_named(found: &mut Vec<String>, name: &str) {
    let name = without_stray_marks(name);
    if name.chars().any(char::is_alphabetic) {
        found.push(name.to_owned());
    }
}

/// Trims punctuation at both ends, except the period of an abbreviation or initial.
fn without_stray_marks(word: &str) -> &str {
    let word = word.trim_start_matches(['-', '.', '·']);
    let trimmed = word.trim_end_matches(['-', '.', '·', '\'']);
    let is_abbreviated = trimmed.chars().count() <= 3 || trimmed.contains('.');
    match word[trimmed.len()..].starts_with('.') && is_abbreviated {
        true => &word[..=trimmed.len()],
        false => trimmed,
    }
}

fn is_double_quote(character: char) -> bool {
    matches!(character, '"' | '“' | '”' | '„' | '«' | '»' | '〝' | '〞')
}

/// Normalises a character: symbols become spaces, invisible characters are removed.
fn plain(character: char) -> Option<char> {
    match character {
        'a'..='z' | 'A'..='Z' | ' ' => Some(character),
        '’' | '‘' | 'ʼ' | '`' | '´' | '′' | 'ʻ' => Some('\''),
        '‐' | '‑' | '–' | '—' | '−' => Some('-'),
        ',' | ';' | '，' | '、' => Some(','),
        '-' | '\'' | '.' | '/' | '·' => Some(character),
        '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{ad}' => None,
        _ if character.is_alphanumeric() || is_combining_mark(character) => Some(character),
        _ => Some(' '),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_fast_path_for_plain_names_equals_the_full_parser(
            first in "[A-Z][a-z]{0,7}|Dr|Sir|Phd|Von|Ben|Jr|Md|He",
            last in "[A-Z][a-z]{0,7}|Dr|Sir|Phd|Von|Ben|Jr|Md|He",
        ) {
            prop_assert_eq!(Words::of_parts(&first, &last), Words::of_unusual_parts(&first, &last));
        }
    }
}
