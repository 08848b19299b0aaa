//! Whether two given names can be those of one person.
//!
//! Members of a household and colleagues share everything but the given name, so a different one must never be
//! outweighed by an address, a phone, a birth date or a mailbox. Two spellings are of one name if they are equal, in
//! the table of variants, sound alike, or if one is an initial or a slip of the pen that is no given name itself:
//! Karl and Karla differ by one letter and are two names.

use strsim::{jaro_winkler, osa_distance};

use super::{
    misspelling::are_misspellings_of_one,
    shares::{is_given_name, is_listed, listed_given},
};
use crate::identifiers::{
    name::{Agreement, Name, given_agreement},
    nickname,
};

/// Minimum length of a name that may have two letters wrong, and three.
const TWO_EDITS_FROM_LETTERS: usize = 4;
const THREE_EDITS_FROM_LETTERS: usize = 8;
/// Minimum length of a name that may be misspelt at all; short names are too close to each other.
const EDITS_FROM_LETTERS: usize = 3;
/// Share of people below which a listed name may be a misspelling, and how many times as many have the right one.
const RARE_SHARE: f64 = 1.0 / 20_000.0;
const RARE_FACTOR: f64 = 100.0;
/// The same for names with the same first letter: names that differ there rhyme, and siblings have such.
const RARE_FACTOR_SAME_START: f64 = 10.0;
const COMMON_SHARE: f64 = 1.0 / 10_000.0;
/// Minimum length of a name that may have been cut off.
const CUT_OFF_FROM_LETTERS: usize = 4;
/// Similarity below which a spelling that is no known name is that of another name.
const DIFFERENT_SIMILARITY: f64 = 0.6;
/// Minimum similarity of two spellings of which neither is a known name.
const UNKNOWN_SIMILARITY: f64 = 0.88;

/// How two given names relate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    Same,
    /// A nickname, an equivalent in another language, or a spelling that sounds alike.
    Variant,
    Initial,
    /// A misspelling of the other.
    Slip,
    /// A spelling that is no known name, and no small slip of the other.
    Unclear,
    /// Two names that one letter tells apart, such as Martin and Marvin.
    Near,
    /// Two people.
    Conflict,
    Unknown,
}

/// The relation of the given names of two names.
pub(crate) fn relation(one: &Name, other: &Name) -> Relation {
    match given_agreement(one, other) {
        Agreement::Exact => Relation::Same,
        Agreement::Equivalent => Relation::Variant,
        Agreement::Initial => Relation::Initial,
        Agreement::Unknown => Relation::Unknown,
        Agreement::Different if one.first_key().len().min(other.first_key().len()) == 1 => Relation::Conflict,
        Agreement::Similar(_) | Agreement::Different => spelled(one.first_key(), other.first_key()),
    }
}

/// The relation of two folded given names that are not initials.
pub(in crate::sameness) fn spelled(one: &str, other: &str) -> Relation {
    if one.is_empty() || other.is_empty() {
        return Relation::Unknown;
    }
    if one == other {
        return Relation::Same;
    }
    if have_digits(one) || have_digits(other) {
        return Relation::Conflict;
    }
    if nickname::is_form_of(one, other) || are_short_forms(one, other) || sound_alike(one, other) {
        return Relation::Variant;
    }
    if is_slip(one, other) || are_misspellings_of_one(one, other) {
        return Relation::Slip;
    }
    match is_given_name(one) && is_given_name(other) {
        true if is_near(one, other) => Relation::Near,
        true => Relation::Conflict,
        false => unknown_spelling(one, other),
    }
}

/// The relation of two spellings of which at least one is no known name.
fn unknown_spelling(one: &str, other: &str) -> Relation {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    if short.len() < CUT_OFF_FROM_LETTERS {
        // Uwe is a name, however rare; Iyvv is none, and Ale may be short for Alejandro.
        let is_other = if is_listed(long) {
            is_listed(short) && !long.starts_with(short) && !have_same_letters(short, long)
        } else {
            jaro_winkler(short, long) < DIFFERENT_SIMILARITY
        };
        return if is_other { Relation::Conflict } else { Relation::Unclear };
    }
    let least =
        if is_given_name(one) || is_given_name(other) { DIFFERENT_SIMILARITY } else { UNKNOWN_SIMILARITY };
    let is_different = is_other_gender(short, long) || jaro_winkler(short, long) < least;
    if is_different { Relation::Conflict } else { Relation::Unclear }
}

