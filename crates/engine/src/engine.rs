//! The engine and its dependencies.

use std::sync::Arc;

use contact::Verifier;
use store::Store;

use crate::{
    contacts::phone_source::{PhoneCheck, PhoneSource},
    external::source::{ClaimSource, ExternalLookup},
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
    pub(crate) external: Option<Arc<ExternalLookup>>,
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
            external: None,
        }
    }

    /// The same engine with a search index.
    #[must_use]
    pub fn with_index(self, index: Arc<Index>) -> Self {
        Self { index: Some(index), ..self }
    }

    /// The same engine with a verifier that queries mail servers.
    #[must_use]
    pub fn with_verifier(self, verifier: Arc<Verifier>) -> Self {
        Self { verifier: Some(verifier), ..self }
    }

    /// The same engine with a check of phone lines at their carriers.
    #[must_use]
    pub fn with_phone_check(self, phone_check: Option<Arc<dyn PhoneCheck>>) -> Self {
        Self { phone_check, ..self }
    }

    /// The same engine with further sources of phones, queried in this order after the records.
    #[must_use]
    pub fn with_phone_sources(self, sources: Vec<Arc<dyn PhoneSource>>) -> Self {
        Self { phone_sources: sources.into(), ..self }
    }

    /// The same engine with an external source, queried when no record matches.
    #[must_use]
    pub fn with_claim_source(self, source: Option<Arc<dyn ClaimSource>>) -> Self {
        Self { external: source.map(|source| Arc::new(ExternalLookup::new(source))), ..self }
    }
}
