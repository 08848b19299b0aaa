//! Commands that bring data in and out.

pub(crate) mod enrich;
pub(crate) mod export;
pub(crate) mod history;
pub(crate) mod import;
