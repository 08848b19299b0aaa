//! How well companies fit each other, and which of several does.

use std::collections::BTreeMap;

use records::{
    company_name::WordCounts,
    keys::{companies_value, word_value},
    sameness::{
        Evidence,
        company::{self, CompanyTraits},
    },
};

use super::known::Known;
use crate::{
    identity::commonness::Commonness,
    sql::{Result, Sql},
    subjects::ids::SubjectId,
};

/// Bits by which a company has to fit better than every other of the name.
const CLEAR_BITS: f64 = 3.0;

/// Subjects by their row number, in the order they were made.
pub(super) type Candidates = BTreeMap<SubjectId, Known>;

/// The subject that clearly has the most evidence.
pub(super) fn only(found: &[(SubjectId, f64)]) -> Option<SubjectId> {
    let (best, bits) =
        found.iter().copied().reduce(|best, other| if other.1 > best.1 { other } else { best })?;
    let is_clear = found.iter().all(|(subject, other)| *subject == best || bits >= other + CLEAR_BITS);
    is_clear.then_some(best)
}

/// The evidence that two companies are the same, their words weighed by how many companies have them.
pub(super) fn weigh(
    sql: &mut dyn Sql,
    commonness: &mut Commonness,
    one: &CompanyTraits,
    other: &CompanyTraits,
) -> Result<Evidence> {
    let companies = commonness.holders(sql, companies_value())?.unsigned_abs();
    let mut counts = WordCounts { companies, ..WordCounts::default() };
    for word in one.words().into_iter().chain(other.words()) {
        let count = commonness.holders(sql, word_value(&word))?;
        counts.counts.insert(word, count.unsigned_abs());
    }
    Ok(company::compare(one, other, &counts))
}
