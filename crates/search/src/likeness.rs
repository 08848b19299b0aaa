//! How alike two companies or two people are, and why.
//!
//! Likeness is the same in both directions, depends on the two records alone, and is the sum of named parts. A part
//! that neither record says anything about is left out of the sum; one that only one of them does counts as unlike.

mod company;
mod measure;
mod person;
mod traits;

use records::{Company, PersonRecord};

use crate::document;
use measure::Part;

pub(crate) use traits::{Traits, Value};

/// How alike two records are.
#[derive(Debug, Clone, PartialEq)]
pub struct Likeness {
    /// From 0, nothing in common, to 1.
    pub similarity: f64,
    /// What they have in common, the weightiest first, in words.
    pub reasons: Vec<String>,
}

/// A record found to be like another.
#[derive(Debug, Clone, PartialEq)]
pub struct Alike {
    /// Id of the record.
    pub id: String,
    /// How alike, and why.
    pub likeness: Likeness,
}

/// How alike two companies are; `of_companies(a, b)` is `of_companies(b, a)`.
pub fn of_companies(one: &Company, other: &Company) -> Likeness {
    companies(&Traits::of(&document::company(one)), &Traits::of(&document::company(other)))
}

/// How alike two people are, each with the current employer; the same in both directions.
pub fn of_people(
    one: (&PersonRecord, Option<&Company>),
    other: (&PersonRecord, Option<&Company>),
) -> Likeness {
    let traits = |(record, employer)| Traits::of(&document::person(record, employer));
    people(&traits(one), &traits(other))
}

pub(crate) fn companies(one: &Traits, other: &Traits) -> Likeness {
    sum(company::parts(one, other))
}

pub(crate) fn people(one: &Traits, other: &Traits) -> Likeness {
    sum(person::parts(one, other))
}

/// Likeness is told to this many decimals, so that the order of addition never shows.
const DECIMALS: f64 = 10_000.0;

fn sum(mut parts: Vec<Part>) -> Likeness {
    let weight: f64 = parts.iter().map(|part| part.weight).sum();
    let gained: f64 = parts.iter().map(Part::gain).sum();
    parts.sort_by(|one, other| other.gain().total_cmp(&one.gain()).then(one.name.cmp(other.name)));
    Likeness {
        similarity: if weight > 0.0 { (gained / weight * DECIMALS).round() / DECIMALS } else { 0.0 },
        reasons: parts.into_iter().filter_map(|part| part.reason).collect(),
    }
}
