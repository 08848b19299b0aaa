//! Evidence of email addresses.

use strsim::{jaro_winkler, osa_distance};

use super::{blocks::LEADING_LETTERS, odds::have_different_numbers};
use crate::identifiers::{domain::without_ending, email::is_free_provider};

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
/// Letters of a domain, without its ending, from which on one may be missing, doubled or in the place of its neighbour, from
/// which on one may be another letter, and from which on two may be wrong. Short names that differ in a letter are two names.
const DOMAIN_LETTERS: usize = 5;
const DOMAIN_OTHER_LETTERS: usize = 8;
const DOMAIN_TWO_EDITS_LETTERS: usize = 11;
const DIFFERENT_BITS: f64 = -2.5;
/// Two different mailboxes at one employer.
const DIFFERENT_AT_EMPLOYER_BITS: f64 = -6.0;
/// Two similar mailboxes at one employer, with different given names or numbers.
const COLLEAGUES_BITS: f64 = -14.0;

/// Evidence of two addresses; `same_given` is false if the given names are known and not equal. `is_name` and
/// `is_other_name` tell whether a local part is nothing but the name of the one or of the other claim.
pub(super) fn bits(
    one: &str,
    other: &str,
    same_given: bool,
    is_name: impl Fn(&str) -> bool,
    is_other_name: impl Fn(&str) -> bool,
) -> f64 {
    if one == other {
        return (SAME_RATE / SHARE).log2();
    }
    let (Some((local, domain)), Some((other_local, other_domain))) =
        (one.split_once('@'), other.split_once('@'))
    else {
        return 0.0;
    };
    if local == other_local {
        // Namesakes have the same local part everywhere, but seldom at two domains that a typo tells apart.
        return match is_name(local) || is_other_name(local) {
            true if is_misspelt_domain(domain, other_domain) => (TYPO_RATE / TYPO_SHARE).log2(),
            true => 0.0,
            false => (LOCAL_SAME_RATE / LOCAL_SHARE).log2(),
        };
    }
    // An employer gives each person one mailbox; at free providers a person may have several.
    let same_employer = domain == other_domain && !is_free_provider(domain);
    let letters = |text: &str| text.bytes().filter(|byte| !byte.is_ascii_digit()).collect::<Vec<u8>>();
    let is_numbered = letters(local) == letters(other_local);
    // Mailboxes meet by their first letters; the initials of colleagues differ there.
    let start = |local: &str| local.chars().take(LEADING_LETTERS).collect::<String>();
    // Where each address spells the name of its own row, it repeats what the names say: a typo in a name is not made again
    // in the address, so people with similar names have similar mailboxes.
    let are_own_names = is_name(local) && is_other_name(other_local);
    let may_be_typo = start(local) == start(other_local) && !is_numbered && !are_own_names;
    let typo = if may_be_typo && osa_distance(one, other) <= TYPO_EDITS {
        Some((TYPO_RATE / TYPO_SHARE).log2())
    } else if may_be_typo && jaro_winkler(local, other_local) >= LOCAL_SIMILARITY {
        Some((LOCAL_SIMILAR_RATE / LOCAL_SIMILAR_SHARE).log2())
    } else {
        None
    };
    // The second John Smith of an employer is john.smith2, because the first is there.
    if same_employer && is_numbered {
        return COLLEAGUES_BITS;
    }
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

/// Whether one domain is the other with a typo. What was registered is compared, without the ending that all domains of a
/// country share. A typo is seldom in the first letter or a number, and two providers have two names, such as gmail.com and
/// mail.com.
fn is_misspelt_domain(one: &str, other: &str) -> bool {
    let (Some((name, ending)), Some((other_name, other_ending))) =
        (without_ending(one), without_ending(other))
    else {
        return false;
    };
    if ending != other_ending
        || name.as_bytes().first() != other_name.as_bytes().first()
        || have_different_numbers(name, other_name)
        || is_free_provider(one) && is_free_provider(other)
    {
        return false;
    }
    let sorted = |name: &str| {
        let mut letters = name.as_bytes().to_vec();
        letters.sort_unstable();
        letters
    };
    let has_other_letter = name.len() == other_name.len() && sorted(name) != sorted(other_name);
    match (osa_distance(name, other_name), name.len().max(other_name.len())) {
        (1, DOMAIN_OTHER_LETTERS..) | (2, DOMAIN_TWO_EDITS_LETTERS..) => true,
        (1, DOMAIN_LETTERS..) => !has_other_letter,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_at_a_misspelt_domain_is_a_typo_and_at_another_one_says_nothing() {
        let named = |one: &str, other: &str| bits(one, other, true, |_| true, |_| true);
        assert!(named("edda.marlow@woods.example", "edda.marlow@wods.example") > 8.0);
        assert_eq!(named("edda.marlow@woods.example", "edda.marlow@fields.example"), 0.0);
        assert_eq!(named("edda.marlow@gmail.com", "edda.marlow@mail.com"), 0.0);
        assert_eq!(named("edda.marlow@ab.example", "edda.marlow@quarry.example"), 0.0);
    }

    #[test]
    fn mailboxes_that_spell_two_similar_names_say_that_they_are_two() {
        let named = |one: &str, other: &str| {
            bits(one, other, true, |local| one.starts_with(local), |local| other.starts_with(local))
        };
        for (one, other) in [
            ("john.smith@northpier.example", "john.smyth@tidewater.example"),
            ("kevin.anderson@quartz.example", "kevin.andrews@tide.example"),
            ("jan.novak@gmail.com", "jan.nowak@gmail.com"),
            ("emma.johnson@acme.example", "emma.johnston@acme.example"),
        ] {
            assert!(named(one, other) < -2.0, "{one} {other}");
        }
        // A typo in the address of one person: the name of the row is spelt right.
        let typo = |local: &str| local == "john.smith";
        assert!(bits("john.smith@northpier.example", "john.smtih@northpier.example", true, typo, typo) > 4.0);
    }

    #[test]
    fn a_numbered_mailbox_at_one_employer_is_that_of_a_second_person() {
        let numbered = |one: &str, other: &str| bits(one, other, true, |_| false, |_| false);
        assert!(numbered("john.smith@acme.example", "john.smith2@acme.example") < -10.0);
        assert!(numbered("john.smith@gmail.com", "john.smith2@gmail.com") > -5.0);
    }

    #[test]
    fn short_domains_that_differ_in_a_letter_are_two_domains_however_long_their_ending_is() {
        for (one, other) in [
            ("acme.example", "home.example"),
            ("acme.example", "acne.example"),
            ("a.example", "b.example"),
            ("abc.co.uk", "abd.co.uk"),
            ("mills.example", "hills.example"),
            ("woods.example", "wools.example"),
            ("woods.example", "woods.test"),
            ("quarry-shop1.example", "quarry-shop2.example"),
        ] {
            assert!(!is_misspelt_domain(one, other), "{one} and {other}");
        }
        for (one, other) in [
            ("woods.example", "wodos.example"),
            ("quarries.example", "quarrias.example"),
            ("quarry-house.example", "qaurry-huose.example"),
        ] {
            assert!(is_misspelt_domain(one, other), "{one} and {other}");
        }
    }
}
