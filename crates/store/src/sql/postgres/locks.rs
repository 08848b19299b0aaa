//! The locks of the parts of a store: advisory locks that end with their transaction.

/// Numbers of the locks. Accounts have the second number as a class and a hash of their id.
pub(super) const RECORDS: &str = "pg_advisory_xact_lock(1651665261, 1)";
pub(super) const STATE: &str = "pg_advisory_xact_lock(1651665261, 2)";
pub(super) const STATE_SHARED: &str = "pg_advisory_xact_lock_shared(1651665261, 2)";
pub(super) const ACCOUNT_CLASS: i32 = 1_651_665_262;

/// Takes the lock of the state in a transaction that has that of the records.
pub(super) const LOCK_STATE: &str = "SELECT pg_advisory_xact_lock(1651665261, 2)";
