//! What is asked outside: websites, vendors, feeds.

pub(crate) mod lookup;
pub(crate) mod source;
pub(crate) mod upstream;
