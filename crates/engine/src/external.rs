//! External sources (websites, vendors) and the log of the upstream calls made to them.

pub(crate) mod lookup;
pub(crate) mod source;
pub(crate) mod upstream;
