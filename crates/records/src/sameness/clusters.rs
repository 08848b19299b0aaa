//! Clustering of rows into people.
//!
//! The result depends only on the rows, not on the order of their arrival: the strongest links are followed first, and
//! of two equal links the one between the rows with the lower indexes.

use std::{
    cell::RefCell,
    collections::{BTreeSet, HashMap},
};

use strsim::osa_distance;

use super::{
    address, agreement,
    compare::compare,
    name_evidence::{
        are_namesakes, family_names_differ, given_names_agree, given_names_conflict, is_short_for,
        may_share_mailbox,
    },
    rates::AgreementCounts,
    traits::Traits,
};
use crate::identifiers::external_id;

/// Maximum number of rows of a group that are compared with another group.
const ROWS_COMPARED_MAX: usize = 24;
/// Evidence beyond the threshold, without a part, from which agreement in that part is counted.
const CLEAR_BITS: f64 = 3.0;
/// Evidence in bits below which two rows name two people.
const TWO_PEOPLE_BITS: f64 = -20.0;
/// Difference of evidence in bits up to which a short form fits two people equally well.
const EQUAL_BITS: f64 = 1.0;
/// Rows of a group from which on one of them may be an exception.
const ROWS_WITH_EXCEPTION: usize = 3;
/// Evidence of an address at which a national number may have a typo.
const SAME_ADDRESS_BITS: f64 = 14.0;
/// Digits at the end of national numbers that follow each other.
const RUNNING_DIGITS: usize = 2;
/// Evidence in bits if both have profiles and these differ.
const DIFFERENT_PROFILES_BITS: f64 = -30.0;

/// The claims of one row of a source, oldest first.
pub type Row<'t> = Vec<&'t Traits>;

/// The newest claim of each row, with the evidence between any two of them. Each two are compared once, however many groups of
/// rows are: a group grows by one row at a time, and is compared with the others each time.
struct Newest<'r, 't> {
    rows: &'r [Row<'t>],
    bits: RefCell<HashMap<(usize, usize), f64>>,
}

impl<'r, 't> Newest<'r, 't> {
    fn of(rows: &'r [Row<'t>]) -> Self {
        Self { rows, bits: RefCell::default() }
    }

    fn claim(&self, row: usize) -> Option<&'t Traits> {
        self.rows[row].last().copied()
    }

    fn bits(&self, one: usize, other: usize) -> Option<f64> {
        let (claim, other_claim) = (self.claim(one)?, self.claim(other)?);
        let pair = (one.min(other), one.max(other));
        Some(*self.bits.borrow_mut().entry(pair).or_insert_with(|| compare(claim, other_claim).bits))
    }

    /// The strongest link between the claims of two rows.
    fn strongest(&self, one: usize, other: usize, threshold: f64) -> Option<Link> {
        match (&self.rows[one][..], &self.rows[other][..]) {
            ([claim], [other_claim]) => link_of(claim, other_claim, threshold, || self.bits(one, other)),
            _ => strongest(&self.rows[one], &self.rows[other], threshold),
        }
    }

    /// The evidence between two groups of rows, of which those with the highest numbers are compared.
    fn between(&self, ones: &[usize], others: &[usize]) -> f64 {
        // Older claims of a row are not independent evidence.
        let all = |ones: &[usize], others: &[usize]| -> Vec<f64> {
            ones.iter().flat_map(|one| others.iter().filter_map(|other| self.bits(*one, *other))).collect()
        };
        let (ones, others) = (compared(ones), compared(others));
        joint_evidence(all(&ones, &others), || all(&self.usual(&ones), &self.usual(&others)))
    }

    /// The rows of a group that name the person whom most of it names.
    fn usual(&self, group: &[usize]) -> Vec<usize> {
        let claims: Vec<&Traits> = group.iter().filter_map(|row| self.claim(*row)).collect();
        let usual = are_usual(&claims).into_iter().zip(group).filter(|(usual, _)| *usual);
        usual.map(|(_, row)| *row).collect()
    }

    /// Whether two rows name two people.
    fn are_two(&self, one: usize, other: usize) -> bool {
        self.bits(one, other).is_some_and(|bits| bits < TWO_PEOPLE_BITS)
    }

    /// Whether a row has a short form of the given name in another.
    fn is_short_for(&self, short: usize, long: usize) -> bool {
        self.claim(short).zip(self.claim(long)).is_some_and(|(short, long)| is_short_for(short, long))
    }

    /// Whether a short form fits both of two groups that name two people: Alex is Alexander or Alexandra, but joins them not.
    fn are_bridged(&self, ones: &[usize], others: &[usize]) -> bool {
        let (ones, others) = (self.usual(&compared(ones)), self.usual(&compared(others)));
        let is_bridge = |one: usize, other: usize| {
            let mut rows = ones.iter().chain(&others);
            rows.any(|short| self.is_short_for(*short, one) && self.is_short_for(*short, other))
        };
        let mut pairs = ones.iter().flat_map(|one| others.iter().map(|other| (*one, *other)));
        pairs.any(|(one, other)| self.are_two(one, other) && is_bridge(one, other))
    }

    /// Whether a link is that of a short form which fits another person equally well: `links` has those of each row.
    fn is_undecided(&self, links: &HashMap<usize, Vec<(f64, usize)>>, link: (f64, usize, usize)) -> bool {
        let (bits, one, other) = link;
        [(one, other), (other, one)].into_iter().any(|(short, long)| {
            let rivals = links.get(&short).into_iter().flatten().take(ROWS_COMPARED_MAX);
            self.is_short_for(short, long)
                && rivals.filter(|(rival_bits, _)| (rival_bits - bits).abs() <= EQUAL_BITS).any(
                    |(_, rival)| {
                        *rival != long && self.is_short_for(short, *rival) && self.are_two(long, *rival)
                    },
                )
        })
    }
}

