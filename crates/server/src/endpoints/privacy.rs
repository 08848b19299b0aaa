//! Data-subject requests, suppression list and erasure.

pub mod erase;
pub mod requests;
pub mod suppressions;
pub(crate) mod target;
