//! The evidence of each trait.

use strsim::{jaro_winkler, osa_distance};

use super::{Traits, commonness};
use crate::{email::is_free_provider, nickname};

/// What speaks for one person, and what against it.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// The sum, in bits: each one doubles the odds.
    pub bits: f64,
    /// What it is made of.
    pub parts: Vec<EvidencePart>,
}

/// The evidence of one trait.
#[derive(Debug, Clone, PartialEq)]
pub struct EvidencePart {
    /// Which trait.
    pub name: &'static str,
    /// Its evidence.
    pub bits: f64,
}

/// Spellings at least this alike are mostly slips of the pen.
const CLOSE: f64 = 0.92;
/// Spellings at least this alike may be.
const NEAR: f64 = 0.85;

/// How likely a trait agrees, nearly agrees, and how common its values are.
struct Odds {
    /// The share of one person's claims in which it is the same.
    same: f64,
    /// The share in which it is nearly the same.
    close: f64,
    /// Evidence when it differs.
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
/// Given names less alike than this are not the same in any spelling.
const OTHER_NAME: f64 = 0.6;
/// Evidence of wholly different given names, or of names that only a number tells apart.
const OTHER_GIVEN: f64 = -11.0;
/// Evidence of given names that are alike in part, as Stefan and Christian are.
const DOUBTFUL_GIVEN: f64 = -5.0;
/// What is left of the evidence of a town among colleagues.
const TOWN_OF_COLLEAGUES: f64 = 0.2;
/// Evidence of two mailboxes at one employer.
const OTHER_MAILBOX: f64 = -6.0;
/// Evidence of two mailboxes at one employer that are as alike as the given names of their owners.
const MAILBOX_OF_COLLEAGUE: f64 = -12.0;
/// Given and family name changed places.
const SWAPPED: f64 = -4.5;

/// What two claims' traits say about whether they are of one person.
pub fn compare(one: &Traits, other: &Traits) -> Evidence {
    let employer = best(&one.employers, &other.employers, |one, other| if one == other { 8.0 } else { -0.7 });
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
        ("phone", best(&one.phones, &other.phones, |one, other| if one == other { 13.0 } else { -0.5 })),
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
    if are_numbered_apart(one, other) {
        return odds.differs;
    }
    match jaro_winkler(one, other) {
        alike if alike >= CLOSE => (odds.close / (share * 3.0).max(0.002)).log2(),
        alike if alike >= NEAR => (odds.close / 2.0 / (share * 8.0).max(0.01)).log2(),
        _ => odds.differs,
    }
}

/// Whether two texts have numbers that differ: numbers are given to tell things apart, and are no slip of the pen.
fn are_numbered_apart(one: &str, other: &str) -> bool {
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
    // Which of the two has its names in the wrong places is not known: the lesser evidence counts.
    let first = given_names(given, other_family) + family_names(family, other_given);
    let second = given_names(family, other_given) + family_names(given, other_family);
    straight.max(first.min(second) + SWAPPED)
}

/// A part of a name, and how common it was found to be.
type Part<'t> = (&'t str, f64);

fn family_names((one, one_learned): Part<'_>, (other, other_learned): Part<'_>) -> f64 {
    if are_numbered_apart(one, other) {
        return OTHER_GIVEN;
    }
    let listed = commonness::family(one).max(commonness::family(other));
    text(one, other, &FAMILY, listed.max(one_learned).max(other_learned))
}

fn given_names((one, one_learned): Part<'_>, (other, other_learned): Part<'_>) -> f64 {
    let listed = commonness::given(one).max(commonness::given(other));
    let share = listed.max(one_learned).max(other_learned);
    let plain = text(one, other, &GIVEN, share);
    if one.is_empty() || other.is_empty() || one == other {
        return plain;
    }
    if nickname::share_a_formal_name(one, other) {
        return plain.max((GIVEN.close / (share * 2.0)).log2());
    }
    if are_numbered_apart(one, other) {
        return OTHER_GIVEN;
    }
    if one.len() == 1 || other.len() == 1 {
        return plain;
    }
    match jaro_winkler(one, other) {
        // Twins have all in common but this.
        alike if alike < OTHER_NAME => OTHER_GIVEN,
        alike if alike < NEAR => DOUBTFUL_GIVEN,
        _ => plain,
    }
}

