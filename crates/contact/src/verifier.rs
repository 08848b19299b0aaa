//! Verification of addresses by syntax, DNS and the mail server.

use std::{collections::HashMap, time::Duration};

use egress::ResolverFault;
use records::{
    email::{self, EmailAddress},
    mail_provider::provider_of,
};
use thiserror::Error;

use crate::{
    dns::{MailHost, MailResolver, MailRoute},
    find_outcome::FindOutcome,
    options::VerifierOptions,
    single_flight::SingleFlight,
    smtp::{
        classify::ReplyClass,
        client::{Patience, SmtpClient},
        connecting::ProbePlan,
        exits::ExitHealth,
        probe::DomainProbe,
    },
    suggestion::did_you_mean,
    verdict::{Reason, Status, Verdict},
};

/// Error of setting up a verifier.
#[derive(Debug, Error)]
pub enum VerifierSetupFault {
    /// The DNS resolver could not be set up.
    #[error(transparent)]
    Resolver(#[from] ResolverFault),
    /// TLS could not be set up.
    #[error("encryption cannot be set up: {0}; this build lacks a cipher suite")]
    Encryption(#[from] rustls::Error),
    /// The HELO name is not a valid host name.
    #[error("`{0}` is not a host name for the SMTP greeting (HELO); give one such as mail.acme.com")]
    HeloName(String),
}

/// Verifies addresses at their mail servers. One verifier is shared by all calls.
pub struct Verifier {
    resolver: MailResolver,
    client: SmtpClient,
    verifications: SingleFlight<Verdict>,
    pub(crate) searches: SingleFlight<FindOutcome>,
}

/// Mail setup of a domain according to DNS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DomainMail {
    /// Whether the domain has MX records; absent if DNS failed.
    pub mx_found: Option<bool>,
    /// Mail provider of the domain.
    pub provider: Option<String>,
}

/// The mail servers of a domain.
pub(crate) struct Destination {
    pub(crate) hosts: Vec<MailHost>,
    pub(crate) provider: String,
    pub(crate) by_mx: bool,
}

/// Why a domain has no mail server.
pub(crate) struct NoDestination {
    pub(crate) reason: Reason,
    pub(crate) mx_found: Option<bool>,
}

impl Verifier {
    /// Sets up a verifier. Must be called inside a Tokio runtime.
    pub fn new(options: VerifierOptions) -> Result<Self, VerifierSetupFault> {
        let name = &options.helo_name;
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b".-[]:".contains(&byte);
        if name.is_empty() || !name.bytes().all(fits) {
            return Err(VerifierSetupFault::HeloName(name.clone()));
        }
        let resolver = MailResolver::new(options.dns, options.timeouts.dns)?;
        Ok(Self {
            resolver,
            client: SmtpClient::new(options)?,
            verifications: SingleFlight::default(),
            searches: SingleFlight::default(),
        })
    }

    /// Verifies user input. A text that is not an address is undeliverable, with a suggestion.
    pub async fn verify_text(&self, text: &str) -> Verdict {
        match EmailAddress::parse(text) {
            Ok(address) => self.verify(&address).await,
            Err(_) => Verdict::of_invalid_text(did_you_mean(text)),
        }
    }

    /// Verifies one address. Concurrent calls for one address share the inquiry.
    pub async fn verify(&self, address: &EmailAddress) -> Verdict {
        self.verifications.run(address.address().to_owned(), self.verify_one(address)).await
    }

    async fn verify_one(&self, address: &EmailAddress) -> Verdict {
        let mut verdicts = self.verify_domain(address.domain(), &[address], Patience::Caller).await;
        verdicts.pop().unwrap_or_else(|| self.of_address(address, Reason::Unreachable))
    }

    /// Verifies several addresses. Those of one domain share as few connections as its server allows. The verdicts are
    /// in the order of the addresses.
    pub async fn verify_many(&self, addresses: &[EmailAddress]) -> Vec<Verdict> {
        self.verify_all(addresses, Patience::Caller).await
    }

    /// The same with more time for slow servers, for when no caller waits.
    pub async fn verify_in_background(&self, addresses: &[EmailAddress]) -> Vec<Verdict> {
        self.verify_all(addresses, Patience::Background).await
    }

    async fn verify_all(&self, addresses: &[EmailAddress], patience: Patience) -> Vec<Verdict> {
        let mut indexes: HashMap<&str, Vec<usize>> = HashMap::new();
        let mut domains = Vec::new();
        for (index, address) in addresses.iter().enumerate() {
            let of_domain = indexes.entry(address.domain()).or_default();
            if of_domain.is_empty() {
                domains.push(address.domain());
            }
            of_domain.push(index);
        }
        let mut verdicts: Vec<Option<Verdict>> = vec![None; addresses.len()];
        for domain in domains {
            let of_domain = &indexes[domain];
            let group: Vec<&EmailAddress> = of_domain.iter().map(|&index| &addresses[index]).collect();
            for (&index, verdict) in of_domain.iter().zip(self.verify_domain(domain, &group, patience).await)
            {
                verdicts[index] = Some(verdict);
            }
        }
        verdicts.into_iter().flatten().collect()
    }

