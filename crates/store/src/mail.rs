//! Cached results of email verification and contact searches, and the queue of addresses to check again.

pub(crate) mod contact_search;
pub(crate) mod late_verdict;
pub(crate) mod recheck;
pub(crate) mod verification;
