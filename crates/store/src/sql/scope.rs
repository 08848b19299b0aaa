//! What a change reads and writes, and so what must not change meanwhile.
//!
//! SQLite runs one change of each part at a time, so every change sees its part alone. On PostgreSQL many run at once, on several
//! nodes. Each says beforehand which part of the store it uses, and takes the locks of that part before its first
//! statement, always in the same order; what reads and then writes is thus as safe as on SQLite, and no two changes wait
//! for each other.

/// The part of the store that a change uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Rows that nothing else decides by: beside every other change but those of the whole state.
    Append,
    /// Rows of the account of this id: beside changes of other accounts.
    Account(String),
    /// Accounts, keys, lists, jobs, outbox: alone but for records.
    State,
    /// Subjects, claims, keys and signals: alone but for the state. A change that joins or deletes subjects moves rows of the
    /// state, too, as far as it can lock it: [`Sql::lock_state`](super::Sql::lock_state).
    Records,
}
