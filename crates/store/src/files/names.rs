//! Names of the files of an embedded store.

/// Accounts, money and jobs. It held the records as well before they had a file of their own.
pub(crate) const STATE_FILE: &str = "brimful.db";
/// People, companies and signals.
pub(crate) const RECORDS_FILE: &str = "records.db";

/// The database files of a data folder. Without the first, a folder holds no store.
pub const STORE_FILES: [&str; 2] = [STATE_FILE, RECORDS_FILE];

/// Where a restore keeps a checked store until its files are put in their places, that of the state last.
pub const RESTORED_FOLDER: &str = ".restored";
/// Where a restore checks a backup.
pub const RESTORING_FOLDER: &str = ".restoring";

/// Whether a file is a database of a store, or one that the engine keeps beside it.
pub(crate) fn is_store_file(name: &str) -> bool {
    STORE_FILES
        .iter()
        .any(|file| name.strip_prefix(file).is_some_and(|rest| rest.is_empty() || rest.starts_with('-')))
}