    /// Checks that a mail server of a domain can be reached, without an RCPT command. Many networks block outgoing
    /// connections to port 25.
    pub async fn reach(&self, domain: &str) -> Result<(), Reason> {
        let destination = self.destination(domain).await.map_err(|none| none.reason)?;
        let mut probe = self.probe(domain, &destination, Patience::Caller);
        let reached = probe.reach().await;
        probe.finish();
        reached.map_err(|answer| match answer {
            ReplyClass::Mailbox(reason) | ReplyClass::Refused(reason) | ReplyClass::Later(reason, _) => {
                reason
            }
            _ => Reason::ProtocolError,
        })
    }

    /// Whether a domain, in normal form, is a free mail provider.
    pub fn is_free_provider(&self, domain: &str) -> bool {
        email::is_free_provider(domain)
            || self.client.options.free_providers.iter().any(|known| known == domain)
    }

    /// Mail provider of a domain according to DNS. No mail server is contacted.
    pub async fn domain_mail(&self, domain: &str) -> DomainMail {
        match self.destination(domain).await {
            Ok(destination) => {
                DomainMail { mx_found: Some(destination.by_mx), provider: Some(destination.provider) }
            }
            Err(none) => DomainMail { mx_found: none.mx_found, provider: None },
        }
    }

    /// Verdict from the address alone, before DNS and SMTP.
    fn of_address(&self, address: &EmailAddress, reason: Reason) -> Verdict {
        let free_provider = self.is_free_provider(address.domain());
        Verdict { free_provider, ..Verdict::of_address(address, reason) }
    }

    async fn verify_domain(
        &self,
        domain: &str,
        addresses: &[&EmailAddress],
        patience: Patience,
    ) -> Vec<Verdict> {
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
        let mut probe = self.probe(domain, &destination, patience);
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
        let answer = probe.check(address).await;
        let (reason, wait, catch_all) = match answer {
            ReplyClass::Accepted => self.accepted(probe.is_catch_all(address).await),
            ReplyClass::Mailbox(reason) | ReplyClass::Refused(reason) => (reason, None, None),
            ReplyClass::Later(reason, wait) => {
                if reason == Reason::Greylisted {
                    probe.introduce_decoy(address).await;
                }
                (reason, wait, None)
            }
            ReplyClass::Unclear
            | ReplyClass::UnverifiedMailbox(_)
            | ReplyClass::TooManyRecipients
            | ReplyClass::BadSequence
            | ReplyClass::EncryptionRequired => (Reason::UnclearRefusal, None, None),
        };
        let known = self.of_address(address, reason);
        let reason =
            if known.disposable && answer == ReplyClass::Accepted { Reason::Disposable } else { reason };
        let verdict = Verdict {
            reason,
            catch_all,
            mx_found: Some(destination.by_mx),
            provider: Some(destination.provider.clone()),
            retry_after: wait.or(self.usual_wait(reason)),
            ..known
        };
        with_suggestion(verdict, address)
    }

    /// A probe of the mail servers of a domain.
    pub(crate) fn probe<'a>(
        &'a self,
        domain: &'a str,
        destination: &'a Destination,
        patience: Patience,
    ) -> DomainProbe<'a> {
        let Destination { hosts, provider, .. } = destination;
        DomainProbe::new(&self.client, ProbePlan { domain, provider, hosts, patience })
    }

    /// Whether no mail server could be connected to lately, as where a network closes the SMTP port.
    pub fn is_port_blocked(&self) -> bool {
        self.client.port.is_blocked()
    }

    /// The names in reverse DNS of a host's addresses.
    pub async fn names_of_host(&self, host: &str) -> Vec<String> {
        self.resolver.names_of_host(host).await
    }

    /// Health of the configured ways out to the mail servers.
    pub fn exit_health(&self) -> Vec<ExitHealth> {
        self.client.exits.health()
    }

    /// Retry delay of a temporary reason, if the server named none.
    pub(crate) fn usual_wait(&self, reason: Reason) -> Option<Duration> {
        match reason {
            Reason::Greylisted => Some(self.client.options.greylist_wait),
            _ => reason.usual_wait(),
        }
    }

    /// An accepted address exists only if the server is not a catch-all.
    fn accepted(&self, is_catch_all: Result<bool, ReplyClass>) -> (Reason, Option<Duration>, Option<bool>) {
        match is_catch_all {
            Ok(true) => (Reason::CatchAll, None, Some(true)),
            Ok(false) => (Reason::MailboxExists, None, Some(false)),
            Err(ReplyClass::Later(reason, wait)) => {
                (Reason::CatchAllUnproven, wait.or(self.usual_wait(reason)), None)
            }
            Err(_) => (Reason::CatchAllUnproven, None, None),
        }
    }

    /// Looks up the mail servers of a domain, or the reason why it has none.
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
}

/// Adds a suggestion, unless the address is deliverable.
fn with_suggestion(mut verdict: Verdict, address: &EmailAddress) -> Verdict {
    if verdict.status() != Status::Deliverable {
        verdict.did_you_mean = did_you_mean(address.address());
    }
    verdict
}
