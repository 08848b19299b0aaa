//! Evidence of names: given, family and middle names, the generation, and the order in which they are written.

mod given;
mod misspelling;
mod shares;

pub(crate) use given::{Relation as NameRelation, relation as given_name_relation};
pub use shares::{listed_family as family_name_share, listed_given as given_name_share};

#[cfg(test)]
pub(super) use {given::spelled as spelled_relation, shares::given_names};

use given::{Relation, relation, spelled};
use strsim::osa_distance;

use super::{
    odds::{Odds, have_different_numbers, text},
    traits::Traits,
};
use crate::identifiers::name::{Agreement, Name, family_agreement, middle_agreement};

const GIVEN: Odds = Odds { same: 0.75, close: 0.12, differs: CONFLICT_BITS };
const FAMILY: Odds = Odds { same: 0.78, close: 0.12, differs: -3.6 };
/// Two known family names that one edit tells apart: a misspelling is seldom another name.
const KNOWN_FAMILIES: Odds = Odds { close: 0.01, ..FAMILY };

/// Different given names: no sum of other evidence outweighs them.
const CONFLICT_BITS: f64 = -60.0;
/// Family names that differ in a number.
const NUMBERED_FAMILY_BITS: f64 = -11.0;
/// An initial that fits: one in about twelve does by chance.
const INITIAL_BITS: f64 = 3.0;
/// A given name in a spelling that may or may not be that of the other.
const UNCLEAR_BITS: f64 = -5.0;
/// Given and family name are swapped.
const SWAPPED_BITS: f64 = -4.5;
/// Fewest letters of a given name that stands in the place of the family name, beside another one.
const HALF_SWAPPED_LETTERS: usize = 4;
const MIDDLE_SAME_BITS: f64 = 3.0;
const MIDDLE_INITIAL_BITS: f64 = 2.0;
const MIDDLE_SIMILAR_BITS: f64 = 1.0;
const MIDDLE_DIFFERENT_BITS: f64 = -7.0;
/// Father and son, who share a rare name, an address and an employer as often as not.
const GENERATION_DIFFERENT_BITS: f64 = -40.0;

/// Evidence of two names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct NameEvidence {
    pub(super) bits: f64,
    /// Evidence of the family name, which the members of a household share.
    pub(super) family_bits: f64,
    pub(super) given: Relation,
    /// Whether the names are written in the other order, and could be those of two people.
    pub(super) may_be_two: bool,
    /// Whether the middle names are those of two people.
    pub(super) has_other_middle: bool,
}

impl NameEvidence {
    fn new(given_bits: f64, family_bits: f64, given: Relation) -> Self {
        Self {
            bits: given_bits + family_bits,
            family_bits,
            given,
            may_be_two: false,
            has_other_middle: false,
        }
    }

    /// Whether the family names are not the same, or one is unknown.
    pub(super) fn lacks_family(self) -> bool {
        self.family_bits <= 0.0
    }

    /// Whether a family name is unknown.
    pub(super) fn has_unknown_family(self) -> bool {
        self.family_bits == 0.0
    }
}

/// A part of a name with its share counted in the store.
type Part<'t> = (&'t str, f64);

pub(super) fn evidence(one: &Traits, other: &Traits) -> NameEvidence {
    let (given, family) = parts(one);
    let (other_given, other_family) = parts(other);
    let is_lone = |given: Part<'_>, family: Part<'_>| given.0.is_empty() || family.0.is_empty();
    match (is_lone(given, family), is_lone(other_given, other_family)) {
        (false, false) => {
            let straight = straight(one, other);
            // Nothing fits better than the same name, and rows of one name are compared most often.
            if given.0 == other_given.0 && family.0 == other_family.0 {
                return straight;
            }
            let swapped = swapped((given, family), (other_given, other_family));
            let swapped = swapped.filter(|swapped| swapped.bits > straight.bits);
            let may_be_two = straight.given.is_conflict() && is_either(given) && is_either(family);
            swapped.map_or(straight, |swapped| NameEvidence { may_be_two, ..swapped })
        }
        (true, false) => lone((given, family), (other_given, other_family)),
        (false, true) => lone((other_given, other_family), (given, family)),
        (true, true) => both_lone((given, family), (other_given, other_family)),
    }
}

/// Whether a name is a given name of some people and the family name of others.
fn is_either((name, _): Part<'_>) -> bool {
    shares::is_listed(name) && shares::listed_family(name) > 0.0
}

/// Whether one mailbox of two claims is that of one person: members of a family and colleagues share some.
pub(super) fn may_share_mailbox(one: &Traits, other: &Traits) -> bool {
    match evidence(one, other).given {
        Relation::Near | Relation::Conflict => false,
        Relation::Initial | Relation::Unclear | Relation::Unknown => !family_names_differ(one, other),
        Relation::Same | Relation::Variant | Relation::Slip => true,
    }
}

