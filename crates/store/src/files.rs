//! Files of a data folder: names, permissions, locks, temporary files and backups.

pub(crate) mod backup;
pub(crate) mod in_use;
pub(crate) mod names;
pub(crate) mod private;
pub(crate) mod scratch;
mod transfer;
