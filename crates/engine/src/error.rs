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
    /// The index does not stand level with the store yet.
    #[error("the search index is being made; try again in a moment")]
    IndexNotReady,
    /// No verifier was set up.
    #[error("mail servers cannot be asked from here")]
    NoVerifier,
    /// Nothing was found in the time there is.
    #[error("no source answered in time")]
    TooSlow,
    /// Nobody who could answer did.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
    /// The work was given up.
    #[error("the work was given up")]
    GivenUp,
}

/// Nobody outside could say whether they know.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unavailable(pub String);
