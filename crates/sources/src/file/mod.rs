//! Imports people and companies from files: reads rows, maps columns to fields, makes claims.
//!
//! A [`RowReader`] yields rows whatever the format, compression and encoding; a [`Mapping`] assigns columns to fields;
//! [`plan`] previews an import; [`claims`] performs it; a [`RejectWriter`] writes the rejected rows to a file.

mod claims;
pub(crate) mod columns;
mod error;
pub(crate) mod facts;
mod plan;
mod rejects;
pub(crate) mod rows;
mod table;
#[cfg(test)]
mod tests;
mod warning;

pub use claims::{ClaimCounts, ClaimReader, Reject, claims};
pub use columns::bound::MappedBy;
pub use columns::field::{Field, RowKind};
pub use columns::mapping::Mapping;
pub use columns::mapping_file::ImportOptions;
pub use columns::preset::Preset;
pub use error::{FileError, MappingError};
pub use facts::dates::DateOrder;
pub use facts::shaped::Shape;
pub use facts::signals::{SignalClaims, SignalPlan, signal_claims, signal_plan};
pub use facts::values::MAX_LIST_ITEMS;
pub use plan::{ImportPlan, PlannedColumn, PlannedConstant, UnusedColumn, plan};
pub use rejects::RejectWriter;
pub use rows::buffer::{MAX_FIELD_BYTES, MAX_ROW_BYTES};
pub use rows::decode::{Compression, Encoding, refuse_other_than_text};
pub use rows::reader::{Format, ReadOptions, RowReader, SAMPLE_ROWS};
pub use rows::row::{CellValue, Columns, FileRow, MAX_COLUMNS};
pub use table::{Table, TableError, TableLimits};
pub use warning::{Warning, WarningKind};
