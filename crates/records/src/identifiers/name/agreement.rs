//! Agreement of the given, middle and family parts of two names.

use super::fold::{self, Leniency};
use super::{Name, words};
use crate::identifiers::nickname;

/// Minimum similarity of two spellings; lower values are no better than chance.
const SIMILAR_FROM: f64 = 0.85;
/// Similarity of two short forms of one formal name, which often, but not always, belong to one person.
const SHARED_FORMAL_NAME: f64 = 0.86;
/// Minimum length of a middle name that can match a family name; shorter ones are often initials or particles.
const MIDDLE_AS_FAMILY_FROM_LETTERS: usize = 3;

/// Agreement of one part of two names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Agreement {
    /// Equal, ignoring accents and punctuation.
    Exact,
    /// Another form of the same name: nickname, transliteration, missing particle, one part of a double name.
    Equivalent,
    /// One is an initial of the other, or both are the same initial.
    Initial,
    /// Similar spelling, with the similarity between 0 and 1.
    Similar(f64),
    /// Different names.
    Different,
    /// At least one of the names has no such part.
    Unknown,
}

/// Agreement of the given names of two people, including nicknames in brackets.
pub fn given_agreement(one: &Name, other: &Name) -> Agreement {
    if one.first_key.is_empty() || other.first_key.is_empty() {
        return Agreement::Unknown;
    }
    let primary = given_pair(Given::first(one), Given::first(other));
    if matches!(primary, Agreement::Exact | Agreement::Equivalent) {
        return primary;
    }
    let by_alternative = alternatives(one).any(|words| is_same(Given::of(words), Given::first(other)))
        || alternatives(other).any(|words| is_same(Given::first(one), Given::of(words)));
    if by_alternative || is_joined(one, other) || is_joined(other, one) {
        return Agreement::Equivalent;
    }
    primary
}

/// Agreement of the middle names of two people; a conflict distinguishes namesakes. Of several, one may be left out.
pub fn middle_agreement(one: &Name, other: &Name) -> Agreement {
    let ones: Vec<&str> = one.middle_words.split_whitespace().collect();
    let others: Vec<&str> = other.middle_words.split_whitespace().collect();
    let (Some(first), Some(other_first)) = (ones.first(), others.first()) else { return Agreement::Unknown };
    let agreement = given_pair(Given::of(first), Given::of(other_first));
    let share_one =
        || ones.iter().any(|one| others.iter().any(|other| is_same(Given::of(one), Given::of(other))));
    match agreement {
        Agreement::Different if share_one() => Agreement::Equivalent,
        agreement => agreement,
    }
}

/// Agreement of the family names of two people.
pub fn family_agreement(one: &Name, other: &Name) -> Agreement {
    let (one_key, other_key) = (one.last_key.as_str(), other.last_key.as_str());
    if one_key.is_empty() || other_key.is_empty() {
        return Agreement::Unknown;
    }
    if one_key.len() == 1 || other_key.len() == 1 {
        return initials(one_key, other_key);
    }
    if one_key == other_key {
        return same_key(&one.last, &other.last);
    }
    let is_split = has_split_family(one, other_key) || has_split_family(other, one_key);
    if is_split
        || fold::loosely_equal(one_key, other_key, Leniency::Family)
        || covers(one, other)
        || covers(other, one)
    {
        return Agreement::Equivalent;
    }
    similarity(one_key, other_key)
}

/// A given name for comparison: its folded words and whether they are only initials.
#[derive(Clone, Copy)]
struct Given<'a> {
    words: &'a str,
    written: &'a str,
}

impl<'a> Given<'a> {
    fn first(name: &'a Name) -> Self {
        Self { words: &name.first_words, written: &name.first }
    }

    fn of(words: &'a str) -> Self {
        Self { words, written: words }
    }

    fn is_initials(self) -> bool {
        let all_single = self.words.split(' ').all(|word| word.len() == 1);
        let dotted = self.written.split('.').all(|part| part.trim().chars().count() <= 1);
        let pair = self.words.len() == 2 && !self.words.bytes().any(|letter| b"aeiouy".contains(&letter));
        all_single || pair || (dotted && self.written.contains('.'))
    }
}

