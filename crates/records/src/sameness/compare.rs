//! The evidence of all traits of two claims, in bits.
//!
//! The bits of an agreement are log2 of the rate at which claims about one person agree, divided by the share of pairs
//! of different people that agree by chance. The sum is limited where traits depend on each other or where, however
//! rare its values are, a combination of traits must not join two claims by itself.

use strsim::osa_distance;

use super::{address, birth, given::Relation, mailbox, name_evidence, odds::not_enough, traits::Traits};
use crate::identifiers::external_id;

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

/// The same employer, unless the store knows how many of its people work there.
const EMPLOYER_SHARE: f64 = 0.003;
const EMPLOYER_SAME_RATE: f64 = 0.75;
const DIFFERENT_EMPLOYER_BITS: f64 = -0.7;
const PHONE_SAME_RATE: f64 = 0.8;
const PHONE_SHARE: f64 = 1e-4;
const DIFFERENT_PHONE_BITS: f64 = -0.5;
/// Subjects that may have one phone before it is that of an office.
const PHONE_HOLDERS: usize = 5;
/// People among whom a phone is common, at the least: in a small file its share says little.
const PHONE_PEOPLE: i64 = 2_000;
/// National numbers that are more than a typo apart.
const DIFFERENT_NATIONAL_ID_BITS: f64 = -4.0;
const NATIONAL_ID_EDITS: usize = 2;
const SAME_IDENTIFIER_BITS: f64 = 40.0;
const DIFFERENT_IDENTIFIER_BITS: f64 = -80.0;
/// Evidence beside the name that two namesakes need: a region that many share is less.
const CORROBORATION_BITS: f64 = 4.0;
/// The same if only a family name is known.
const LONE_NAME_CORROBORATION_BITS: f64 = 5.0;
/// Evidence of a mailbox from which it speaks for one person.
const PERSONAL_MAILBOX_BITS: f64 = 12.0;

/// Compares the traits of two claims.
pub fn compare(one: &Traits, other: &Traits) -> Evidence {
    let name = name_evidence::evidence(one, other);
    let employer = employers(one, other);
    let address = address::evidence(one, other, employer > 0.0);
    let birth = birth::bits(&one.birth, &other.birth);
    let same_given = matches!(name.given, Relation::Same | Relation::Unknown);
    let email = best(&one.emails, &other.emails, |mail, other_mail| {
        mailbox::bits(mail, other_mail, same_given, |local| one.is_called(local) || other.is_called(local))
    });
    let phone = phones(one, other);
    let mut parts = vec![
        ("name", name.bits),
        ("birth date", birth),
        ("address", address.bits),
        ("email", email),
        ("phone", phone),
        ("employer", employer),
        ("profile", profiles(one, other)),
        ("identifier", identifiers(one, other)),
        ("national id", national_ids(&one.national_id, &other.national_id)),
    ];
    let most = not_enough(one.learned.people.max(other.learned.people));
    let total = |parts: &[(&'static str, f64)]| parts.iter().map(|(_, bits)| bits).sum::<f64>();
    let other_evidence: f64 = parts.iter().skip(1).map(|(_, bits)| bits.max(0.0)).sum();
    // A family name, an address and a phone are shared by a household, which is one piece of evidence.
    let shared = name.family_bits.max(0.0) + address.bits.max(0.0) + phone.max(0.0);
    let is_family_row = one.given.is_empty() && other.given.is_empty();
    if (address.is_household || phone > 0.0) && shared > most && !is_family_row {
        parts.push(("same household", most - shared));
    }
    let needed =
        if name.given == Relation::Unknown { LONE_NAME_CORROBORATION_BITS } else { CORROBORATION_BITS };
    if other_evidence < needed && total(&parts) > most {
        parts.push(("nothing but the name", most - total(&parts)));
    }
    let is_personal = birth::is_of_whole_date(birth) || is_personal_mailbox(email) || phone > 0.0;
    let has_birth_and_more =
        birth::is_of_whole_date(birth) && other_evidence - birth.max(0.0) >= CORROBORATION_BITS;
    if name.bits <= 0.0 && !has_birth_and_more && !is_personal_mailbox(email) && total(&parts) > most {
        parts.push(("no name in common", most - total(&parts)));
    }
    // A family name may change or be unknown, but then something else has to be that of one person.
    if name.lacks_family() && !is_personal && total(&parts) > most {
        parts.push(("no family name in common", most - total(&parts)));
    }
    let parts: Vec<EvidencePart> = parts
        .into_iter()
        .filter(|(_, bits)| *bits != 0.0)
        .map(|(name, bits)| EvidencePart { name, bits: (bits * 10.0).round() / 10.0 })
        .collect();
    Evidence { bits: parts.iter().map(|part| part.bits).sum(), parts }
}

fn is_personal_mailbox(bits: f64) -> bool {
    bits >= PERSONAL_MAILBOX_BITS
}

fn employers(one: &Traits, other: &Traits) -> f64 {
    let share = EMPLOYER_SHARE.max(one.learned.employer).max(other.learned.employer);
    best(&one.employers, &other.employers, |one, other| {
        if one == other { (EMPLOYER_SAME_RATE / share).log2() } else { DIFFERENT_EMPLOYER_BITS }
    })
}

/// A phone that several subjects have is that of an office or a family.
fn phones(one: &Traits, other: &Traits) -> f64 {
    let holders = one.learned.phone_holders.max(other.learned.phone_holders);
    let people = one.learned.people.max(other.learned.people).max(PHONE_PEOPLE) as f64;
    let share = if holders > PHONE_HOLDERS { holders as f64 / people } else { 0.0 };
    best(&one.phones, &other.phones, |one, other| {
        if one == other {
            (PHONE_SAME_RATE / share.clamp(PHONE_SHARE, PHONE_SAME_RATE)).log2()
        } else {
            DIFFERENT_PHONE_BITS
        }
    })
}

/// A person has at most one profile.
fn profiles(one: &Traits, other: &Traits) -> f64 {
    match (&one.profile, &other.profile) {
        (Some(one), Some(other)) if one == other => SAME_IDENTIFIER_BITS,
        (Some(_), Some(_)) => DIFFERENT_IDENTIFIER_BITS,
        _ => 0.0,
    }
}

/// A register gives each person one value.
fn identifiers(one: &Traits, other: &Traits) -> f64 {
    if external_id::conflict(&one.identifiers, &other.identifiers) {
        DIFFERENT_IDENTIFIER_BITS
    } else if external_id::share_one(&one.identifiers, &other.identifiers) {
        SAME_IDENTIFIER_BITS
    } else {
        0.0
    }
}

/// A person has one number; that of another row may have a typo.
fn national_ids(one: &str, other: &str) -> f64 {
    match (one.is_empty() || other.is_empty(), one == other) {
        (true, _) => 0.0,
        (false, true) => SAME_IDENTIFIER_BITS,
        (false, false) if osa_distance(one, other) <= NATIONAL_ID_EDITS => 0.0,
        (false, false) => DIFFERENT_NATIONAL_ID_BITS,
    }
}

/// The strongest evidence among all pairs of values.
fn best(one: &[String], other: &[String], compare: impl Fn(&str, &str) -> f64) -> f64 {
    let pairs = one.iter().flat_map(|one| other.iter().map(move |other| (one, other)));
    pairs.map(|(one, other)| compare(one, other)).reduce(f64::max).unwrap_or(0.0)
}
