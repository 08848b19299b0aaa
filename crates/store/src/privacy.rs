//! People who must not be stored: the suppression list, erasure and its proof.

pub(crate) mod byte_scan;
pub(crate) mod compaction;
pub(crate) mod erase;
pub(crate) mod requests;
pub(crate) mod suppression;
