//! What can go wrong in the index.

use tantivy::TantivyError;

/// Why the index gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The index cannot prove that it is whole.
    #[error("the search index cannot be trusted ({0}); rebuild it from the records")]
    Unproven(String),
    /// Another process writes the index.
    #[error("another process is writing this search index; stop it or let it do the writing")]
    Busy,
    /// A position that no page of this question gave.
    #[error("this position is not from this question; start again without one")]
    ForeignPosition,
    /// A facet that does not exist.
    #[error("there is no facet `{name}`; choose among {known}")]
    UnknownFacet {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// A folder or file could not be read or written.
    #[error("the search index cannot be read or written: {0}")]
    Io(#[from] std::io::Error),
    /// The engine failed.
    #[error("the search engine failed: {0}")]
    Engine(String),
}

/// A result of the index.
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
