//! The two parts of a store, and which tables belong to which.
//!
//! An embedded store keeps each part in a file with a writer of its own, so that imports do not hold up paid calls. A
//! change writes one part, as its scope says, and may read both.

use crate::sql::{Result, Sql, params, scope::Scope};

/// Tables of the records; all others belong to the state.
pub(crate) const RECORDS: [&str; 20] = [
    "agreement",
    "claim",
    "commonness",
    "company_domain",
    "doubt",
    "erasure",
    "import_position",
    "records_watermark",
    "ruling_row",
    "signal",
    "signal_alias",
    "subject",
    "subject_alias",
    "subject_gone",
    "subject_key",
    "subject_key_log",
    "subject_moved",
    "suppressed",
    "suppression",
    "suppression_secret",
];

/// The scope of a change of any rows of this table.
pub(crate) fn scope_of(table: &str) -> Scope {
    if RECORDS.contains(&table) { Scope::Records } else { Scope::State }
}

/// The only row of `moves_followed`.
pub(crate) const MOVES_ROW: i64 = 1;

/// Whether records have moved that the state has not followed.
pub(crate) fn has_unfollowed(sql: &mut dyn Sql) -> Result<bool> {
    let ahead = "SELECT 1 FROM subject_moved
                 WHERE no > COALESCE((SELECT no FROM moves_followed WHERE one = ?1), 0) LIMIT 1";
    Ok(sql.first(ahead, params![MOVES_ROW], |row| row.int(0))?.is_some())
}