/// The rows of a group that are compared with another.
fn compared(group: &[usize]) -> Vec<usize> {
    group.iter().rev().take(ROWS_COMPARED_MAX).copied().collect()
}

/// Why two rows are about the same person, weakest reason first.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub enum Link {
    /// Enough evidence, in bits.
    Likely(f64),
    /// The same mailbox, and no conflicting given names.
    Email,
    /// The same profile, or the same identifier of a register.
    Profile,
    /// An operator's ruling.
    Ruled,
}

/// Groups of rows, one group per person.
#[derive(Debug, Default, PartialEq)]
pub struct Clusters {
    /// The row indexes of each group.
    pub groups: Vec<Vec<usize>>,
    /// Linked rows of groups that were not joined because other rows contradict, with the evidence in bits.
    pub refused: Vec<(usize, usize, f64)>,
}

/// The link between two claims, if there is one; `threshold` is the evidence in bits that is required. With the evidence, if
/// it had to be worked out.
pub fn link_and_bits(one: &Traits, other: &Traits, threshold: f64) -> (Option<Link>, Option<f64>) {
    let mut bits = None;
    let link = link_of(one, other, threshold, || {
        bits = Some(compare(one, other).bits);
        bits
    });
    (link, bits)
}

/// The link between two claims, if there is one.
pub(super) fn link(one: &Traits, other: &Traits, threshold: f64) -> Option<Link> {
    link_and_bits(one, other, threshold).0
}

/// The link between two claims, with evidence that is worked out only if it is needed.
fn link_of(one: &Traits, other: &Traits, threshold: f64, bits: impl FnOnce() -> Option<f64>) -> Option<Link> {
    let identified = identifier_link(one, other);
    if identified.is_some() || have_different_profiles(&[one], &[other]) || !share_block(one, other) {
        return identified;
    }
    bits().filter(|bits| *bits >= threshold).map(Link::Likely)
}

