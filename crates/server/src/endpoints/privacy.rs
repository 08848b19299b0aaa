//! Requests of people about their data, suppression and erasure.

pub mod erase;
pub mod requests;
pub mod suppressions;
pub(crate) mod target;
