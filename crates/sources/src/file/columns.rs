//! Which column is which field.

pub(crate) mod bound;
pub(crate) mod field;
pub(in crate::file) mod header_words;
pub(crate) mod identifier_headers;
pub(in crate::file) mod learning;
pub(crate) mod mapped;
pub(crate) mod mapping;
pub(crate) mod mapping_file;
pub(crate) mod preset;
pub(crate) mod synonyms;
pub(in crate::file) mod value_kinds;
