//! Privacy: requests, the suppression list, erasure and its proof, and compaction afterwards.

pub(crate) mod byte_scan;
pub(crate) mod compaction;
pub(crate) mod erase;
pub(crate) mod free_text;
pub(crate) mod question;
pub(crate) mod requests;
pub(crate) mod suppression;
