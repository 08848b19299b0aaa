//! Claims written by hand and a server over them, for the tests of composite endpoints.

mod claim_builder;
mod list_rules;
mod stage;

pub use claim_builder::{ClaimBuilder, company, job, name_of, person, profile};
pub use list_rules::{Takes, list_rules};
pub use stage::{Stage, stage, texts};

/// A company and its leader.
pub fn led(company: ClaimBuilder, domain: &str) -> [ClaimBuilder; 2] {
    [company, person(&format!("{} Chief", name_of(domain))).at(domain, "CEO", "2020-01")]
}
