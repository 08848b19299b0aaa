//! Answers questions about people and companies from what the store knows. Knows nothing of credits or HTTP.

mod explain;
mod resolve;
mod signals;

pub use explain::{Explanation, MatchDecision};
pub use resolve::{Found, Resolution};

use store::{Store, StoreError};

/// Why a question could not be answered.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Answers questions over one store of records. Cheap to clone.
#[derive(Clone)]
pub struct Engine {
    store: Store,
}

impl Engine {
    /// An engine over these records.
    pub fn new(store: Store) -> Self {
        Self { store }
    }
}
