//! External sources (websites, vendors, feeds): what is asked of which, in which order, and the log of it.

pub(crate) mod feeds;
pub(crate) mod lookup;
pub(crate) mod phones;
pub(crate) mod recent;
pub(crate) mod sources;
mod telemetry;
pub(crate) mod upstream;
mod vendor_subject;
