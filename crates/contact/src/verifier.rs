//! Verification of addresses: what the address tells, what DNS tells, what the mail server tells.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use egress::ResolverFault;
use records::{
    email::{self, EmailAddress},
    mail_provider::provider_of,
};
use thiserror::Error;
use tokio::time::Instant;
use tokio_rustls::TlsConnector;

use crate::{
    decoy::Shape,
    dns::{MailHost, MailResolver, MailRoute},
    pool::ConnectionPools,
    probe::DomainProbe,
    classify::ReplyClass,
    options::VerifierOptions,
    session::SessionContext,
    suggestion::did_you_mean,
    tls,
    verdict::{Reason, Status, Verdict},
};

/// How long it is believed that a server takes every name, or does not.
const CATCH_ALL_TTL: Duration = Duration::from_secs(3_600);
/// Domains remembered that way.
const CATCH_ALL_ENTRIES: usize = 16_384;

/// A verifier could not be set up.
#[derive(Debug, Error)]
pub enum SetupFault {
    /// DNS cannot be used.
    #[error(transparent)]
    Resolver(#[from] ResolverFault),
    /// Encryption cannot be used.
    #[error("encryption cannot be set up: {0}; this build lacks a cipher suite")]
    Encryption(#[from] rustls::Error),
    /// The name to greet with would break the protocol.
    #[error("`{0}` is no host name to greet mail servers with; give one such as mail.acme.com")]
    HeloName(String),
}

/// Asks mail servers whether they take mail for an address. One is shared by all calls.
pub struct Verifier {
    options: VerifierOptions,
    resolver: MailResolver,
    connector: TlsConnector,
    pools: ConnectionPools,
    catch_all: Mutex<HashMap<(String, Shape), (bool, Instant)>>,
}

/// What DNS tells of a domain's mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DomainMail {
    /// Whether the domain has MX records; absent when DNS could not tell.
    pub mx_found: Option<bool>,
    /// Who runs the mail.
    pub provider: Option<String>,
}

/// A domain's mail servers, ready to be asked.
pub(crate) struct Destination {
    pub(crate) hosts: Vec<MailHost>,
    pub(crate) provider: String,
    pub(crate) by_mx: bool,
}

/// Why a domain has nobody to ask.
pub(crate) struct NoDestination {
    pub(crate) reason: Reason,
    pub(crate) mx_found: Option<bool>,
}

impl Verifier {
    /// Sets a verifier up; must be called inside a Tokio runtime.
    pub fn new(options: VerifierOptions) -> Result<Self, SetupFault> {
        let name = &options.helo_name;
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b".-[]:".contains(&byte);
        if name.is_empty() || !name.bytes().all(fits) {
            return Err(SetupFault::HeloName(name.clone()));
        }
        Ok(Self {
            resolver: MailResolver::new(options.dns, options.timeouts.dns)?,
            connector: tls::connector()?,
            pools: ConnectionPools::new(options.manners),
            catch_all: Mutex::new(HashMap::new()),
            options,
        })
    }

    /// Verifies what somebody typed; a text that is no address is undeliverable, with a suggestion.
    pub async fn verify_text(&self, text: &str) -> Verdict {
        match EmailAddress::parse(text) {
            Ok(address) => self.verify(&address).await,
            Err(_) => Verdict::of_invalid_text(did_you_mean(text)),
        }
    }

    /// Verifies one address.
    pub async fn verify(&self, address: &EmailAddress) -> Verdict {
        let mut verdicts = self.verify_domain(address.domain(), &[address]).await;
        verdicts.pop().unwrap_or_else(|| self.of_address(address, Reason::Unreachable))
    }

    /// Verifies many addresses, those of one domain over as few connections as its server allows. The
    /// verdicts are in the order of the addresses.
    pub async fn verify_many(&self, addresses: &[EmailAddress]) -> Vec<Verdict> {
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        let mut domains = Vec::new();
        for (place, address) in addresses.iter().enumerate() {
            let of_domain = places.entry(address.domain()).or_default();
            if of_domain.is_empty() {
                domains.push(address.domain());
            }
            of_domain.push(place);
        }
        let mut verdicts: Vec<Option<Verdict>> = vec![None; addresses.len()];
        for domain in domains {
            let of_domain = &places[domain];
            let group: Vec<&EmailAddress> = of_domain.iter().map(|&place| &addresses[place]).collect();
            for (&place, verdict) in of_domain.iter().zip(self.verify_domain(domain, &group).await) {
                verdicts[place] = Some(verdict);
            }
        }
        verdicts.into_iter().flatten().collect()
    }

    /// Whether a mail server of a domain can be spoken to from here, or why not: many networks close the port
    /// that mail uses. No mailbox is asked about.
    pub async fn reach(&self, domain: &str) -> Result<(), Reason> {
        let destination = self.destination(domain).await.map_err(|none| none.reason)?;
        let mut probe = DomainProbe::new(self, domain, &destination.provider, &destination.hosts);
        let reached = probe.reach().await;
        probe.finish();
        reached.map_err(|answer| match answer {
            ReplyClass::Mailbox(reason) | ReplyClass::Refused(reason) | ReplyClass::Later(reason, _) => reason,
            _ => Reason::ProtocolError,
        })
    }

    /// Whether anybody can have an address at a domain given in its normal form.
    pub fn is_free_provider(&self, domain: &str) -> bool {
        email::is_free_provider(domain) || self.options.free_providers.iter().any(|known| known == domain)
    }