/// Whether the given names are those of two people, in whatever order the names are written.
pub(super) fn given_names_conflict(one: &Traits, other: &Traits) -> bool {
    evidence(one, other).given.is_conflict()
}

/// Whether both have the same whole name, in whatever order: not only parts of it.
pub(super) fn are_namesakes(one: &Traits, other: &Traits) -> bool {
    let names = evidence(one, other);
    names.family_bits > 0.0 && matches!(names.given, Relation::Same | Relation::Variant | Relation::Slip)
}

/// Whether the given name of one is a nickname or an initial of the other's, which may be those of several people.
pub(super) fn is_short_for(short: &Traits, long: &Traits) -> bool {
    short.given.len() < long.given.len()
        && matches!(evidence(short, long).given, Relation::Variant | Relation::Initial)
}

/// Whether both have the same given name, or forms of it.
pub(super) fn given_names_agree(one: &Traits, other: &Traits) -> bool {
    matches!(evidence(one, other).given, Relation::Same | Relation::Variant | Relation::Slip)
}

/// Whether the family names differ as well or in place of the given names.
pub(super) fn family_names_differ(one: &Traits, other: &Traits) -> bool {
    let names = one.name.as_ref().zip(other.name.as_ref());
    names.is_some_and(|(one, other)| family_agreement(one, other) == Agreement::Different)
}

fn parts(traits: &Traits) -> (Part<'_>, Part<'_>) {
    ((&traits.given, traits.learned.given), (&traits.family, traits.learned.family))
}

fn straight(one: &Traits, other: &Traits) -> NameEvidence {
    let ((given, family), (other_given, other_family)) = (parts(one), parts(other));
    let names = one.name.as_ref().zip(other.name.as_ref());
    let relation = match names {
        Some((one, other)) => relation(one, other),
        None => spelled(given.0, other_given.0),
    };
    // A typo is not made again in the address: what each mailbox spells like its own row is two names.
    let relation = match relation {
        Relation::Slip if one.spells_given() && other.spells_given() => Relation::Unclear,
        relation => relation,
    };
    let covers = names.is_some_and(|(one, other)| family_agreement(one, other) == Agreement::Equivalent);
    let family = if covers {
        same_family(family, other_family)
    } else {
        let bits = family_bits(family, other_family);
        let is_similar = bits > FAMILY.differs && family.0 != other_family.0;
        if is_similar && one.spells_family() && other.spells_family() { FAMILY.differs } else { bits }
    };
    let further = names.map_or(0.0, |(one, other)| middle_bits(one, other) + generation_bits(one, other));
    let has_other_middle =
        names.is_some_and(|(one, other)| middle_agreement(one, other) == Agreement::Different);
    let bits = given_bits(relation, given, other_given) + further;
    NameEvidence { has_other_middle, ..NameEvidence::new(bits, family, relation) }
}

/// Evidence if one claim has given and family name in each other's place. One of them may be misspelt as family names are.
fn swapped(one: (Part<'_>, Part<'_>), other: (Part<'_>, Part<'_>)) -> Option<NameEvidence> {
    // Most rows that meet have no name in the place of the other, and the first letters tell so at once.
    let begin_alike = |one: Part<'_>, other: Part<'_>| one.0.chars().next() == other.0.chars().next();
    if !begin_alike(one.0, other.1) && !begin_alike(one.1, other.0) {
        return None;
    }
    let crossed = |one: Part<'_>, other: Part<'_>| match spelled(one.0, other.0) {
        relation @ (Relation::Same | Relation::Variant | Relation::Slip) => Some((relation, true)),
        _ if family_bits(one, other) > 0.0 => Some((Relation::Slip, false)),
        _ => None,
    };
    let (first, second) = (crossed(one.0, other.1), crossed(one.1, other.0));
    let (Some(first), Some(second)) = (first, second) else { return half_swapped(one, other) };
    if !first.1 && !second.1 {
        return None;
    }
    let given = |one: Part<'_>, other: Part<'_>| {
        let relation = crossed(one, other).map_or(Relation::Slip, |(relation, _)| relation);
        given_bits(relation, one, other)
    };
    // It is unknown which claim has its names swapped: use the weaker evidence.
    let first = (given(one.0, other.1), family_bits(one.1, other.0));
    let second = (given(one.1, other.0), family_bits(one.0, other.1));
    let weaker = if first.0 + first.1 <= second.0 + second.1 { first } else { second };
    Some(NameEvidence::new(weaker.0 + SWAPPED_BITS, weaker.1, Relation::Same))
}