/// The link between two claims by an identifier: a profile, a register's value, a national number, or a mailbox.
pub fn identifier_link(one: &Traits, other: &Traits) -> Option<Link> {
    if external_id::conflict(&one.identifiers, &other.identifiers) {
        return None;
    }
    if external_id::share_one(&one.identifiers, &other.identifiers) {
        return Some(Link::Profile);
    }
    if let (Some(one), Some(other)) = (&one.profile, &other.profile) {
        // A person has at most one profile, so profiles decide.
        return (one == other).then_some(Link::Profile);
    }
    if share_national_id(one, other) {
        return Some(Link::Profile);
    }
    (share_email(one, other) && may_share_mailbox(one, other)).then_some(Link::Email)
}

/// Counts how two linked claims agree in each part of the evidence without which they would be linked as well.
pub fn count_agreement(counts: &mut AgreementCounts, one: &Traits, other: &Traits, threshold: f64) {
    let evidence = compare(one, other);
    let bits = |part: &str| -> f64 {
        evidence.parts.iter().filter(|found| found.name == part).map(|found| found.bits).sum()
    };
    agreement::count(counts, one, other, |part| match identifier_link(one, other) {
        Some(Link::Email) => part != "email",
        Some(_) => true,
        None => evidence.bits - bits(part) >= threshold + CLEAR_BITS,
    });
}

/// Whether two claims of a source with the same reference can be about one person: they share an identifier, or their
/// names do not conflict.
pub fn may_be_one(one: &Traits, other: &Traits) -> bool {
    let share_profile = one.profile.is_some() && one.profile == other.profile;
    let share_mailbox = || share_email(one, other) && may_share_mailbox(one, other);
    !external_id::conflict(&one.identifiers, &other.identifiers)
        && (share_profile || share_mailbox() || !names_differ(one, other))
}

/// Evidence in bits that two groups of claims are about one person: the average of the best and the mean evidence, so
/// that a chain of pairwise similar claims does not join different people.
pub fn evidence_between(ones: &[&Traits], others: &[&Traits]) -> f64 {
    if have_different_profiles(ones, others) {
        return DIFFERENT_PROFILES_BITS;
    }
    let between = |ones: &[&Traits], others: &[&Traits]| -> Vec<f64> {
        ones.iter().flat_map(|one| others.iter().map(|other| compare(one, other).bits)).collect()
    };
    joint_evidence(between(ones, others), || between(&without_exceptions(ones), &without_exceptions(others)))
}

/// The evidence of many pairs; of those between usual rows alone, if some of all name two people.
fn joint_evidence(mut all: Vec<f64>, between_usual: impl FnOnce() -> Vec<f64>) -> f64 {
    if all.iter().any(|bits| *bits < TWO_PEOPLE_BITS) {
        all = between_usual();
    }
    let best = all.iter().copied().reduce(f64::max).unwrap_or(f64::MIN);
    let mean = all.iter().sum::<f64>() / all.len().max(1) as f64;
    f64::midpoint(best, mean)
}

