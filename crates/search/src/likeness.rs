//! Similarity of two companies or two people, with reasons.
//!
//! Likeness is symmetric, depends on the two records alone, and is a weighted sum of named parts. A part that is
//! missing in both records is left out of the sum; one that is missing in only one of them counts as 0.

mod company;
mod measure;
mod person;
mod traits;

use records::{Company, PersonRecord};

use crate::document;
use measure::LikenessPart;

pub(crate) use traits::{LikenessTraits, TraitValue};

/// Similarity of two records.
#[derive(Debug, Clone, PartialEq)]
pub struct Likeness {
    /// From 0 (nothing in common) to 1.
    pub similarity: f64,
    /// What they have in common, as sentences, by descending weight.
    pub reasons: Vec<String>,
}

/// A record that is similar to the source.
#[derive(Debug, Clone, PartialEq)]
pub struct Alike {
    /// Id of the record.
    pub id: String,
    /// Similarity to the source, with reasons.
    pub likeness: Likeness,
}

/// Similarity of two companies. Symmetric in its arguments.
pub fn of_companies(one: &Company, other: &Company) -> Likeness {
    companies(&LikenessTraits::of(&document::company(one)), &LikenessTraits::of(&document::company(other)))
}

/// Similarity of two people, each with the current employer. Symmetric in its arguments.
pub fn of_people(
    one: (&PersonRecord, Option<&Company>),
    other: (&PersonRecord, Option<&Company>),
) -> Likeness {
    let traits = |(record, employer)| LikenessTraits::of(&document::person(record, employer));
    people(&traits(one), &traits(other))
}

pub(crate) fn companies(one: &LikenessTraits, other: &LikenessTraits) -> Likeness {
    sum(company::parts(one, other))
}

pub(crate) fn people(one: &LikenessTraits, other: &LikenessTraits) -> Likeness {
    sum(person::parts(one, other))
}

/// Similarity is rounded to four decimals, so that it does not depend on the order of addition.
const DECIMALS: f64 = 10_000.0;

/// A similarity without the noise of floating-point arithmetic.
pub(crate) fn rounded(similarity: f64) -> f64 {
    (similarity * DECIMALS).round() / DECIMALS
}

fn sum(mut parts: Vec<LikenessPart>) -> Likeness {
    let weight: f64 = parts.iter().map(|part| part.weight).sum();
    let gained: f64 = parts.iter().map(LikenessPart::gain).sum();
    parts.sort_by(|one, other| other.gain().total_cmp(&one.gain()).then(one.name.cmp(other.name)));
    Likeness {
        similarity: if weight > 0.0 { rounded(gained / weight) } else { 0.0 },
        reasons: parts.into_iter().filter_map(|part| part.reason).collect(),
    }
}
