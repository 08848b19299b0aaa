//! What was learned of mail servers: which are left alone, whether the port is open, and how each domain's server answers.

pub mod book;
pub(crate) mod domain;
pub(crate) mod host;
pub(crate) mod port;
pub(crate) mod wording;
