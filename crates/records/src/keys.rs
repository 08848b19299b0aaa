//! Look-up keys: a record and every query that can match it share at least one key.
//!
//! Keys are coarse on purpose. They only yield candidates; [`crate::matching`] decides. A change of what is keyed needs
//! the keys of all records made anew: raise [`VERSION`].

mod companies;
mod handles;
mod key;
mod people;
pub mod query;
mod skeleton;

pub use companies::{
    companies_value, company_blocks, company_filing_keys, company_identifying_keys, company_keys,
    company_values, whole_name_keys, word_value,
};
pub use handles::{Handle, company_handles, employer_handle};
pub use key::Key;
pub use people::{person_identity_keys, person_keys, person_keys_named};

/// Version of what is keyed and how, and of how claims are merged. A store of another version merges its records and makes
/// its keys anew when it is opened.
pub const VERSION: i64 = 8;
