//! The engine and its dependencies.

use std::{sync::Arc, time::Instant};

use contact::Verifier;
use sources::waterfall::{FactOrder, VendorHealth, VendorOrders};
use store::{Store, UpstreamCall};

use crate::{
    contacts::inquiries::Inquiries,
    external::{sources::ExternalSources, upstream::UpstreamLog},
    index::{Index, newest_signal::NewestSignal},
    primitives::openings_cache::OpeningsCache,
    resolve::company_cache::CompanyCache,
};

/// Answers questions over one store of records. Cheap to clone.
#[derive(Clone)]
pub struct Engine {
    pub(crate) store: Store,
    pub(crate) index: Option<Arc<Index>>,
    pub(crate) verifier: Option<Arc<Verifier>>,
    pub(crate) external: Arc<ExternalSources>,
    pub(crate) inquiries: Arc<Inquiries>,
    pub(crate) upstream: UpstreamLog,
    pub(crate) openings: Arc<OpeningsCache>,
    pub(crate) companies: Arc<CompanyCache>,
    pub(crate) newest_signal: Arc<NewestSignal>,
}

impl Engine {
    /// An engine over these records, without search.
    pub fn new(store: Store) -> Self {
        Self {
            store,
            index: None,
            verifier: None,
            external: Arc::default(),
            inquiries: Arc::default(),
            upstream: UpstreamLog::since(Instant::now()),
            openings: Arc::default(),
            companies: Arc::default(),
            newest_signal: Arc::default(),
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

    /// The same engine with external sources, queried when the records do not answer.
    #[must_use]
    pub fn with_external(self, external: ExternalSources) -> Self {
        Self { external: Arc::new(external), ..self }
    }

    /// The same engine with an upstream log of its own, for one API call that arrived at this instant.
    #[must_use]
    pub fn for_call(&self, began: Instant) -> Self {
        Self { upstream: UpstreamLog::since(began), ..self.clone() }
    }

    /// Whether companies' own websites are asked.
    pub fn asks_websites(&self) -> bool {
        self.external.asks_websites()
    }

    /// Statistics of each vendor since the process started.
    pub fn vendor_health(&self) -> Vec<VendorHealth> {
        self.external.vendor_health()
    }

    /// Queries vendors in these orders from the next question on, and other facts as configured.
    pub fn choose_vendor_orders(&self, chosen: VendorOrders) {
        self.external.choose_vendor_orders(chosen);
    }

    /// In which order the vendors of each fact are queried at present, and why.
    pub fn vendor_orders(&self) -> Vec<FactOrder> {
        self.external.vendor_orders()
    }

    /// The upstream calls made through this engine.
    pub fn upstream_calls(&self) -> Vec<UpstreamCall> {
        self.upstream.calls()
    }
}
