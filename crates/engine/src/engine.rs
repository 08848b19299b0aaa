//! The engine: what it answers from.

use std::sync::Arc;

use contact::Verifier;
use store::Store;

use crate::{
    contacts::phone_source::{PhoneCheck, PhoneSource},
    external::source::{ClaimSource, Outside},
    index::Index,
};

/// Answers questions over one store of records. Cheap to clone.
#[derive(Clone)]
pub struct Engine {
    pub(crate) store: Store,
    pub(crate) index: Option<Arc<Index>>,
    pub(crate) verifier: Option<Arc<Verifier>>,
    pub(crate) phone_sources: Arc<[Arc<dyn PhoneSource>]>,
    pub(crate) phone_check: Option<Arc<dyn PhoneCheck>>,
    pub(crate) outside: Option<Arc<Outside>>,
}

impl Engine {
    /// An engine over these records, without search.
    pub fn new(store: Store) -> Self {
        Self {
            store,
            index: None,
            verifier: None,
            phone_sources: Arc::new([]),
            phone_check: None,
            outside: None,
        }
    }

    /// The same engine with a search index.
    #[must_use]
    pub fn with_index(self, index: Arc<Index>) -> Self {
        Self { index: Some(index), ..self }
    }

    /// The same engine with someone who asks mail servers.
    #[must_use]
    pub fn with_verifier(self, verifier: Arc<Verifier>) -> Self {
        Self { verifier: Some(verifier), ..self }
    }

    /// The same engine with someone who asks carriers.
    #[must_use]
    pub fn with_phone_check(self, phone_check: Option<Arc<dyn PhoneCheck>>) -> Self {
        Self { phone_check, ..self }
    }

    /// The same engine with others who may know phones, asked in this order after the records.
    #[must_use]
    pub fn with_phone_sources(self, sources: Vec<Arc<dyn PhoneSource>>) -> Self {
        Self { phone_sources: sources.into(), ..self }
    }

    /// The same engine with somebody outside to ask for what the records do not tell.
    #[must_use]
    pub fn with_claim_source(self, source: Option<Arc<dyn ClaimSource>>) -> Self {
        Self { outside: source.map(|source| Arc::new(Outside::new(source))), ..self }
    }
}
