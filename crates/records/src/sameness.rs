//! Evidence that two claims are about the same person, if no identifier decides it.
//!
//! Each trait that both claims state adds or subtracts evidence in bits: the log2 of how much likelier its agreement is
//! for one person than for two (Fellegi and Sunter). A shared common name is weak evidence, a shared birth date strong.
//! Traits that depend on each other (the parts of an address, a family name and a household) are counted once.

mod address;
mod agreement;
mod birth;
mod blocks;
mod clusters;
pub mod company;
mod compare;
mod mailbox;
mod name_evidence;
mod odds;
mod rates;
mod soundex;
#[cfg(test)]
mod tests;
mod traits;

#[cfg(test)]
use clusters::link;
pub use clusters::{
    Clusters, Link, Row, clusters, count_agreement, evidence_between, identifier_link, joins, link_and_bits,
    may_be_one, strongest,
};
pub use compare::{Evidence, EvidencePart, compare};
pub(crate) use name_evidence::{NameRelation, given_name_relation};
pub use name_evidence::{family_name_share, given_name_share};
pub use odds::threshold;
pub use rates::{AgreementCounts, Rates};
pub use traits::{Traits, employer_value, people_value, values};
