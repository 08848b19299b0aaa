//! Files of a data folder: permissions, temporary files and backups.

pub(crate) mod backup;
pub(crate) mod private;
pub(crate) mod scratch;
mod transfer;
