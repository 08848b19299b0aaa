//! What can stop a whole import. Faults of single rows are [`super::Reject`]s instead.

use std::path::PathBuf;

/// A file or mapping that cannot be used at all.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be opened.
    #[error("cannot open {}: {source}; check the path and its permissions", path.display())]
    Open {
        /// The path asked for.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Reading broke off.
    #[error(
        "reading stopped after line {line}: {source}; the file may be cut off or damaged, fetch it again and repeat the import"
    )]
    Read {
        /// The last line that was read whole.
        line: u64,
        /// What the system or the decompressor said.
        source: std::io::Error,
    },
    /// A format that is known but not read.
    #[error("this is {found}, which cannot be imported; {advice}")]
    UnsupportedFormat {
        /// What the first bytes are.
        found: &'static str,
        /// What to do instead.
        advice: &'static str,
    },
    /// No header and no rows.
    #[error("the file is empty; it needs a header line and rows, or one JSON object per line")]
    Empty,
    /// The header is longer than a row may be.
    #[error("the header line is unreadable: {0}; correct it and repeat the import")]
    Header(String),
    /// The rejects file cannot be written.
    #[error("cannot write the rejected rows to {}: {source}; choose another place for them", path.display())]
    Rejects {
        /// Where they were to go.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The mapping cannot be used.
    #[error(transparent)]
    Mapping(#[from] MappingError),
}

/// A mapping that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MappingError {
    /// Not the TOML a mapping is written in.
    #[error("the mapping is not valid: {0}")]
    Syntax(String),
    /// Fields that do not exist; every one of them, not only the first.
    #[error("the mapping names unknown fields: {}", .0.join("; "))]
    UnknownFields(Vec<String>),
    /// An option whose value makes no sense.
    #[error("the mapping's option {option} is not valid: {message}")]
    Option {
        /// Its name.
        option: &'static str,
        /// What to write instead.
        message: String,
    },
    /// A preset that there is not, or not for these rows.
    #[error("there is no preset {name} for these rows; choose one of {known}, or vcard for a file of cards")]
    UnknownPreset {
        /// What was asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The first line holds values.
    #[error(
        "the first line holds an email address and no names of columns; put a line with their names before it"
    )]
    NoHeader,
    /// Nothing in the file is mapped.
    #[error(
        "no column of the file is mapped to a field; its columns are: {columns}. Write a mapping file whose [columns] table names them"
    )]
    NothingMapped {
        /// The file's columns.
        columns: String,
    },
}
