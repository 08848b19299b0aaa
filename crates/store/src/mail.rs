//! What mail servers have answered: verifications, rechecks, searches for contacts.

pub(crate) mod contact_search;
pub(crate) mod recheck;
pub(crate) mod verification;