/// Clusters rows. `ruled` returns an operator's ruling about two of them: the same person, or different people.
pub fn clusters(rows: &[Row<'_>], ruled: impl Fn(usize, usize) -> Option<bool>, threshold: f64) -> Clusters {
    let newest = Newest::of(rows);
    let mut links: Vec<(Link, usize, usize)> = Vec::new();
    for one in 0..rows.len() {
        for other in one + 1..rows.len() {
            let link = match ruled(one, other) {
                Some(true) => Some(Link::Ruled),
                Some(false) => None,
                None => newest.strongest(one, other, threshold),
            };
            links.extend(link.map(|link| (link, one, other)));
        }
    }
    links.sort_by(|(link, one, other), (than, first, second)| {
        than.partial_cmp(link).unwrap_or(std::cmp::Ordering::Equal).then((one, other).cmp(&(first, second)))
    });
    let mut groups: Vec<Option<Vec<usize>>> = (0..rows.len()).map(|row| Some(vec![row])).collect();
    let mut group_of: Vec<usize> = (0..rows.len()).collect();
    let mut refused = Vec::new();
    let likely = likely_links(&links);
    for (link, one, other) in links {
        if let Link::Likely(bits) = link
            && newest.is_undecided(&likely, (bits, one, other))
        {
            refused.push((one, other));
            continue;
        }
        let (kept, gone) = (group_of[one].min(group_of[other]), group_of[one].max(group_of[other]));
        if kept == gone {
            continue;
        }
        let (Some(ones), Some(others)) = (&groups[kept], &groups[gone]) else { continue };
        if !may_join(&newest, (ones, others), link, &ruled, threshold) {
            refused.push((one, other));
            continue;
        }
        let moved = groups[gone].take().unwrap_or_default();
        moved.iter().for_each(|row| group_of[*row] = kept);
        groups[kept].get_or_insert_default().extend(moved);
    }
    let mut groups: Vec<Vec<usize>> = groups.into_iter().flatten().collect();
    groups.iter_mut().for_each(|group| group.sort_unstable());
    let refused = refused.into_iter().filter(|(one, other)| group_of[*one] != group_of[*other]);
    Clusters {
        refused: refused.map(|(one, other)| (one, other, best(&rows[one], &rows[other]))).collect(),
        groups,
    }
}

/// The likely links of each row, strongest first.
fn likely_links(links: &[(Link, usize, usize)]) -> HashMap<usize, Vec<(f64, usize)>> {
    let mut of_rows: HashMap<usize, Vec<(f64, usize)>> = HashMap::new();
    for (link, one, other) in links {
        if let Link::Likely(bits) = link {
            of_rows.entry(*one).or_default().push((*bits, *other));
            of_rows.entry(*other).or_default().push((*bits, *one));
        }
    }
    of_rows
}

/// Whether a link joins two groups of rows, given all their claims.
pub fn joins(ones: &[Row<'_>], others: &[Row<'_>], link: Link, threshold: f64) -> bool {
    let rows: Vec<Row<'_>> = ones.iter().chain(others).cloned().collect();
    let (ones, others): (Vec<usize>, Vec<usize>) = (0..rows.len()).partition(|row| *row < ones.len());
    may_join(&Newest::of(&rows), (&ones, &others), link, &|_, _| None, threshold)
}

/// The strongest link between the claims of two rows.
pub fn strongest(ones: &Row<'_>, others: &Row<'_>, threshold: f64) -> Option<Link> {
    let pairs = ones.iter().flat_map(|one| others.iter().map(move |other| link(one, other, threshold)));
    pairs.flatten().reduce(|best, link| if link > best { link } else { best })
}

fn best(ones: &Row<'_>, others: &Row<'_>) -> f64 {
    let pairs = ones.iter().flat_map(|one| others.iter().map(|other| compare(one, other).bits));
    pairs.reduce(f64::max).unwrap_or_default()
}

/// Whether a link between two rows joins their groups.
fn may_join(
    newest: &Newest<'_, '_>,
    (ones, others): (&[usize], &[usize]),
    link: Link,
    ruled: &impl Fn(usize, usize) -> Option<bool>,
    threshold: f64,
) -> bool {
    let apart = |one: &usize, other: &usize| ruled(*one, *other) == Some(false);
    if ones.iter().any(|one| others.iter().any(|other| apart(one, other))) {
        return false;
    }
    let all = |group: &[usize]| -> Vec<&Traits> {
        group.iter().flat_map(|row| newest.rows[*row].iter().copied()).collect()
    };
    match link {
        Link::Ruled => true,
        Link::Profile => !have_different_identifiers(&all(ones), &all(others)),
        Link::Email => {
            let (ones, others) = (all(ones), all(others));
            let clash = |ones: &[&Traits], others: &[&Traits]| {
                ones.iter().any(|one| others.iter().any(|other| !may_share_mailbox(one, other)))
            };
            let is_small = ones.len().max(others.len()) <= ROWS_COMPARED_MAX;
            let clash_usually =
                || !is_small || clash(&without_exceptions(&ones), &without_exceptions(&others));
            !(have_different_profiles(&ones, &others) || clash(&ones, &others) && clash_usually())
        }
        Link::Likely(_) => {
            !have_different_profiles(&all(ones), &all(others))
                && newest.between(ones, others) >= threshold
                && !newest.are_bridged(ones, others)
        }
    }
}

/// A group without the rows that name another person than most of it: an identifier joined them, and what they say of the
/// name says nothing about others of the group.
fn without_exceptions<'t>(group: &[&'t Traits]) -> Vec<&'t Traits> {
    are_usual(group).into_iter().zip(group).filter(|(usual, _)| *usual).map(|(_, one)| *one).collect()
}

