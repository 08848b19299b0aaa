//! People and companies from files: reading rows, mapping their columns to fields, making claims.
//!
//! A [`Reader`] yields rows whatever the format, compression and encoding; a [`Mapping`] says which column
//! is which field; [`plan`] shows what an import would do; [`claims`] does it.

mod buffer;
mod dates;
mod decode;
mod delimited;
mod error;
mod field;
mod json_lines;
mod mapping;
mod reader;
mod record;
mod row;
mod synonyms;
mod values;

pub use buffer::{MAX_FIELD_BYTES, MAX_ROW_BYTES};
pub use dates::DateOrder;
pub use decode::{Compression, Encoding};
pub use error::{FileError, MappingError};
pub use field::{Field, Subject};
pub use mapping::{ImportOptions, MappedBy, Mapping};
pub use reader::{Format, ReadOptions, Reader};
pub use row::{CellValue, Columns, MAX_COLUMNS, Row};
pub use values::MAX_LIST_ITEMS;
