//! Errors that stop a whole import. Faults of single rows are [`super::Reject`]s instead.

use std::path::PathBuf;

/// A file or mapping that cannot be used at all.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be opened.
    #[error("cannot open {}: {source}; check the path and its permissions", path.display())]
    Open {
        /// The requested path.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// Reading failed before the end of the file.
    #[error(
        "reading stopped after line {line}: {source}; the file may be cut off or damaged, fetch it again and repeat the import"
    )]
    Read {
        /// The last line that was read completely.
        line: u64,
        /// Error of the operating system or the decompressor.
        source: std::io::Error,
    },
    /// A known format that cannot be imported.
    #[error("this is {found}, which cannot be imported; {advice}")]
    UnsupportedFormat {
        /// The format, by the first bytes of the file.
        found: &'static str,
        /// How to convert the file.
        advice: &'static str,
    },
    /// A workbook that unpacks to more than is read.
    #[error(
        "the workbook unpacks to more than {} MB, which is more than is read; split it, or save the sheet as csv",
        limit >> 20
    )]
    Unpacked {
        /// The limit, in bytes.
        limit: u64,
    },
    /// A workbook that holds more beside its sheets than is kept in memory.
    #[error(
        "the workbook holds more than {} MB of texts, styles and pictures beside its sheets; remove the pictures, split it, or save \
         the sheet as csv",
        limit >> 20
    )]
    BesideSheets {
        /// The limit, in bytes.
        limit: u64,
    },
    /// A workbook with a text that is longer than is kept in memory.
    #[error("a cell of the workbook holds more than {} kB; shorten it", limit >> 10)]
    LongText {
        /// The limit, in bytes.
        limit: u64,
    },
    /// A cell with a formula whose result is not stored.
    #[error(
        "the cell {cell} has a formula without its result; open the workbook in a spreadsheet program and save it, then send it again"
    )]
    NotCalculated {
        /// Name of the cell, such as `C5`.
        cell: String,
    },
    /// Cells that are one in the sheet, so that all but the first have no value.
    #[error(
        "the cells {cells} are merged, so that only the first of them has a value; unmerge them and fill each, with one row of \
         headings above the rows"
    )]
    Merged {
        /// The first and the last cell, such as `A2:A5`.
        cells: String,
    },
    /// There is neither a header nor a row.
    #[error("the file is empty; it needs a header line and rows, or one JSON object per line")]
    Empty,
    /// The header cannot be read, or has too many columns.
    #[error("the header line is unreadable: {0}; correct it and repeat the import")]
    Header(String),
    /// The rejects file cannot be written.
    #[error("cannot write the rejected rows to {}: {source}; choose another place for them", path.display())]
    Rejects {
        /// Path of the rejects file.
        path: PathBuf,
        /// Error of the operating system.
        source: std::io::Error,
    },
    /// The mapping cannot be used.
    #[error(transparent)]
    Mapping(#[from] MappingError),
}

/// A mapping that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MappingError {
    /// The text is not TOML of the expected structure.
    #[error("the mapping is not valid: {0}")]
    Syntax(String),
    /// All fields that do not exist.
    #[error("the mapping names unknown fields: {}", .0.join("; "))]
    UnknownFields(Vec<String>),
    /// An option has an invalid value.
    #[error("the mapping's option {option} is not valid: {message}")]
    Option {
        /// Name of the option.
        option: &'static str,
        /// The allowed values.
        message: String,
    },
    /// There is no such preset for these rows.
    #[error("there is no preset {name} for these rows; choose one of {known}, or vcard for a file of cards")]
    UnknownPreset {
        /// The requested name.
        name: String,
        /// The names of the existing presets.
        known: String,
    },
    /// The first line contains values instead of column names.
    #[error("the first line contains an email address instead of column names; add a header line before it")]
    NoHeader,
    /// No column is mapped to a field.
    #[error(
        "no column of the file is mapped to a field; its columns are: {columns}. Write a mapping file whose [columns] table names them"
    )]
    NothingMapped {
        /// The names of the file's columns.
        columns: String,
    },
}
