//! Why a question could not be answered.

use search::SearchError;
use store::StoreError;

/// Why a question could not be answered.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The index failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The index has not caught up with the store since the start.
    #[error("the search index is being built; retry in a moment")]
    IndexNotReady,
    /// No verifier is configured.
    #[error("no email verifier is configured")]
    NoVerifier,
    /// The deadline passed before anything was found.
    #[error("no source answered in time")]
    TooSlow,
    /// No external source answered.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
    /// The task was cancelled or panicked.
    #[error("the task was cancelled")]
    GivenUp,
}

/// No external source could be reached, so it is unknown whether one has the record.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unavailable(pub String);
