//! Evidence in bits from rates of agreement, and the threshold that joins two claims.

use strsim::{jaro_winkler, osa_distance};

/// Bits of evidence that join two claims while there are few people.
const ENOUGH_BITS: f64 = 11.0;
/// People up to which that is enough; each doubling makes chance agreement twice as likely and needs one bit more.
const FEW_PEOPLE: f64 = 2_000.0;
/// Bits below the threshold at which evidence that must not join two claims by itself is limited.
const BELOW_THRESHOLD_BITS: f64 = 1.0;

/// Minimum similarity of spellings that usually differ by a typo.
const CLOSE_SIMILARITY: f64 = 0.92;
/// Minimum similarity of spellings that may differ by a typo.
const NEAR_SIMILARITY: f64 = 0.85;

/// Fewest letters of a text that may have its letters in another order, and of one that may have two wrong.
const SCRAMBLED_LETTERS: usize = 5;
const TWO_EDITS_LETTERS: usize = 7;

/// The threshold in bits among this many people.
pub fn threshold(people: i64) -> f64 {
    ENOUGH_BITS + (people as f64 / FEW_PEOPLE).max(1.0).log2()
}

/// The most that evidence may sum up to which must not join two claims by itself.
pub(super) fn not_enough(people: i64) -> f64 {
    threshold(people) - BELOW_THRESHOLD_BITS
}

/// Agreement rates of a trait among claims about one person.
pub(super) struct Odds {
    /// Share of pairs of claims in which it is equal.
    pub(super) same: f64,
    /// Share of pairs of claims in which it is similar.
    pub(super) close: f64,
    /// Evidence in bits if it differs.
    pub(super) differs: f64,
}

/// Evidence of two texts; `share` is the share of people that have them.
pub(super) fn text(one: &str, other: &str, odds: &Odds, share: f64) -> f64 {
    if one.is_empty() || other.is_empty() {
        return 0.0;
    }
    if one == other {
        return (odds.same / share).log2();
    }
    if have_different_numbers(one, other) {
        return odds.differs;
    }
    match jaro_winkler(one, other) {
        alike if alike >= CLOSE_SIMILARITY => (odds.close / (share * 3.0).max(0.002)).log2(),
        alike if alike >= NEAR_SIMILARITY || is_scrambled(one, other) => {
            (odds.close / 2.0 / (share * 8.0).max(0.01)).log2()
        }
        _ => odds.differs,
    }
}

/// Whether two texts are the same letters in another order, or long and two letters apart; similarity by the start misses
/// both.
fn is_scrambled(one: &str, other: &str) -> bool {
    let letters = one.len().min(other.len());
    let sorted = |text: &str| {
        let mut letters = text.as_bytes().to_vec();
        letters.sort_unstable();
        letters
    };
    letters >= SCRAMBLED_LETTERS && one.len() == other.len() && sorted(one) == sorted(other)
        || letters >= TWO_EDITS_LETTERS
            && one.len().abs_diff(other.len()) <= 2
            && osa_distance(one, other) <= 2
}

/// Whether two texts have different numbers: numbers distinguish things and are rarely typos.
pub(super) fn have_different_numbers(one: &str, other: &str) -> bool {
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).collect::<Vec<u8>>();
    let has_digits = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    has_digits(one) && has_digits(other) && digits(one) != digits(other)
}

pub(super) fn same_or(one: &str, other: &str, same: f64, differs: f64) -> f64 {
    if one.is_empty() || other.is_empty() {
        0.0
    } else if one == other {
        same
    } else {
        differs
    }
}