/// Whether nothing speaks against two claims naming the same given name, in whichever place.
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
        return (0.8_f64 * 15_000.0).log2();
    }
    if osa_distance(one, other) == 1 {
        return (0.08_f64 * 700.0).log2();
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
        return (0.03_f64 * 15_000.0).log2();
    }
    match [year == other_year, month == other_month, day == other_day].iter().filter(|same| **same).count() {
        2 => (0.06_f64 * 500.0).log2(),
        1 if year == other_year => -0.3,
        _ => -7.0,
    }
}

fn addresses(one: &Traits, other: &Traits, colleagues: bool) -> f64 {
    let street = text(&one.street, &other.street, &STREET, STREET_SHARE);
    let house = same_or(&one.house, &other.house, (0.8_f64 / 0.02).log2(), -1.5);
    // The same number in another street is chance.
    let house = if street < 0.0 { house.min(0.0) } else { house };
    let city = text(&one.city, &other.city, &CITY, CITY_SHARE.max(one.learned.city).max(other.learned.city));
    let postcode = match osa_or_none(&one.postcode, &other.postcode) {
        None => 0.0,
        Some(0) => (0.8_f64 / POSTCODE_SHARE).log2(),
        Some(1) => (0.1_f64 / 0.01).log2(),
        Some(_) => -2.0,
    };
    // A postcode says most of what its city does.
    let place = if city > 0.0 && postcode > 0.0 { city + 0.7 * postcode } else { city + postcode };
    let unit = text(&one.unit, &other.unit, &UNIT, UNIT_SHARE);
    let region = same_or(&one.region, &other.region, (0.85_f64 / 0.3).log2(), -1.2);
    let town = place + region;
    // Colleagues live near each other, so that a town says little more than the employer did.
    let town = if colleagues && town > 0.0 { town * TOWN_OF_COLLEAGUES } else { town };
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

/// The best evidence among several values of both.
fn best(one: &[String], other: &[String], compare: impl Fn(&str, &str) -> f64) -> f64 {
    let pairs = one.iter().flat_map(|one| other.iter().map(move |other| (one, other)));
    pairs.map(|(one, other)| compare(one, other)).reduce(f64::max).unwrap_or(0.0)
}

fn emails(one: &str, other: &str, same_given: bool) -> f64 {
    if one == other {
        return (0.7_f64 / 1e-5).log2();
    }
    let parts =
        |address: &str| address.split_once('@').map(|(local, domain)| (local.to_owned(), domain.to_owned()));
    let (Some((local, domain)), Some((other_local, other_domain))) = (parts(one), parts(other)) else {
        return 0.0;
    };
    if local == other_local {
        return (0.1_f64 / 1e-4).log2();
    }
    // An employer gives each person one mailbox; elsewhere anybody may have several.
    let same_employer = domain == other_domain && !is_free_provider(&domain);
    let letters = |text: &str| text.bytes().filter(|byte| !byte.is_ascii_digit()).collect::<Vec<u8>>();
    let is_numbered = letters(&local) == letters(&other_local);
    // Slips rarely fall on the first letter; the initials of colleagues do.
    let may_be_slip = one.chars().next() == other.chars().next() && !is_numbered;
    let slip = if may_be_slip && osa_distance(one, other) <= 2 {
        Some((0.1_f64 / 3e-4).log2())
    } else if may_be_slip && jaro_winkler(&local, &other_local) >= 0.9 {
        Some((0.06_f64 / 0.003).log2())
    } else {
        None
    };
    match slip {
        // Where a colleague is called otherwise, so is the mailbox, by as little.
        Some(_) if same_employer && !same_given => MAILBOX_OF_COLLEAGUE,
        Some(bits) => bits,
        None if same_employer => OTHER_MAILBOX,
        None => -2.5,
    }
}

/// Nobody has two profiles.
fn profiles(one: &Traits, other: &Traits) -> f64 {
    match (&one.profile, &other.profile) {
        (Some(one), Some(other)) if one == other => 30.0,
        (Some(_), Some(_)) => -30.0,
        _ => 0.0,
    }
}
