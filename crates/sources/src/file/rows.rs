//! Rows of a file, whatever its format.

pub(crate) mod archive;
pub(crate) mod buffer;
pub(crate) mod decode;
pub(crate) mod delimited;
pub(crate) mod input;
pub(crate) mod json_lines;
pub(crate) mod parquet;
pub(crate) mod reader;
pub(crate) mod record;
pub(crate) mod row;
pub(crate) mod vcard;
pub(crate) mod workbook;
