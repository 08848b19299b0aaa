//! Evidence from the comparison of traits, in bits.
//!
//! The bits of an agreement are log2 of the rate at which claims about one person agree (`_RATE`), divided by the share
//! of pairs of different people that agree by chance (`_SHARE`, or `1 / _ONE_IN`).

use strsim::{jaro_winkler, osa_distance};

use super::{Traits, commonness};
use crate::identifiers::{email::is_free_provider, nickname};

/// The evidence that two claims are about one person.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// The sum, in bits: each one doubles the odds.
    pub bits: f64,
    /// The evidence of each trait.
    pub parts: Vec<EvidencePart>,
}

/// The evidence of one trait.
#[derive(Debug, Clone, PartialEq)]
pub struct EvidencePart {
    /// The trait.
    pub name: &'static str,
    /// Its evidence in bits; negative values are evidence for two people.
    pub bits: f64,
}

/// Minimum similarity of spellings that usually differ by a typo.
const CLOSE_SIMILARITY: f64 = 0.92;
/// Minimum similarity of spellings that may differ by a typo.
const NEAR_SIMILARITY: f64 = 0.85;

/// Agreement rates of a trait among claims about one person.
struct Odds {
    /// Share of pairs of claims in which it is equal.
    same: f64,
    /// Share of pairs of claims in which it is similar.
    close: f64,
    /// Evidence in bits if it differs.
    differs: f64,
}

const GIVEN: Odds = Odds { same: 0.75, close: 0.12, differs: -3.2 };
const FAMILY: Odds = Odds { same: 0.78, close: 0.12, differs: -3.6 };
const STREET: Odds = Odds { same: 0.7, close: 0.15, differs: -2.0 };
const CITY: Odds = Odds { same: 0.7, close: 0.12, differs: -1.6 };
const UNIT: Odds = Odds { same: 0.7, close: 0.1, differs: -0.8 };

const STREET_SHARE: f64 = 0.0015;
const CITY_SHARE: f64 = 0.004;
const POSTCODE_SHARE: f64 = 0.003;
const UNIT_SHARE: f64 = 0.003;
/// Maximum similarity of given names that are not spellings of one name.
const DIFFERENT_GIVEN_SIMILARITY: f64 = 0.6;
/// Entirely different given names, or names that differ in a number.
const DIFFERENT_NAME_BITS: f64 = -11.0;
/// Partly similar given names, such as Stefan and Christian.
const PARTLY_SIMILAR_GIVEN_BITS: f64 = -5.0;
/// Factor for the evidence of a shared town if the employer is shared too.
const COLLEAGUE_TOWN_FACTOR: f64 = 0.2;
/// Two different mailboxes at one employer.
const DIFFERENT_MAILBOX_BITS: f64 = -6.0;
/// Two similar mailboxes at one employer, with different given names.
const COLLEAGUE_MAILBOX_BITS: f64 = -12.0;
/// Given and family name are swapped.
const SWAPPED_NAMES_BITS: f64 = -4.5;

const SAME_EMPLOYER_BITS: f64 = 8.0;
const DIFFERENT_EMPLOYER_BITS: f64 = -0.7;
const SAME_PHONE_BITS: f64 = 13.0;
const DIFFERENT_PHONE_BITS: f64 = -0.5;
const SAME_PROFILE_BITS: f64 = 30.0;
const DIFFERENT_PROFILES_BITS: f64 = -30.0;

const BIRTH_SAME_RATE: f64 = 0.8;
const BIRTH_SAME_ONE_IN: f64 = 15_000.0;
/// Birth dates that differ by one edit.
const BIRTH_TYPO_RATE: f64 = 0.08;
const BIRTH_TYPO_ONE_IN: f64 = 700.0;
/// Birth dates with day and month swapped.
const BIRTH_SWAPPED_RATE: f64 = 0.03;
/// Birth dates with two of year, month and day equal.
const BIRTH_TWO_PARTS_RATE: f64 = 0.06;
const BIRTH_TWO_PARTS_ONE_IN: f64 = 500.0;
const BIRTH_SAME_YEAR_BITS: f64 = -0.3;
const DIFFERENT_BIRTH_BITS: f64 = -7.0;

