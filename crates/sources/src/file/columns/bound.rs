//! The fields that a column is mapped to.

use serde::Serialize;

use super::field::Field;

/// Origin of a column's mapping.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MappedBy {
    /// The mapping file.
    Mapping,
    /// The preset of the exporting product.
    Preset,
    /// The column's well-known name.
    Guess,
}

/// The field that a column is mapped to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::file) struct Binding {
    pub(in crate::file) field: Field,
    /// Index of the list item to use; `None` for all.
    pub(in crate::file) item: Option<usize>,
    /// Index of the object in a list of objects that the column belongs to.
    pub(in crate::file) group: usize,
    pub(in crate::file) by: MappedBy,
}

/// The result of mapping one column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::file) enum Bound {
    To(Vec<Binding>),
    Ignored,
    Unmapped,
}

/// Replaces `emails[3].value` by `emails[].value`.
pub(in crate::file) fn any_index(column: &str) -> String {
    let mut inside = false;
    let mut general = String::with_capacity(column.len());
    for c in column.chars() {
        inside = inside && c != ']';
        if !inside {
            general.push(c);
        }
        inside = inside || c == '[';
    }
    general
}