/// Whether both are short forms of one name, as Bob and Rob are. Names that have short forms themselves are two names,
/// such as John and Jane, although the tables list both as forms of a third.
fn are_short_forms(one: &str, other: &str) -> bool {
    let is_short = |name: &str| nickname::forms(name).next().is_none();
    is_short(one) && is_short(other) && nickname::share_a_formal_name(one, other)
}

/// Whether one edit makes one name of the other, and not the form of the other gender.
fn is_near(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    short.len() >= EDITS_FROM_LETTERS && !is_other_gender(short, long) && osa_distance(one, other) == 1
}

impl Relation {
    /// Whether the names are those of two people when rows are joined: there, nothing but an identifier outweighs them.
    pub(in crate::sameness) fn is_conflict(self) -> bool {
        matches!(self, Self::Near | Self::Conflict)
    }
}

fn have_digits(name: &str) -> bool {
    name.bytes().any(|byte| byte.is_ascii_digit())
}

fn is_slip(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    // A listed name without its last vowel is one that was cut off.
    let is_cut_off = is_given_name(long) && !is_given_name(short);
    if short.len() < EDITS_FROM_LETTERS || (is_other_gender(short, long) && !is_cut_off) {
        return false;
    }
    let edits = osa_distance(short, long);
    let same_start = short.as_bytes().first() == long.as_bytes().first();
    let allowed = match short.len() {
        THREE_EDITS_FROM_LETTERS.. if same_start => 3,
        TWO_EDITS_FROM_LETTERS.. if same_start => 2,
        _ => 1,
    };
    match (is_given_name(one), is_given_name(other)) {
        (true, true) => edits == 1 && is_rare_spelling(one, other) && !is_other_consonant(one, other),
        (false, false) => edits <= 2 && jaro_winkler(short, long) >= UNKNOWN_SIMILARITY,
        _ => edits <= allowed || (short.len() >= CUT_OFF_FROM_LETTERS && long.starts_with(short)),
    }
}

/// Whether one is so rare beside the other that it is rather a misspelling of it, as Elizbeth is of Elizabeth.
fn is_rare_spelling(one: &str, other: &str) -> bool {
    let same_start = one.as_bytes().first() == other.as_bytes().first();
    let (one, other) = (listed_given(one), listed_given(other));
    let (rare, common) = (one.min(other), one.max(other));
    // Names that a census did not count are rarer than all that it did.
    if rare == 0.0 {
        return common >= COMMON_SHARE;
    }
    let is_misspelling = same_start && common >= COMMON_SHARE && common >= RARE_FACTOR_SAME_START * rare;
    rare < RARE_SHARE && (common >= RARE_FACTOR * rare || is_misspelling)
}

/// Whether two names differ in one consonant for another: Rajesh and Ramesh are two names, however rare one of them is.
fn is_other_consonant(one: &str, other: &str) -> bool {
    let is_vowel = |letter: u8| b"aeiouy".contains(&letter);
    let mut changed = one.bytes().zip(other.bytes()).filter(|(one, other)| one != other);
    one.len() == other.len()
        && changed.next().is_some_and(|(one, other)| !is_vowel(one) && !is_vowel(other))
        && changed.next().is_none()
}

/// Whether one is the other with its letters in another order, as Oel is of Leo.
fn have_same_letters(one: &str, other: &str) -> bool {
    let sorted = |name: &str| {
        let mut letters = name.as_bytes().to_vec();
        letters.sort_unstable();
        letters
    };
    sorted(one) == sorted(other)
}

