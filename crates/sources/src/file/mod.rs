//! Imports people and companies from files: reads rows, maps columns to fields, makes claims.
//!
//! A [`Reader`] yields rows whatever the format, compression and encoding; a [`Mapping`] assigns columns to fields;
//! [`plan`] previews an import; [`claims`] performs it; a [`RejectWriter`] writes the rejected rows to a file.

mod address;
mod buffer;
mod claims;
mod companies;
mod dates;
mod decode;
mod delimited;
mod error;
mod field;
mod json_lines;
mod mapped;
mod mapping;
mod normal;
mod parquet;
mod people;
mod plan;
mod preset;
mod reader;
mod record;
mod rejects;
mod row;
mod shaped;
mod signals;
mod synonyms;
#[cfg(test)]
mod tests;
mod values;
mod vcard;
mod warning;

pub use buffer::{MAX_FIELD_BYTES, MAX_ROW_BYTES};
pub use claims::{Claims, Counts, Reject, claims};
pub use dates::DateOrder;
pub use decode::{Compression, Encoding};
pub use error::{FileError, MappingError};
pub use field::{Field, Subject};
pub use mapping::{ImportOptions, MappedBy, Mapping};
pub use plan::{Plan, PlannedColumn, PlannedConstant, SAMPLE_ROWS, Shape, UnusedColumn, plan};
pub use preset::Preset;
pub use reader::{Format, ReadOptions, Reader};
pub use rejects::RejectWriter;
pub use row::{CellValue, Columns, MAX_COLUMNS, Row};
pub use signals::{SignalClaims, SignalPlan, signal_claims, signal_plan};
pub use values::MAX_LIST_ITEMS;
pub use warning::{Warning, WarningKind};