/// Which rows of a group name the person that most of it names; all, if none does.
fn are_usual(group: &[&Traits]) -> Vec<bool> {
    if group.len() < ROWS_WITH_EXCEPTION {
        return vec![true; group.len()];
    }
    let is_usual = |one: &&Traits| {
        let conflicts = group.iter().filter(|other| given_names_conflict(one, other)).count();
        2 * conflicts < group.len()
    };
    let usual: Vec<bool> = group.iter().map(is_usual).collect();
    if usual.contains(&true) { usual } else { vec![true; group.len()] }
}

/// Whether both groups have values of a register, but none in common: two values of one scheme are never one person.
fn have_different_identifiers(ones: &[&Traits], others: &[&Traits]) -> bool {
    let identifiers = |group: &[&Traits]| -> Vec<_> {
        group.iter().flat_map(|traits| traits.identifiers.iter().cloned()).collect()
    };
    external_id::conflict(&identifiers(ones), &identifiers(others))
}

/// Whether both groups have profiles or values of a register, but none in common: a person has at most one.
fn have_different_profiles(ones: &[&Traits], others: &[&Traits]) -> bool {
    if have_different_identifiers(ones, others) {
        return true;
    }
    let profiles = |group: &[&Traits]| -> BTreeSet<String> {
        group.iter().filter_map(|traits| traits.profile.clone()).collect()
    };
    let (ones, others) = (profiles(ones), profiles(others));
    !ones.is_empty() && !others.is_empty() && ones.is_disjoint(&others)
}

/// Claims without a common block are never candidates, whatever their evidence.
fn share_block(one: &Traits, other: &Traits) -> bool {
    one.blocks().iter().any(|block| other.blocks().binary_search(block).is_ok())
}

/// The same number of a national register; or, of two rows with one name, birth date or address, a number with one typo. Another
/// digit at the end is none, unless the given names are the same: numbers of twins and families follow each other.
fn share_national_id(one: &Traits, other: &Traits) -> bool {
    let (number, other_number) = (one.national_id.as_str(), other.national_id.as_str());
    if number.is_empty() || other_number.is_empty() {
        return false;
    }
    let sorted = |number: &str| {
        let mut digits = number.as_bytes().to_vec();
        digits.sort_unstable();
        digits
    };
    let end = number.len().saturating_sub(RUNNING_DIGITS);
    let is_typo = || {
        let is_swapped = sorted(number) == sorted(other_number);
        let is_inside = number.as_bytes().get(end..) == other_number.as_bytes().get(end..);
        number.len() == other_number.len()
            && osa_distance(number, other_number) == 1
            && (is_swapped || is_inside || given_names_agree(one, other))
    };
    let has_same_birth = || !one.birth.is_empty() && one.birth == other.birth;
    let has_same_address = || address::evidence(one, other, false).bits >= SAME_ADDRESS_BITS;
    number == other_number
        || is_typo() && (has_same_birth() || has_same_address() || are_namesakes(one, other))
}

fn share_email(one: &Traits, other: &Traits) -> bool {
    one.emails.iter().any(|email| other.emails.contains(email))
}

fn names_differ(one: &Traits, other: &Traits) -> bool {
    given_names_conflict(one, other) || family_names_differ(one, other)
}

#[cfg(test)]
mod tests;