/// Names that differ in a last vowel: Ruslan and Ruslana, Mario and Maria.
fn is_other_gender(short: &str, long: &str) -> bool {
    // No ending of women's names: Robert and Roberto are both men.
    if long.strip_suffix('o') == Some(short) {
        return false;
    }
    let vowel = |letter: Option<u8>| letter.is_some_and(|letter| b"aeio".contains(&letter));
    let stem = |name: &str| name.len() - usize::from(vowel(name.bytes().last()));
    short[..stem(short)] == long[..stem(long)]
}

/// Whether two spellings of a given name are pronounced alike: Sara and Sarah, Philip and Phillip.
fn sound_alike(one: &str, other: &str) -> bool {
    sound(one).eq(sound(other))
}

fn sound(name: &str) -> impl Iterator<Item = u8> {
    let letters = name.as_bytes();
    let mut last = 0;
    letters.iter().enumerate().filter_map(move |(at, letter)| {
        let next = letters.get(at + 1).copied();
        let heard = match letter {
            b'c' if matches!(next, Some(b'e' | b'i' | b'y')) => b's',
            b'c' | b'q' => b'k',
            b'p' if next == Some(b'h') => b'f',
            b'v' | b'w' => b'f',
            b'z' => b's',
            b'y' => b'i',
            b'h' if at > 0 => return None,
            // `ie`, `ey` and `ei` are one vowel.
            b'e' if matches!(last, b'i') && matches!(next, None | Some(b'r')) => return None,
            b'e' if matches!(next, Some(b'y' | b'i')) => return None,
            letter => *letter,
        };
        let repeated = heard == last;
        last = heard;
        (!repeated).then_some(heard)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(one: &str, other: &str) -> Relation {
        let name = |first: &str| Name::from_parts(first, "Winter").unwrap();
        let relation = relation(&name(one), &name(other));
        assert_eq!(
            relation,
            super::relation(&name(other), &name(one)),
            "{one} and {other}, in both directions"
        );
        relation
    }

    #[test]
    fn spellings_of_one_name_do_not_conflict() {
        for (one, other) in [
            ("Sara", "Sarah"),
            ("Philip", "Phillip"),
            ("Erik", "Eric"),
            ("Steven", "Stephen"),
            ("Katharina", "Catarina"),
            ("Bob", "Robert"),
            ("Bob", "Rob"),
            ("Tom", "Tomás"),
            ("Hans-Peter", "Hans"),
            ("Mitchell", "Mitchel"),
            ("Mitchell", "Mitchlel"),
            ("Christopher", "Chritsopfer"),
            ("Christopher", "Christop"),
            ("Venkatesh", "Venkateesh"),
            ("R.", "Robert"),
            ("Amy", "Aym"),
            ("Rebecca", "Rebecc"),
            ("Elizabeth", "Elizbeth"),
            ("Olivia", "Oliva"),
            ("Jacqueline", "Jacquline"),
            ("Kiera", "Kira"),
            ("Osacar", "Ocar"),
            ("Mitchlel", "Mitchel"),
            ("Madison", "Madisono"),
        ] {
            assert!(!of(one, other).is_conflict(), "{one} and {other}");
        }
    }

    #[test]
    fn two_names_conflict_however_similar_they_are_spelled() {
        for (one, other) in [
            ("Robert", "Roberta"),
            ("Karl", "Karla"),
            ("Mario", "Maria"),
            ("Ruslan", "Ruslana"),
            ("Martin", "Marvin"),
            ("Stefan", "Christian"),
            ("Daniela", "Gerald"),
            ("Gisela", "Manuela"),
            ("John", "Jane"),
            ("Linda", "Mindy"),
            ("Olga", "O2"),
            ("Thandiwe", "Bongani"),
            ("Jan", "Jon"),
            ("R.", "Karla"),
            ("Uwe", "Martina"),
            ("Ute", "Udo"),
            ("Christian", "Christina"),
            ("Thandeka", "Nomthandazo"),
            ("Rajesh", "Ramesh"),
            ("Hemal", "Hetal"),
            ("Suresh", "Sudesh"),
            ("Amit", "Ajit"),
            ("Nitin", "Jatin"),
        ] {
            assert!(of(one, other).is_conflict(), "{one} and {other}");
        }
    }
}
