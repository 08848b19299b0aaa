//! What all probes share: options, TLS, connection pools and the cache of catch-all results.

use std::{mem, time::Duration};

use moka::{policy::EvictionPolicy, sync::Cache};
use tokio::time::Instant;
use tokio_rustls::TlsConnector;

use crate::{
    options::{Manners, VerifierOptions},
    smtp::{
        decoy::DecoyShape,
        exits::Exits,
        host_memory::HostMemory,
        pool::ConnectionPools,
        port_health::PortHealth,
        session::{SessionContext, StepTimes},
        tls,
    },
};

/// Lifetime of a cached catch-all result.
const CATCH_ALL_TTL: Duration = Duration::from_secs(3_600);
/// Maximum number of cached catch-all results.
const CATCH_ALL_ENTRIES: u64 = 16_384;

/// Connections to mail servers and what was learned of them, shared by all probes of a verifier.
pub(crate) struct SmtpClient {
    pub(crate) options: VerifierOptions,
    pub(crate) pools: ConnectionPools,
    pub(crate) memory: HostMemory,
    pub(crate) port: PortHealth,
    pub(crate) exits: Exits,
    connector: TlsConnector,
    /// Results by domain and separator, with the length of each decoy and when it was sent; read by the runtime's
    /// clock, which tests move.
    catch_all: Cache<(String, Option<char>), Vec<DecoyResult>>,
}

/// The reply to one decoy.
#[derive(Debug, Clone, Copy)]
struct DecoyResult {
    length: usize,
    is_catch_all: bool,
    at: Instant,
}

/// Whether a caller waits for the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Patience {
    Caller,
    Background,
}

impl SmtpClient {
    pub(crate) fn new(mut options: VerifierOptions) -> Result<Self, rustls::Error> {
        Ok(Self {
            pools: ConnectionPools::default(),
            memory: HostMemory::default(),
            port: PortHealth::default(),
            exits: Exits::new(mem::take(&mut options.exits)),
            connector: tls::connector()?,
            catch_all: Cache::builder()
                .max_capacity(CATCH_ALL_ENTRIES)
                .eviction_policy(EvictionPolicy::lru())
                .build(),
            options,
        })
    }

    pub(crate) fn context(&self, patience: Patience, call_ends: Instant) -> SessionContext<'_> {
        let timeouts = self.options.timeouts;
        let steps = match patience {
            Patience::Caller => StepTimes { greeting: timeouts.greeting, command: timeouts.command },
            Patience::Background => {
                StepTimes { greeting: timeouts.background_step, command: timeouts.background_step }
            }
        };
        SessionContext {
            options: &self.options,
            exits: &self.exits,
            connector: &self.connector,
            steps,
            call_ends,
        }
    }

    /// When a call that begins now has to end.
    pub(crate) fn call_ends(&self, patience: Patience) -> Instant {
        let timeouts = self.options.timeouts;
        Instant::now()
            + match patience {
                Patience::Caller => timeouts.call,
                Patience::Background => timeouts.background_call,
            }
    }

    /// Load limits at the servers of a mail provider.
    pub(crate) fn manners(&self, provider: &str) -> Manners {
        let own = self.options.provider_manners.get(&provider.to_lowercase());
        own.copied().unwrap_or(self.options.manners)
    }

    /// Whether the server accepts every name of this shape, from decoys of the same length, or from a shorter and a
    /// longer one that agree: servers that judge by length have one limit.
    pub(crate) fn cached_catch_all(&self, domain: &str, shape: DecoyShape) -> Option<bool> {
        let known = self.catch_all.get(&(domain.to_owned(), shape.separator))?;
        let fresh = || known.iter().filter(|result| result.at.elapsed() < CATCH_ALL_TTL);
        if let Some(exact) = fresh().find(|result| result.length == shape.length) {
            return Some(exact.is_catch_all);
        }
        [true, false].into_iter().find(|&verdict| {
            let agreeing = || fresh().filter(|result| result.is_catch_all == verdict);
            agreeing().any(|result| result.length < shape.length)
                && agreeing().any(|result| result.length > shape.length)
        })
    }

    /// Whether the server accepts every name with this separator, from decoys of any length.
    pub(crate) fn cached_catch_all_of_any_length(
        &self,
        domain: &str,
        separator: Option<char>,
    ) -> Option<bool> {
        let known = self.catch_all.get(&(domain.to_owned(), separator))?;
        let mut fresh = known.iter().filter(|result| result.at.elapsed() < CATCH_ALL_TTL);
        let first = fresh.next()?.is_catch_all;
        Some(first && fresh.all(|result| result.is_catch_all))
    }

    pub(crate) fn cache_catch_all(&self, domain: &str, shape: DecoyShape, is_catch_all: bool) {
        let key = (domain.to_owned(), shape.separator);
        let mut known = self.catch_all.get(&key).unwrap_or_default();
        known.retain(|result| result.length != shape.length && result.at.elapsed() < CATCH_ALL_TTL);
        known.push(DecoyResult { length: shape.length, is_catch_all, at: Instant::now() });
        self.catch_all.insert(key, known);
    }
}