const HOUSE_SAME_RATE: f64 = 0.8;
const HOUSE_SHARE: f64 = 0.02;
const DIFFERENT_HOUSE_BITS: f64 = -1.5;
const POSTCODE_SAME_RATE: f64 = 0.8;
/// Postcodes that differ by one edit.
const POSTCODE_TYPO_RATE: f64 = 0.1;
const POSTCODE_TYPO_SHARE: f64 = 0.01;
const DIFFERENT_POSTCODE_BITS: f64 = -2.0;
/// Factor for the evidence of a postcode if the city agrees too, because the two are not independent.
const POSTCODE_WITH_CITY_FACTOR: f64 = 0.7;
const REGION_SAME_RATE: f64 = 0.85;
const REGION_SHARE: f64 = 0.3;
const DIFFERENT_REGION_BITS: f64 = -1.2;

const EMAIL_SAME_RATE: f64 = 0.7;
const EMAIL_SHARE: f64 = 1e-5;
/// The same local part at another domain.
const LOCAL_SAME_RATE: f64 = 0.1;
const LOCAL_SHARE: f64 = 1e-4;
/// Addresses that differ by at most [`EMAIL_TYPO_EDITS`] edits.
const EMAIL_TYPO_RATE: f64 = 0.1;
const EMAIL_TYPO_SHARE: f64 = 3e-4;
const EMAIL_TYPO_EDITS: usize = 2;
/// Local parts with at least [`LOCAL_SIMILARITY`].
const LOCAL_SIMILAR_RATE: f64 = 0.06;
const LOCAL_SIMILAR_SHARE: f64 = 0.003;
const LOCAL_SIMILARITY: f64 = 0.9;
const DIFFERENT_EMAIL_BITS: f64 = -2.5;

/// Compares the traits of two claims.
pub fn compare(one: &Traits, other: &Traits) -> Evidence {
    let employer = best(&one.employers, &other.employers, |one, other| {
        if one == other { SAME_EMPLOYER_BITS } else { DIFFERENT_EMPLOYER_BITS }
    });
    let parts = [
        ("name", names(one, other)),
        ("birth date", births(&one.birth, &other.birth)),
        ("address", addresses(one, other, employer > 0.0)),
        (
            "email",
            best(&one.emails, &other.emails, |mail, other_mail| {
                emails(mail, other_mail, same_given(one, other))
            }),
        ),
        (
            "phone",
            best(&one.phones, &other.phones, |one, other| {
                if one == other { SAME_PHONE_BITS } else { DIFFERENT_PHONE_BITS }
            }),
        ),
        ("employer", employer),
        ("profile", profiles(one, other)),
    ];
    let parts: Vec<EvidencePart> = parts
        .into_iter()
        .filter(|(_, bits)| *bits != 0.0)
        .map(|(name, bits)| EvidencePart { name, bits: (bits * 10.0).round() / 10.0 })
        .collect();
    Evidence { bits: parts.iter().map(|part| part.bits).sum(), parts }
}

fn text(one: &str, other: &str, odds: &Odds, share: f64) -> f64 {
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
        alike if alike >= NEAR_SIMILARITY => (odds.close / 2.0 / (share * 8.0).max(0.01)).log2(),
        _ => odds.differs,
    }
}

/// Whether two texts have different numbers: numbers distinguish things and are rarely typos.
fn have_different_numbers(one: &str, other: &str) -> bool {
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).collect::<Vec<u8>>();
    let has_digits = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    has_digits(one) && has_digits(other) && digits(one) != digits(other)
}

