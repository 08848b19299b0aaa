//! What all probes share: options, TLS, connection pools and the cache of catch-all results.

use std::time::Duration;

use moka::{policy::EvictionPolicy, sync::Cache};
use tokio::time::Instant;
use tokio_rustls::TlsConnector;

use crate::{
    options::VerifierOptions,
    smtp::{decoy::DecoyShape, pool::ConnectionPools, session::SessionContext, tls},
};

/// Lifetime of a cached catch-all result.
const CATCH_ALL_TTL: Duration = Duration::from_secs(3_600);
/// Maximum number of cached catch-all results.
const CATCH_ALL_ENTRIES: u64 = 16_384;

/// Connections to mail servers and what was learned of them, shared by all probes of a verifier.
pub(crate) struct SmtpClient {
    pub(crate) options: VerifierOptions,
    pub(crate) pools: ConnectionPools,
    connector: TlsConnector,
    /// Results and when they were found; read by the runtime's clock, which tests move.
    catch_all: Cache<(String, DecoyShape), (bool, Instant)>,
}

impl SmtpClient {
    pub(crate) fn new(options: VerifierOptions) -> Result<Self, rustls::Error> {
        Ok(Self {
            pools: ConnectionPools::new(options.manners),
            connector: tls::connector()?,
            catch_all: Cache::builder()
                .max_capacity(CATCH_ALL_ENTRIES)
                .eviction_policy(EvictionPolicy::lru())
                .build(),
            options,
        })
    }

    pub(crate) fn context(&self, call_ends: Instant) -> SessionContext<'_> {
        SessionContext { options: &self.options, connector: &self.connector, call_ends }
    }

    pub(crate) fn cached_catch_all(&self, domain: &str, shape: DecoyShape) -> Option<bool> {
        let (is_catch_all, since) = self.catch_all.get(&(domain.to_owned(), shape))?;
        (since.elapsed() < CATCH_ALL_TTL).then_some(is_catch_all)
    }

    pub(crate) fn cache_catch_all(&self, domain: &str, shape: DecoyShape, is_catch_all: bool) {
        self.catch_all.insert((domain.to_owned(), shape), (is_catch_all, Instant::now()));
    }
}
