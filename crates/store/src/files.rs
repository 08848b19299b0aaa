//! Files and folders of a store: private ones, temporary ones, parts of imports, backups.

pub(crate) mod backup;
pub(crate) mod private;
pub(crate) mod scratch;
