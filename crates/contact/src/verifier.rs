//! Verification of addresses by syntax, DNS and the mail server.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use egress::ResolverFault;
use records::{
    email::{self, EmailAddress},
    mail_provider::provider_of,
};
use thiserror::Error;
use tokio::time::timeout;

use crate::{
    dns::{MailResolver, MailRoute},
    find_outcome::FindOutcome,
    inquiry::{LocalInquirer, MailQuestion, MailReply},
    options::VerifierOptions,
    remote::RemoteProbe,
    single_flight::SingleFlight,
    smtp::{client::SmtpClient, exits::ExitHealth, memory::book::MailBook},
    suggestion::did_you_mean,
    verdict::{Reason, Status, Verdict},
};

/// Time beyond the limit of a call: an inquiry ends by itself at that limit.
const JOINED_MARGIN: Duration = Duration::from_secs(2);

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
    local: LocalInquirer,
    /// Asks the mail servers in place of this machine.
    remote: Option<RemoteProbe>,
    /// Whether the probe is to forget which addresses servers accepted.
    probe_must_forget: AtomicBool,
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
            local: LocalInquirer::new(resolver, SmtpClient::new(options)?),
            remote: None,
            probe_must_forget: AtomicBool::new(false),
            verifications: SingleFlight::default(),
            searches: SingleFlight::default(),
        })
    }

    /// The same verifier with a probe that asks the mail servers in place of this machine.
    #[must_use]
    pub fn through(self, probe: RemoteProbe) -> Self {
        Self { remote: Some(probe), ..self }
    }

    /// Asks the mail servers of a domain, from here or through the probe.
    pub async fn ask(&self, question: &MailQuestion) -> MailReply {
        match &self.remote {
            Some(probe) => {
                let forget_accepted = self.probe_must_forget.swap(false, Ordering::Relaxed);
                probe.ask(&MailQuestion { forget_accepted, ..question.clone() }).await
            }
            None => self.local.ask(question).await,
        }
    }

    /// Forgets which addresses servers accepted, here and at the probe, because a person was erased. It is learned again.
    pub fn forget_accepted(&self) {
        self.local.client().domains.forget_accepted();
        self.probe_must_forget.store(true, Ordering::Relaxed);
    }

    /// Verifies user input. A text that is not an address is undeliverable, with a suggestion.
    pub async fn verify_text(&self, text: &str) -> Verdict {
        match EmailAddress::parse(text) {
            Ok(address) => self.verify(&address).await,
            Err(_) => Verdict::of_invalid_text(did_you_mean(text)),
        }
    }

    /// Verifies one address. Concurrent calls for one address share the inquiry; one that takes longer than a call may,
    /// because it runs in the background, is not waited for.
    pub async fn verify(&self, address: &EmailAddress) -> Verdict {
        let inquiry = self.verifications.run(address.address().to_owned(), self.verify_one(address, false));
        let in_time = timeout(self.call_limit(), inquiry).await;
        in_time.unwrap_or_else(|_| self.unanswered(address))
    }

    /// The verdict on an address without a reply in time.
    pub fn unanswered(&self, address: &EmailAddress) -> Verdict {
        self.of_address(address, Reason::TimedOut)
    }

    /// The same with more time for slow servers, for when no caller waits.
    pub async fn verify_in_background(&self, address: &EmailAddress) -> Verdict {
        self.verifications.run(address.address().to_owned(), self.verify_one(address, true)).await
    }

    async fn verify_one(&self, address: &EmailAddress, in_background: bool) -> Verdict {
        let mut verdicts = self.verify_domain(address.domain(), &[address], in_background).await;
        verdicts.pop().unwrap_or_else(|| self.of_address(address, Reason::Unreachable))
    }

    /// How long a caller waits at most for an inquiry that another one began.
    pub fn call_limit(&self) -> Duration {
        let timeouts = &self.local.client().options.timeouts;
        // The time of a call begins when the mail servers of the domain are known.
        timeouts.dns + timeouts.call + JOINED_MARGIN
    }

    /// Verifies several addresses. Those of one domain share as few connections as its server allows. The verdicts are
    /// in the order of the addresses.
    pub async fn verify_many(&self, addresses: &[EmailAddress]) -> Vec<Verdict> {
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
            let of_group = self.verify_domain(domain, &group, false).await;
            for (&index, verdict) in of_domain.iter().zip(of_group) {
                verdicts[index] = Some(verdict);
            }
        }
        verdicts.into_iter().flatten().collect()
    }

    async fn verify_domain(
        &self,
        domain: &str,
        addresses: &[&EmailAddress],
        in_background: bool,
    ) -> Vec<Verdict> {
        let reply = self
            .ask(&MailQuestion {
                domain: domain.to_owned(),
                addresses: addresses.iter().map(|address| address.address().to_owned()).collect(),
                until_accepted: false,
                in_background,
                forget_accepted: false,
            })
            .await;
        let verdict = |(index, address): (usize, &&EmailAddress)| self.verdict(address, &reply, index);
        addresses.iter().enumerate().map(verdict).collect()
    }

    /// The verdict on the address with this place in the question.
    fn verdict(&self, address: &EmailAddress, reply: &MailReply, index: usize) -> Verdict {
        let result = reply.results.get(index).copied();
        let about_it = reply.conversations.get(index).into_iter().flatten();
        let reason = result.map(|result| result.reason).or(reply.unasked).unwrap_or(Reason::ProtocolError);
        let known = self.of_address(address, reason);
        let was_accepted =
            matches!(reason, Reason::MailboxExists | Reason::CatchAll | Reason::CatchAllUnproven);
        let reason = if known.disposable && was_accepted { Reason::Disposable } else { reason };
        let named_wait = result.and_then(|result| result.retry_after_seconds).map(Duration::from_secs);
        let verdict = Verdict {
            reason,
            catch_all: result.and_then(|result| result.catch_all),
            mx_found: reply.mx_found,
            provider: reply.provider.clone(),
            retry_after: named_wait.or(reason.usual_wait()),
            asked: result.is_some_and(|result| result.asked),
            transcript: reply.conversation.iter().chain(about_it).cloned().collect(),
            ..known
        };
        with_suggestion(verdict, address)
    }

    /// Checks that a mail server of a domain can be reached, without an RCPT. Many networks block outgoing connections
    /// to port 25.
    pub async fn reach(&self, domain: &str) -> Result<(), Reason> {
        match &self.remote {
            Some(probe) => probe.reach(domain).await,
            None => self.local.reach(domain).await,
        }
    }

    /// Whether a domain, in normal form, is a free mail provider.
    pub fn is_free_provider(&self, domain: &str) -> bool {
        email::is_free_provider(domain)
            || self.local.client().options.free_providers.iter().any(|known| known == domain)
    }

    /// Mail provider of a domain according to DNS. No mail server is contacted.
    pub async fn domain_mail(&self, domain: &str) -> DomainMail {
        let (mx_found, provider) = match self.local.route(domain).await {
            MailRoute::Hosts { hosts, by_mx } => {
                (Some(by_mx), Some(provider_of(hosts.first().map_or(domain, |host| &host.name), domain)))
            }
            MailRoute::NoDomain => (Some(false), None),
            MailRoute::NoHost { by_mx } => (Some(by_mx), None),
            MailRoute::NullMx => (Some(true), None),
            MailRoute::Failed => (None, None),
        };
        DomainMail { mx_found, provider }
    }

    /// Whether no mail server could be connected to lately, as where a network closes the SMTP port.
    pub fn is_port_blocked(&self) -> bool {
        self.local.client().port.is_blocked()
    }

    /// What this verifier learned of mail servers, at a time in Unix milliseconds, to be kept beside the process.
    pub fn book(&self, now_millis: i64) -> MailBook {
        self.local.client().book(now_millis)
    }

    /// Takes over what other verifiers learned, in the place of what they had learned before: those of other nodes, and the
    /// one of this node before its last start.
    pub fn read_books<'a>(&self, books: impl Iterator<Item = &'a MailBook> + Clone, now_millis: i64) {
        self.local.client().read_books(books, now_millis);
    }

    /// Health of the configured ways out to the mail servers.
    pub fn exit_health(&self) -> Vec<ExitHealth> {
        self.local.client().exits.health()
    }

    /// The names in reverse DNS of a host's addresses.
    pub async fn names_of_host(&self, host: &str) -> Vec<String> {
        self.local.names_of_host(host).await
    }

    /// Verdict from the address alone, before DNS and SMTP.
    fn of_address(&self, address: &EmailAddress, reason: Reason) -> Verdict {
        let free_provider = self.is_free_provider(address.domain());
        Verdict { free_provider, ..Verdict::of_address(address, reason) }
    }
}

/// Adds a suggestion, unless the address is deliverable.
fn with_suggestion(mut verdict: Verdict, address: &EmailAddress) -> Verdict {
    if verdict.status() != Status::Deliverable {
        verdict.did_you_mean = did_you_mean(address.address());
    }
    verdict
}