    /// Who runs the mail of a domain, as DNS tells; no mail server is asked.
    pub async fn domain_mail(&self, domain: &str) -> DomainMail {
        match self.destination(domain).await {
            Ok(destination) => {
                DomainMail { mx_found: Some(destination.by_mx), provider: Some(destination.provider) }
            }
            Err(none) => DomainMail { mx_found: none.mx_found, provider: None },
        }
    }

    /// What the address itself tells, before anybody is asked.
    fn of_address(&self, address: &EmailAddress, reason: Reason) -> Verdict {
        let free_provider = self.is_free_provider(address.domain());
        Verdict { free_provider, ..Verdict::of_address(address, reason) }
    }

    async fn verify_domain(&self, domain: &str, addresses: &[&EmailAddress]) -> Vec<Verdict> {
        let destination = match self.destination(domain).await {
            Ok(destination) => destination,
            Err(NoDestination { reason, mx_found }) => {
                let verdict = |address: &&EmailAddress| {
                    let known = self.of_address(address, reason);
                    with_suggestion(Verdict { mx_found, ..known }, address)
                };
                return addresses.iter().map(verdict).collect();
            }
        };
        let mut probe = DomainProbe::new(self, domain, &destination.provider, &destination.hosts);
        let mut verdicts = Vec::with_capacity(addresses.len());
        for address in addresses {
            probe.renew();
            verdicts.push(self.verify_at(&mut probe, &destination, address).await);
        }
        let exchanges = probe.finish();
        for verdict in &mut verdicts {
            verdict.transcript.clone_from(&exchanges);
        }
        verdicts
    }

    async fn verify_at(
        &self,
        probe: &mut DomainProbe<'_>,
        destination: &Destination,
        address: &EmailAddress,
    ) -> Verdict {
        let answer = probe.probe(address).await;
        let (reason, wait, catch_all) = match answer {
            ReplyClass::Accepted => accepted(probe.is_catch_all(address).await),
            ReplyClass::Mailbox(reason) | ReplyClass::Refused(reason) => (reason, None, None),
            ReplyClass::Later(reason, wait) => (reason, wait, None),
            ReplyClass::Unclear | ReplyClass::TooManyRecipients | ReplyClass::BadSequence | ReplyClass::EncryptionRequired => {
                (Reason::UnclearRefusal, None, None)
            }
        };
        let known = self.of_address(address, reason);
        let reason = if known.disposable && answer == ReplyClass::Accepted { Reason::Disposable } else { reason };
        let verdict = Verdict {
            reason,
            catch_all,
            mx_found: Some(destination.by_mx),
            provider: Some(destination.provider.clone()),
            retry_after: wait.or(reason.usual_wait()),
            ..known
        };
        with_suggestion(verdict, address)
    }

    /// The mail servers of a domain, or why it has none.
    pub(crate) async fn destination(&self, domain: &str) -> Result<Destination, NoDestination> {
        let (reason, mx_found) = match self.resolver.route(domain).await {
            MailRoute::Hosts { hosts, by_mx } => {
                let provider = provider_of(hosts.first().map_or(domain, |host| &host.name), domain);
                return Ok(Destination { hosts, provider, by_mx });
            }
            MailRoute::NoDomain => (Reason::DomainNotFound, Some(false)),
            MailRoute::NoHost { by_mx } => (Reason::NoMailServer, Some(by_mx)),
            MailRoute::NullMx => (Reason::NullMx, Some(true)),
            MailRoute::Failed => (Reason::DnsFailure, None),
        };
        Err(NoDestination { reason, mx_found })
    }

    pub(crate) fn options(&self) -> &VerifierOptions {
        &self.options
    }

    pub(crate) fn pools(&self) -> &ConnectionPools {
        &self.pools
    }

    pub(crate) fn context(&self, call_ends: Instant) -> SessionContext<'_> {
        SessionContext { options: &self.options, connector: &self.connector, call_ends }
    }

    pub(crate) fn cached_catch_all(&self, domain: &str, shape: Shape) -> Option<bool> {
        let cache = self.catch_all.lock().unwrap_or_else(PoisonError::into_inner);
        let (taken, since) = cache.get(&(domain.to_owned(), shape))?;
        (since.elapsed() < CATCH_ALL_TTL).then_some(*taken)
    }

    pub(crate) fn cache_catch_all(&self, domain: &str, shape: Shape, taken: bool) {
        let mut cache = self.catch_all.lock().unwrap_or_else(PoisonError::into_inner);
        if cache.len() >= CATCH_ALL_ENTRIES {
            cache.retain(|_, (_, since)| since.elapsed() < CATCH_ALL_TTL);
        }
        if cache.len() >= CATCH_ALL_ENTRIES {
            cache.clear();
        }
        cache.insert((domain.to_owned(), shape), (taken, Instant::now()));
    }
}

/// The verdict on a taken address depends on whether any other would have been taken as well.
fn accepted(is_catch_all: Result<bool, ReplyClass>) -> (Reason, Option<Duration>, Option<bool>) {
    match is_catch_all {
        Ok(true) => (Reason::CatchAll, None, Some(true)),
        Ok(false) => (Reason::MailboxExists, None, Some(false)),
        Err(ReplyClass::Later(_, wait)) => (Reason::CatchAllUnproven, wait, None),
        Err(_) => (Reason::CatchAllUnproven, None, None),
    }
}

/// A suggestion is of use only where the address as given is in doubt.
fn with_suggestion(mut verdict: Verdict, address: &EmailAddress) -> Verdict {
    if verdict.status() != Status::Deliverable {
        verdict.did_you_mean = did_you_mean(address.address());
    }
    verdict
}
