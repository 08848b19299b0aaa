//! Which column is which field.

pub(crate) mod field;
pub(crate) mod mapped;
pub(crate) mod mapping;
pub(crate) mod preset;
pub(crate) mod synonyms;
