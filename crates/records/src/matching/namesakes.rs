//! How many people of the queried name are to be expected at the queried employer: where there are several, a name and an
//! employer are no proof.
//!
//! Names are not spread evenly: at an employer in Poland Polish names are common, whatever their share of all people is,
//! and those who left are still found by it. So the expectation is the larger of two: of the shares among all people, for
//! everybody at the employer, and of the candidates, who are all the stored people there with the family or given name.

use super::Feature;
use crate::{
    identifiers::name::Name,
    keys::Key,
    query::PersonQuery,
    sameness::{NameRelation, family_name_share, given_name_share},
};

/// People at an employer of unknown size.
const COLLEAGUES: f64 = 600.0;
/// People among whom a name is looked for if no employer is known.
const ALL_PEOPLE: f64 = 3e5;
/// Expected namesakes that halve the odds. An exact name at its employer has odds of 665; divided by many namesakes they
/// become those of 70 questions about stored people to 30 about others.
const NAMESAKES: f64 = 0.0035;
/// Weight of the shares among all people beside what is counted at an employer, in people: at a small one a name repeats
/// by chance.
const SHARES_WEIGHT: f64 = 50.0;
/// Share of given names that begin with the same letter.
const INITIAL_SHARE: f64 = 0.08;
/// Share of a name that neither the lists nor the store know.
const UNKNOWN_NAME_SHARE: f64 = 1e-4;

/// What the store has counted of the queried names and the queried employer; 0 where that is unknown.
#[derive(Debug, Clone, Copy, Default)]
pub struct NameShares {
    /// Share of the stored people with the given name.
    pub given: f64,
    /// Share of the stored people with the family name.
    pub family: f64,
    /// People at the employer, as its record states.
    pub colleagues: u32,
    /// People who are stored with this as their present employer.
    pub stored: u32,
    /// Fewest stored people there with the given name, if they are too many to be candidates.
    pub given_from: u32,
    /// Fewest stored people there with the family name, if they are too many to be candidates.
    pub family_from: u32,
}

impl NameShares {
    /// The same with the keys that were passed over because each leads to `from` people or more.
    pub fn with_passed_over(self, query: &PersonQuery, passed_over: &[Key], from: u32) -> Self {
        if passed_over.is_empty() {
            return self;
        }
        let fewest = |keys: Vec<Key>| if keys.iter().any(|key| passed_over.contains(key)) { from } else { 0 };
        Self {
            given_from: fewest(query.given_name_keys()),
            family_from: fewest(query.family_name_keys()),
            ..self
        }
    }
}

/// How a candidate agrees with the query.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Agrees {
    /// Is or was at the employer.
    pub(super) is_colleague: bool,
    /// Has the given name and is at the employer.
    pub(super) given_there: bool,
    /// Has the family name and is or was at the employer.
    pub(super) family_there: bool,
}

/// Candidates who share a name and the employer with the query.
#[derive(Debug, Clone, Copy)]
pub(super) struct Namesakes {
    given: usize,
    family: usize,
    shares: NameShares,
}

impl Namesakes {
    pub(super) fn of(candidates: impl Iterator<Item = Agrees> + Clone, shares: NameShares) -> Self {
        Self {
            given: candidates.clone().filter(|agrees| agrees.given_there).count(),
            family: candidates.filter(|agrees| agrees.family_there).count(),
            shares,
        }
    }

    /// The weight of the namesakes that are to be expected beside a candidate; `known` is its name.
    pub(super) fn beside(
        &self,
        queried: &Name,
        known: Option<&Name>,
        relation: NameRelation,
        candidate: Agrees,
    ) -> Option<Feature> {
        let listed_or = |listed: f64, counted: f64| listed.max(counted).max(UNKNOWN_NAME_SHARE);
        let given = listed_or(given_name_share(queried.first_key()), self.shares.given);
        let given = match relation {
            NameRelation::Unknown => return None,
            NameRelation::Initial => INITIAL_SHARE,
            // A short form is asked for by people of the long one, too.
            NameRelation::Variant => given.max(known.map_or(0.0, |name| given_name_share(name.first_key()))),
            _ => given,
        };
        let family = listed_or(family_name_share(queried.last_key()), self.shares.family);
        let expected = match candidate.is_colleague {
            true => self.at_employer(given, family, candidate),
            false => ALL_PEOPLE * given * family,
        };
        let weight = -(1.0 + expected / NAMESAKES).ln();
        let outcome = if weight < -1.0 { "likely" } else { "unlikely" };
        Some(Feature::new("namesakes", outcome, weight))
    }

    fn at_employer(&self, given: f64, family: f64, candidate: Agrees) -> f64 {
        let shares = self.shares;
        let stated = if shares.colleagues == 0 { COLLEAGUES } else { f64::from(shares.colleagues) };
        let stored = f64::from(shares.stored);
        let people = stated.max(stored);
        let there = if shares.stored == 0 { people } else { stored };
        let others =
            |all: usize, is_one: bool, from: u32| (all - usize::from(is_one)).max(from as usize) as f64;
        let of_given = others(self.given, candidate.given_there, shares.given_from);
        let of_family = others(self.family, candidate.family_there, shares.family_from);
        let counted = (of_given + SHARES_WEIGHT * given) * (of_family + SHARES_WEIGHT * family)
            / (there + SHARES_WEIGHT);
        counted.max(people * given * family)
    }
}
