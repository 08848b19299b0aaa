//! The evidence of all traits of two claims, in bits.
//!
//! The bits of an agreement are log2 of the rate at which claims about one person agree, divided by the share of pairs
//! of different people that agree by chance. The sum is limited where traits depend on each other or where, however
//! rare its values are, a combination of traits must not join two claims by itself.

use strsim::osa_distance;

use super::{
    address, agreement, birth, mailbox, name_evidence, name_evidence::NameRelation as Relation,
    odds::not_enough, soundex::soundex, traits::Traits,
};
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
/// Bits that a phone says less for each doubling of those who have it.
const SHARED_PHONE_BITS: f64 = 3.0;
/// Subjects that may have one phone before it is that of an office.
const PHONE_HOLDERS: usize = 5;
/// National numbers that are more than a typo apart.
const DIFFERENT_NATIONAL_ID_BITS: f64 = -4.0;
const NATIONAL_ID_EDITS: usize = 2;
const SAME_IDENTIFIER_BITS: f64 = 40.0;
const DIFFERENT_IDENTIFIER_BITS: f64 = -80.0;
/// Evidence of birth dates, with what was learned about them, from which on they are those of two people.
const BORN_OTHERWISE_BITS: f64 = -5.0;
/// Evidence beside the name that two namesakes need: a region that many share is less.
const CORROBORATION_BITS: f64 = 3.0;
/// The same if only a family name is known.
const LONE_NAME_CORROBORATION_BITS: f64 = 5.0;
/// Evidence of a mailbox from which it is another spelling of one.
const SIMILAR_MAILBOX_BITS: f64 = 8.0;
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
        mailbox::bits(
            mail,
            other_mail,
            same_given,
            |local| one.is_called(local),
            |local| other.is_called(local),
        )
    });
    let phone = phones(one, other);
    let rates = if one.learned.rates.are_assumed() { other.learned.rates } else { one.learned.rates };
    let change = |part| agreement::change(&rates, part, one, other);
    let learned = |part, bits: f64| match bits {
        0.0 => 0.0,
        // What differs never speaks for one person, however usual it is here.
        ..0.0 => (bits + change(part)).min(0.0),
        _ => bits + change(part),
    };
    // Two dates of one year are alike, and count for as much as they do among rows of one person.
    let learned_birth = if birth == 0.0 { 0.0 } else { birth + change("birth date") };
    let (profile, identifier) = (profiles(one, other), identifiers(one, other));
    let national = national_ids(&one.national_id, &other.national_id);
    let mut parts = vec![
        ("name", name.bits),
        ("birth date", learned_birth),
        ("address", learned("address", address.bits)),
        ("email", learned("email", email)),
        ("phone", learned("phone", phone)),
        ("employer", learned("employer", employer)),
        ("profile", profile),
        ("identifier", identifier),
        ("national id", national),
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
    // Namesakes in one town, or father and son in one house: born on other days, they are two, unless dates are often wrong
    // here or something else is that of one person.
    let is_born_otherwise = learned_birth <= BORN_OTHERWISE_BITS;
    let is_registered = profile > 0.0 || identifier > 0.0 || national > 0.0;
    if is_born_otherwise && !is_registered && !is_personal_mailbox(email) && total(&parts) > most {
        parts.push(("another birth date", most - total(&parts)));
    }
    // Namesakes with different middle names are two, whatever town or employer they share.
    let is_one_date = birth::is_of_whole_date(birth);
    let is_one_person = is_registered || is_one_date || is_personal_mailbox(email);
    if name.has_other_middle && !is_one_person && total(&parts) > most {
        parts.push(("another middle name", most - total(&parts)));
    }
    let needed =
        if name.given == Relation::Unknown { LONE_NAME_CORROBORATION_BITS } else { CORROBORATION_BITS };
    if other_evidence < needed && total(&parts) > most {
        parts.push(("nothing but the name", most - total(&parts)));
    }
    let is_personal = birth::is_of_whole_date(birth) || is_personal_mailbox(email);
    let has_birth_and_more =
        birth::is_of_whole_date(birth) && other_evidence - birth.max(0.0) >= CORROBORATION_BITS;
    if name.bits <= 0.0 && !has_birth_and_more && !is_personal_mailbox(email) && total(&parts) > most {
        parts.push(("no name in common", most - total(&parts)));
    }
    // A family name may change or be unknown, but then something else has to be that of one person.
    let is_confirmed_birth = birth > 0.0 && other_evidence - birth >= CORROBORATION_BITS;
    // Without a family name, rows meet by the sound of the given name.
    let has_one_given_name = || match name.given {
        Relation::Same => true,
        Relation::Slip => soundex(&one.given) == soundex(&other.given),
        _ => false,
    };
    let is_one_given_name = name.has_unknown_family() && has_one_given_name();
    let is_alike = is_one_given_name && (email >= SIMILAR_MAILBOX_BITS || is_confirmed_birth);
    // Two namesakes by their given names are born on one day more often than a name is changed and nothing else agrees.
    let is_of_one =
        is_personal_mailbox(email) || has_birth_and_more || is_personal && name.has_unknown_family();
    if name.lacks_family() && !is_of_one && !is_alike && total(&parts) > most {
        parts.push(("no family name in common", most - total(&parts)));
    }
    // Thomas Martin and Martin Thomas may be colleagues.
    let is_confirmed = is_personal || other_evidence - employer.max(0.0) >= CORROBORATION_BITS;
    if name.may_be_two && !is_confirmed && total(&parts) > most {
        parts.push(("names in either order", most - total(&parts)));
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

/// A phone that many subjects have is that of an office: the more have it, the less it says.
fn phones(one: &Traits, other: &Traits) -> f64 {
    let holders = one.learned.phone_holders.max(other.learned.phone_holders).max(PHONE_HOLDERS);
    let shared = SHARED_PHONE_BITS * (holders as f64 / PHONE_HOLDERS as f64).log2();
    best(&one.phones, &other.phones, |one, other| match one == other {
        true => ((PHONE_SAME_RATE / PHONE_SHARE).log2() - shared).max(0.0),
        false => DIFFERENT_PHONE_BITS,
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