/// Alternative given names: the nickname, and the middle name after an initial (`J. Robert`).
fn alternatives(name: &Name) -> impl Iterator<Item = &str> {
    let called_by_middle = Given::first(name).is_initials();
    let middle = name.middle_words.split(' ').next().filter(|word| called_by_middle && word.len() > 1);
    [Some(name.nickname_words.as_str()), middle].into_iter().flatten().filter(|words| !words.is_empty())
}

fn is_same(one: Given<'_>, other: Given<'_>) -> bool {
    matches!(given_pair(one, other), Agreement::Exact | Agreement::Equivalent)
}

fn given_pair(one: Given<'_>, other: Given<'_>) -> Agreement {
    if one.is_initials() || other.is_initials() {
        return initials(one.words, other.words);
    }
    if same_letters(one.words, other.words) {
        return same_key(one.written, other.written);
    }
    if is_given_variant(one.words, other.words) || compound_shares_a_name(one.words, other.words) {
        return Agreement::Equivalent;
    }
    match similarity(one.words, other.words) {
        Agreement::Different if nickname::share_a_formal_name(one.words, other.words) => {
            Agreement::Similar(SHARED_FORMAL_NAME)
        }
        outcome => outcome,
    }
}

fn is_given_variant(one: &str, other: &str) -> bool {
    one == other || fold::loosely_equal(one, other, Leniency::Given) || nickname::is_form_of(one, other)
}

/// `Hans-Peter` is also called `Hans` or `Peter`; `Mary Ann` and `Mary Jane` are not one name.
fn compound_shares_a_name(one: &str, other: &str) -> bool {
    let contains =
        |compound: &str, single: &str| compound.split(' ').any(|word| is_given_variant(word, single));
    match (one.contains(' '), other.contains(' ')) {
        (true, false) => contains(one, other),
        (false, true) => contains(other, one),
        (true, true) => {
            one.split(' ').count() == other.split(' ').count()
                && one.split(' ').zip(other.split(' ')).all(|(a, b)| is_given_variant(a, b))
        }
        (false, false) => false,
    }
}

/// `Hans Peter` written as first and middle name is `Hanspeter`.
fn is_joined(apart: &Name, joined: &Name) -> bool {
    !apart.middle_words.is_empty()
        && letters(&joined.first_words).eq(letters(&apart.first_words).chain(letters(&apart.middle_words)))
}

fn letters(words: &str) -> impl Iterator<Item = u8> {
    words.bytes().filter(|&letter| letter != b' ')
}

fn same_letters(one: &str, other: &str) -> bool {
    letters(one).eq(letters(other))
}

/// Equal keys of other scripts may come from different names: 王 and 汪 are both Wang.
fn same_key(one: &str, other: &str) -> Agreement {
    if (fold::is_latin(one) && fold::is_latin(other)) || one == other {
        Agreement::Exact
    } else {
        Agreement::Equivalent
    }
}

fn initials(one: &str, other: &str) -> Agreement {
    if one.as_bytes().first() == other.as_bytes().first() { Agreement::Initial } else { Agreement::Different }
}

/// Whether the start of a family name is written apart, and was read as a middle name: O Shaughnessy, Mc Donald.
fn has_split_family(name: &Name, family_key: &str) -> bool {
    let start =
        name.middle_words.rsplit(' ').next().filter(|word| ["o", "d", "mc", "mac", "fitz"].contains(word));
    start.is_some_and(|start| family_key.strip_prefix(start) == Some(name.last_key.as_str()))
}

/// Whether the longer family name has every word of the shorter one, ignoring particles.
fn covers(long: &Name, short: &Name) -> bool {
    let mut wanted = core_words(&short.last_words).peekable();
    wanted.peek().is_some()
        && wanted.all(|word| {
            let middle =
                long.middle_words.split(' ').filter(|name| name.len() >= MIDDLE_AS_FAMILY_FROM_LETTERS);
            core_words(&long.last_words)
                .chain(middle)
                .any(|name| fold::loosely_equal(name, word, Leniency::Family))
        })
}

fn core_words(words: &str) -> impl Iterator<Item = &str> {
    words.split(' ').filter(|word| word.len() > 1 && !words::is_folded_particle(word))
}

/// Sorts the arguments, because the similarity measure is not symmetric in rare cases.
fn similarity(one: &str, other: &str) -> Agreement {
    let (first, second) = if one <= other { (one, other) } else { (other, one) };
    let score = strsim::jaro_winkler(first, second);
    if score >= SIMILAR_FROM { Agreement::Similar(score.min(1.0)) } else { Agreement::Different }
}