fn names(one: &Traits, other: &Traits) -> f64 {
    let (given, family) = ((&*one.given, one.learned.given), (&*one.family, one.learned.family));
    let (other_given, other_family) =
        ((&*other.given, other.learned.given), (&*other.family, other.learned.family));
    let straight = given_names(given, other_given) + family_names(family, other_family);
    let whole = [&one.given, &one.family, &other.given, &other.family].iter().all(|part| !part.is_empty());
    if !whole {
        return straight;
    }
    // It is unknown which claim has its names swapped: use the weaker evidence.
    let first = given_names(given, other_family) + family_names(family, other_given);
    let second = given_names(family, other_given) + family_names(given, other_family);
    straight.max(first.min(second) + SWAPPED_NAMES_BITS)
}

/// A part of a name with its share counted in the store.
type Part<'t> = (&'t str, f64);

fn family_names((one, one_share): Part<'_>, (other, other_share): Part<'_>) -> f64 {
    if have_different_numbers(one, other) {
        return DIFFERENT_NAME_BITS;
    }
    let listed_share = commonness::family(one).max(commonness::family(other));
    text(one, other, &FAMILY, listed_share.max(one_share).max(other_share))
}

fn given_names((one, one_share): Part<'_>, (other, other_share): Part<'_>) -> f64 {
    let listed_share = commonness::given(one).max(commonness::given(other));
    let share = listed_share.max(one_share).max(other_share);
    let plain = text(one, other, &GIVEN, share);
    if one.is_empty() || other.is_empty() || one == other {
        return plain;
    }
    if nickname::share_a_formal_name(one, other) {
        return plain.max((GIVEN.close / (share * 2.0)).log2());
    }
    if have_different_numbers(one, other) {
        return DIFFERENT_NAME_BITS;
    }
    if one.len() == 1 || other.len() == 1 {
        return plain;
    }
    match jaro_winkler(one, other) {
        // Strong evidence for two people: twins share everything but the given name.
        alike if alike < DIFFERENT_GIVEN_SIMILARITY => DIFFERENT_NAME_BITS,
        alike if alike < NEAR_SIMILARITY => PARTLY_SIMILAR_GIVEN_BITS,
        _ => plain,
    }
}

/// Whether the given names may be equal: one is missing, they are equal, or given and family names are swapped.
fn same_given(one: &Traits, other: &Traits) -> bool {
    let (given, other_given) = (&one.given, &other.given);
    given.is_empty()
        || other_given.is_empty()
        || given == other_given
        || (*given == other.family && *other_given == one.family)
}

fn births(one: &str, other: &str) -> f64 {
    if one.is_empty() || other.is_empty() {
        return 0.0;
    }
    if one == other {
        return (BIRTH_SAME_RATE * BIRTH_SAME_ONE_IN).log2();
    }
    if osa_distance(one, other) == 1 {
        return (BIRTH_TYPO_RATE * BIRTH_TYPO_ONE_IN).log2();
    }
    let (Some((year, rest)), Some((other_year, other_rest))) =
        (one.split_at_checked(4), other.split_at_checked(4))
    else {
        return 0.0;
    };
    let (Some((month, day)), Some((other_month, other_day))) =
        (rest.split_at_checked(2), other_rest.split_at_checked(2))
    else {
        return 0.0;
    };
    if year == other_year && month == other_day && day == other_month {
        return (BIRTH_SWAPPED_RATE * BIRTH_SAME_ONE_IN).log2();
    }
    match [year == other_year, month == other_month, day == other_day].iter().filter(|same| **same).count() {
        2 => (BIRTH_TWO_PARTS_RATE * BIRTH_TWO_PARTS_ONE_IN).log2(),
        1 if year == other_year => BIRTH_SAME_YEAR_BITS,
        _ => DIFFERENT_BIRTH_BITS,
    }
}

