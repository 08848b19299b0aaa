//! Evidence of email addresses.

use strsim::{jaro_winkler, osa_distance};

use super::blocks::LEADING_LETTERS;
use crate::identifiers::email::is_free_provider;

const SAME_RATE: f64 = 0.7;
const SHARE: f64 = 1e-5;
/// The same local part at another domain.
const LOCAL_SAME_RATE: f64 = 0.1;
const LOCAL_SHARE: f64 = 1e-4;
/// Addresses that differ by at most [`TYPO_EDITS`] edits.
const TYPO_RATE: f64 = 0.1;
const TYPO_SHARE: f64 = 3e-4;
const TYPO_EDITS: usize = 2;
/// Local parts with at least [`LOCAL_SIMILARITY`].
const LOCAL_SIMILAR_RATE: f64 = 0.06;
const LOCAL_SIMILAR_SHARE: f64 = 0.003;
const LOCAL_SIMILARITY: f64 = 0.9;
const DIFFERENT_BITS: f64 = -2.5;
/// Two different mailboxes at one employer.
const DIFFERENT_AT_EMPLOYER_BITS: f64 = -6.0;
/// Two similar mailboxes at one employer, with different given names.
const COLLEAGUES_BITS: f64 = -14.0;

/// Evidence of two addresses; `same_given` is false if the given names are known and not equal, `is_name` tells whether
/// a local part is nothing but the name of the person.
pub(super) fn bits(one: &str, other: &str, same_given: bool, is_name: impl Fn(&str) -> bool) -> f64 {
    if one == other {
        return (SAME_RATE / SHARE).log2();
    }
    let (Some((local, domain)), Some((other_local, other_domain))) =
        (one.split_once('@'), other.split_once('@'))
    else {
        return 0.0;
    };
    if local == other_local {
        // Namesakes have the same local part everywhere.
        return if is_name(local) { 0.0 } else { (LOCAL_SAME_RATE / LOCAL_SHARE).log2() };
    }
    // An employer gives each person one mailbox; at free providers a person may have several.
    let same_employer = domain == other_domain && !is_free_provider(domain);
    let letters = |text: &str| text.bytes().filter(|byte| !byte.is_ascii_digit()).collect::<Vec<u8>>();
    let is_numbered = letters(local) == letters(other_local);
    // Mailboxes meet by their first letters; the initials of colleagues differ there.
    let start = |local: &str| local.chars().take(LEADING_LETTERS).collect::<String>();
    let may_be_typo = start(local) == start(other_local) && !is_numbered;
    let typo = if may_be_typo && osa_distance(one, other) <= TYPO_EDITS {
        Some((TYPO_RATE / TYPO_SHARE).log2())
    } else if may_be_typo && jaro_winkler(local, other_local) >= LOCAL_SIMILARITY {
        Some((LOCAL_SIMILAR_RATE / LOCAL_SIMILAR_SHARE).log2())
    } else {
        None
    };
    match typo {
        // Colleagues with similar given names have similar mailboxes.
        Some(_) if same_employer && !same_given => COLLEAGUES_BITS,
        None if same_employer && !same_given && jaro_winkler(local, other_local) >= LOCAL_SIMILARITY => {
            COLLEAGUES_BITS
        }
        Some(bits) => bits,
        None if same_employer => DIFFERENT_AT_EMPLOYER_BITS,
        None => DIFFERENT_BITS,
    }
}
