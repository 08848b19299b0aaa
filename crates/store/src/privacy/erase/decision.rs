//! What can become of a column, and of a row, that names a person who is erased.

use super::finder::{Finder, Look};
use crate::sql::{Datum, Result, Sql};

/// Replacement for text that named an erased person.
pub(crate) const ERASED_WORDS: &str = "(erased)";

/// How a column that names an erased person is treated.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Decision {
    /// It is searched, and swept as its table says.
    Swept(Look, Replacement),
    /// It cannot name a person, and why.
    Safe(&'static str),
    /// It may, and stays; and why.
    Kept(&'static str),
}

/// What stands in a swept column afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Replacement {
    /// [`ERASED_WORDS`].
    Label,
    /// A hash by which a reference is still recognised.
    HashedReference,
    /// The JSON without the values that name the person.
    Redacted,
    /// Whatever the table's own function leaves.
    OfRow,
}

/// How a row is treated in which a swept column names an erased person.
#[derive(Clone, Copy)]
pub(crate) enum Act {
    /// Nothing in it is swept.
    Nothing,
    /// It is deleted.
    Delete,
    /// Each column that names the person is replaced.
    Replace,
    /// Its own function decides.
    Own(fn(&mut dyn Sql, &Named<'_>) -> Result<()>),
}

/// A table, the columns that tell its rows apart, and every column that holds text or bytes.
pub(crate) struct SweptTable {
    pub(crate) name: &'static str,
    pub(crate) key: &'static [&'static str],
    pub(crate) act: Act,
    pub(crate) columns: &'static [(&'static str, Decision)],
}

/// A row that names an erased person.
pub(crate) struct Named<'r> {
    pub(crate) table: &'static SweptTable,
    pub(crate) key: &'r [Datum],
    /// Its columns, as the table lists them.
    pub(crate) texts: &'r [Datum],
    /// Those of them that name the person.
    pub(crate) named: &'r [usize],
    /// What is left of answers and events among them, by column.
    pub(crate) left: &'r [(usize, Option<String>)],
    pub(crate) finder: &'r Finder,
    /// When it is erased, in microseconds.
    pub(crate) at: i64,
}