fn addresses(one: &Traits, other: &Traits, colleagues: bool) -> f64 {
    let street = text(&one.street, &other.street, &STREET, STREET_SHARE);
    let house =
        same_or(&one.house, &other.house, (HOUSE_SAME_RATE / HOUSE_SHARE).log2(), DIFFERENT_HOUSE_BITS);
    // The same house number in another street is a coincidence.
    let house = if street < 0.0 { house.min(0.0) } else { house };
    let city = text(&one.city, &other.city, &CITY, CITY_SHARE.max(one.learned.city).max(other.learned.city));
    let postcode = match osa_or_none(&one.postcode, &other.postcode) {
        None => 0.0,
        Some(0) => (POSTCODE_SAME_RATE / POSTCODE_SHARE).log2(),
        Some(1) => (POSTCODE_TYPO_RATE / POSTCODE_TYPO_SHARE).log2(),
        Some(_) => DIFFERENT_POSTCODE_BITS,
    };
    let place = if city > 0.0 && postcode > 0.0 {
        city + POSTCODE_WITH_CITY_FACTOR * postcode
    } else {
        city + postcode
    };
    let unit = text(&one.unit, &other.unit, &UNIT, UNIT_SHARE);
    let region =
        same_or(&one.region, &other.region, (REGION_SAME_RATE / REGION_SHARE).log2(), DIFFERENT_REGION_BITS);
    let town = place + region;
    // Colleagues live near each other, so a shared town adds little to a shared employer.
    let town = if colleagues && town > 0.0 { town * COLLEAGUE_TOWN_FACTOR } else { town };
    street + house + town + unit
}

fn osa_or_none(one: &str, other: &str) -> Option<usize> {
    (!one.is_empty() && !other.is_empty()).then(|| osa_distance(one, other))
}

fn same_or(one: &str, other: &str, same: f64, differs: f64) -> f64 {
    if one.is_empty() || other.is_empty() {
        0.0
    } else if one == other {
        same
    } else {
        differs
    }
}

/// The strongest evidence among all pairs of values.
fn best(one: &[String], other: &[String], compare: impl Fn(&str, &str) -> f64) -> f64 {
    let pairs = one.iter().flat_map(|one| other.iter().map(move |other| (one, other)));
    pairs.map(|(one, other)| compare(one, other)).reduce(f64::max).unwrap_or(0.0)
}

fn emails(one: &str, other: &str, same_given: bool) -> f64 {
    if one == other {
        return (EMAIL_SAME_RATE / EMAIL_SHARE).log2();
    }
    let parts =
        |address: &str| address.split_once('@').map(|(local, domain)| (local.to_owned(), domain.to_owned()));
    let (Some((local, domain)), Some((other_local, other_domain))) = (parts(one), parts(other)) else {
        return 0.0;
    };
    if local == other_local {
        return (LOCAL_SAME_RATE / LOCAL_SHARE).log2();
    }
    // An employer gives each person one mailbox; at free providers a person may have several.
    let same_employer = domain == other_domain && !is_free_provider(&domain);
    let letters = |text: &str| text.bytes().filter(|byte| !byte.is_ascii_digit()).collect::<Vec<u8>>();
    let is_numbered = letters(&local) == letters(&other_local);
    // Typos rarely affect the first letter; the initials of colleagues differ there.
    let may_be_typo = one.chars().next() == other.chars().next() && !is_numbered;
    let typo = if may_be_typo && osa_distance(one, other) <= EMAIL_TYPO_EDITS {
        Some((EMAIL_TYPO_RATE / EMAIL_TYPO_SHARE).log2())
    } else if may_be_typo && jaro_winkler(&local, &other_local) >= LOCAL_SIMILARITY {
        Some((LOCAL_SIMILAR_RATE / LOCAL_SIMILAR_SHARE).log2())
    } else {
        None
    };
    match typo {
        // Colleagues with similar given names have similar mailboxes.
        Some(_) if same_employer && !same_given => COLLEAGUE_MAILBOX_BITS,
        Some(bits) => bits,
        None if same_employer => DIFFERENT_MAILBOX_BITS,
        None => DIFFERENT_EMAIL_BITS,
    }
}

/// A person has at most one profile.
fn profiles(one: &Traits, other: &Traits) -> f64 {
    match (&one.profile, &other.profile) {
        (Some(one), Some(other)) if one == other => SAME_PROFILE_BITS,
        (Some(_), Some(_)) => DIFFERENT_PROFILES_BITS,
        _ => 0.0,
    }
}