/// Evidence if one claim has its names swapped and another family name besides: Hand Zarlia may be Zarlia Gearman, because
/// Hand is no given name.
fn half_swapped(one: (Part<'_>, Part<'_>), other: (Part<'_>, Part<'_>)) -> Option<NameEvidence> {
    let is_given = |given: Part<'_>, swapped: (Part<'_>, Part<'_>)| {
        given.0.len() >= HALF_SWAPPED_LETTERS
            && given.0 == swapped.1.0
            && !is_either(given)
            && !shares::is_listed(swapped.0.0)
    };
    let given = if is_given(one.0, other) {
        one.0
    } else if is_given(other.0, one) {
        other.0
    } else {
        return None;
    };
    let bits = given_bits(Relation::Same, given, given) + SWAPPED_BITS;
    Some(NameEvidence::new(bits, FAMILY.differs, Relation::Same))
}

/// A claim with one part of a name, whichever it is: the better of both comparisons.
fn lone(lone: (Part<'_>, Part<'_>), whole: (Part<'_>, Part<'_>)) -> NameEvidence {
    let is_given = lone.1.0.is_empty();
    let part = if is_given { lone.0 } else { lone.1 };
    if part.0.len() < 2 {
        return NameEvidence::new(0.0, 0.0, Relation::Unknown);
    }
    let as_family = family_bits(part, whole.1);
    if as_family > 0.0 {
        return NameEvidence::new(0.0, as_family, Relation::Unknown);
    }
    match spelled(part.0, whole.0.0) {
        relation if relation.is_conflict() && !is_given => {
            NameEvidence::new(0.0, as_family, Relation::Unknown)
        }
        relation => NameEvidence::new(given_bits(relation, part, whole.0), 0.0, relation),
    }
}

fn both_lone(one: (Part<'_>, Part<'_>), other: (Part<'_>, Part<'_>)) -> NameEvidence {
    let are_given = one.1.0.is_empty() && other.1.0.is_empty();
    let (one, other) = (only_part(one), only_part(other));
    if one.0.is_empty() || other.0.is_empty() {
        return NameEvidence::new(0.0, 0.0, Relation::Unknown);
    }
    if are_given {
        let relation = spelled(one.0, other.0);
        return NameEvidence::new(given_bits(relation, one, other), 0.0, relation);
    }
    NameEvidence::new(0.0, family_bits(one, other), Relation::Unknown)
}

fn only_part<'t>((given, family): (Part<'t>, Part<'t>)) -> Part<'t> {
    if given.0.is_empty() { family } else { given }
}

fn family_bits(one: Part<'_>, other: Part<'_>) -> f64 {
    if have_different_numbers(one.0, other.0) {
        return NUMBERED_FAMILY_BITS;
    }
    let odds = match one.0 != other.0
        && shares::listed_family(one.0) > 0.0
        && shares::listed_family(other.0) > 0.0
    {
        true if osa_distance(one.0, other.0) > 1 => return FAMILY.differs,
        true => &KNOWN_FAMILIES,
        false => &FAMILY,
    };
    text(one.0, other.0, odds, family_share(one, other))
}

/// Evidence of family names of which one is another form of the other.
fn same_family(one: Part<'_>, other: Part<'_>) -> f64 {
    family_bits(one, other).max((FAMILY.close / (family_share(one, other) * 2.0)).log2())
}

fn family_share(one: Part<'_>, other: Part<'_>) -> f64 {
    shares::family(one.0).max(shares::family(other.0)).max(one.1).max(other.1)
}

fn given_bits(relation: Relation, one: Part<'_>, other: Part<'_>) -> f64 {
    let share = shares::given(one.0).max(shares::given(other.0)).max(one.1).max(other.1);
    match relation {
        Relation::Same => (GIVEN.same / share).log2(),
        Relation::Variant => (GIVEN.close / (share * 2.0)).log2(),
        Relation::Slip => (GIVEN.close / (share * 3.0)).log2(),
        Relation::Initial => INITIAL_BITS,
        Relation::Unclear => UNCLEAR_BITS,
        Relation::Near | Relation::Conflict => CONFLICT_BITS,
        Relation::Unknown => 0.0,
    }
}

fn middle_bits(one: &Name, other: &Name) -> f64 {
    match middle_agreement(one, other) {
        Agreement::Exact | Agreement::Equivalent => MIDDLE_SAME_BITS,
        Agreement::Initial => MIDDLE_INITIAL_BITS,
        Agreement::Similar(_) => MIDDLE_SIMILAR_BITS,
        Agreement::Different => MIDDLE_DIFFERENT_BITS,
        Agreement::Unknown => 0.0,
    }
}

fn generation_bits(one: &Name, other: &Name) -> f64 {
    match (one.generation_number(), other.generation_number()) {
        (Some(one), Some(other)) if one != other => GENERATION_DIFFERENT_BITS,
        _ => 0.0,
    }
}
