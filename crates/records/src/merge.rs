//! Merging the claims of one subject into its record.
//!
//! The record is a function of the *set* of claims: their order does not matter and a duplicate claim counts once. The
//! same routine also records the origin of each value, so that a record and its explanation cannot disagree.

mod company;
mod contact;
mod funding;
mod gathered;
mod job;
mod opening;
mod person;
mod place;
mod position;
mod provenance;
#[cfg(test)]
mod tests;
mod values;
mod views;
mod wording;

use crate::{Claim, Company, PersonRecord};
pub(crate) use funding::{ReportedRound, reported_rounds};
pub use job::merge_job;
pub use opening::{are_one_opening, opening_keys};
pub use provenance::{Conflict, Origin};
use provenance::{NoRecorder, OriginRecorder};
use views::{company_views, person_views};

/// Merges the claims about one person into a record.
pub fn merge_person(id: &str, claims: &[Claim]) -> PersonRecord {
    person::merge(id, &person_views(claims), &mut NoRecorder)
}

/// Merges the claims about one company into a record.
pub fn merge_company(id: &str, claims: &[Claim]) -> Company {
    company::merge(id, &company_views(claims), &mut NoRecorder)
}

/// The origin of each value of the merged person.
pub fn person_origins(claims: &[Claim]) -> Vec<Origin> {
    let views = person_views(claims);
    let mut ledger = OriginRecorder::new(views.first().map(|view| view.claim.observed_at));
    person::merge("", &views, &mut ledger);
    ledger.into_origins()
}

/// The origin of each value of the merged company.
pub fn company_origins(claims: &[Claim]) -> Vec<Origin> {
    let views = company_views(claims);
    let mut ledger = OriginRecorder::new(views.first().map(|view| view.claim.observed_at));
    company::merge("", &views, &mut ledger);
    ledger.into_origins()
}
