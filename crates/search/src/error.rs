//! Errors of the index.

use tantivy::TantivyError;

/// An error of the index.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The index is damaged or has another format; it must be rebuilt.
    #[error("the search index failed verification ({0}); rebuild it from the records")]
    Unproven(String),
    /// Another process holds the write lock.
    #[error("another process is writing to this search index; stop it or write through it")]
    Busy,
    /// The page position belongs to another query.
    #[error("this position belongs to another query; start again without a position")]
    ForeignPosition,
    /// A facet that does not exist.
    #[error("there is no facet `{name}`; choose among {known}")]
    UnknownFacet {
        /// The requested name.
        name: String,
        /// The valid names, separated by commas.
        known: String,
    },
    /// A folder or file could not be read or written.
    #[error("the search index cannot be read or written: {0}")]
    Io(#[from] std::io::Error),
    /// Tantivy returned another error.
    #[error("the search engine failed: {0}")]
    Engine(String),
}

/// Result with a [`SearchError`].
pub type Result<T> = std::result::Result<T, SearchError>;

impl From<TantivyError> for SearchError {
    fn from(error: TantivyError) -> Self {
        match error {
            TantivyError::LockFailure(..) => Self::Busy,
            TantivyError::DataCorruption(_)
            | TantivyError::OpenReadError(_)
            | TantivyError::IncompatibleIndex(_)
            | TantivyError::SchemaError(_)
            | TantivyError::DeserializeError(_) => Self::Unproven(error.to_string()),
            other => Self::Engine(other.to_string()),
        }
    }
}
