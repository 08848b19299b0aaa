//! People, companies and jobs: their rows, merged records, change feed, export and signals.

pub(crate) mod change;
pub(crate) mod codec;
pub(crate) mod export;
pub(crate) mod feed;
pub(crate) mod ids;
pub(crate) mod joined;
pub(crate) mod read;
pub(crate) mod rows;
pub(crate) mod signal;
pub(crate) mod subject;
