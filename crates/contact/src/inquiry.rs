//! Questions to the mail servers of one domain, and their replies. A question is answered here, or by a probe on a host
//! whose SMTP port is open.

use std::time::Duration;

use records::{email::EmailAddress, mail_provider::provider_of};
use serde::{Deserialize, Serialize};

use crate::{
    dns::{MailResolver, MailRoute},
    smtp::{
        classify::ReplyClass,
        client::{Patience, SmtpClient},
        connecting::ProbePlan,
        decoy::DecoyShape,
        probe::{DecoyPrecision, DomainProbe},
        transcript::Exchange,
    },
    verdict::{Reason, Status},
};

/// A question to the mail servers of one domain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailQuestion {
    /// The domain, in punycode.
    pub domain: String,
    /// Addresses of the domain, in the order in which they are asked about.
    pub addresses: Vec<String>,
    /// Whether to stop at the first address that is not refused.
    pub until_accepted: bool,
    /// Whether no caller waits, so that slow servers may take their time.
    pub in_background: bool,
    /// Whether to forget first which addresses servers accepted: a person was erased since the last question.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forget_accepted: bool,
}

/// The reply to a question.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailReply {
    /// Whether the domain has MX records; absent if DNS failed.
    pub mx_found: Option<bool>,
    /// Mail provider of the domain; absent without a mail server.
    pub provider: Option<String>,
    /// Why no mail server was asked.
    pub unasked: Option<Reason>,
    /// The result for each address that was asked about, in order.
    pub results: Vec<AddressResult>,
    /// Number of RCPT commands sent.
    pub recipients: usize,
    /// SMTP exchange with the mail servers, shortened: what is about none of the addresses.
    pub conversation: Vec<Exchange>,
    /// The exchange about each address: what a server says of one is not shown with another.
    #[serde(default)]
    pub conversations: Vec<Vec<Exchange>>,
}

/// What the mail server says of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressResult {
    /// The meaning of the reply.
    pub reason: Reason,
    /// Whether the server accepts every address; absent if unknown.
    pub catch_all: Option<bool>,
    /// Seconds after which to ask again, if the server named a time.
    pub retry_after_seconds: Option<u64>,
    /// Whether a server was asked. It was not if all of them are left alone for now.
    #[serde(default = "was_asked")]
    pub asked: bool,
}

/// Probes of earlier versions do not say whether a server was asked.
fn was_asked() -> bool {
    true
}

impl MailReply {
    /// The reply of a question that could not be asked.
    pub fn unasked(reason: Reason, mx_found: Option<bool>) -> Self {
        Self { unasked: Some(reason), mx_found, ..Self::default() }
    }
}

impl AddressResult {
    fn new(reason: Reason, catch_all: Option<bool>, wait: Option<Duration>) -> Self {
        Self { reason, catch_all, retry_after_seconds: wait.map(|wait| wait.as_secs()), asked: true }
    }

    /// Whether the server refused the address.
    pub(crate) fn is_refused(self) -> bool {
        self.reason.status() == Status::Undeliverable && self.reason != Reason::NullMx
    }
}

/// Asks mail servers over SMTP.
pub(crate) struct LocalInquirer {
    resolver: MailResolver,
    client: SmtpClient,
}

impl LocalInquirer {
    pub(crate) fn new(resolver: MailResolver, client: SmtpClient) -> Self {
        Self { resolver, client }
    }

    pub(crate) fn client(&self) -> &SmtpClient {
        &self.client
    }

    /// Asks the mail servers of a domain.
    pub(crate) async fn ask(&self, question: &MailQuestion) -> MailReply {
        if question.forget_accepted {
            self.client.domains.forget_accepted();
        }
        let domain = question.domain.as_str();
        let (hosts, by_mx) = match self.resolver.route(domain).await {
            MailRoute::Hosts { hosts, by_mx } => (hosts, by_mx),
            MailRoute::NoDomain => return MailReply::unasked(Reason::DomainNotFound, Some(false)),
            MailRoute::NoHost { by_mx } => return MailReply::unasked(Reason::NoMailServer, Some(by_mx)),
            MailRoute::NullMx => return MailReply::unasked(Reason::NullMx, Some(true)),
            MailRoute::Failed => return MailReply::unasked(Reason::DnsFailure, None),
        };
        let provider = provider_of(hosts.first().map_or(domain, |host| &host.name), domain);
        let patience = if question.in_background { Patience::Background } else { Patience::Caller };
        let plan = ProbePlan { domain, provider: &provider, hosts: &hosts, patience };
        let mut probe = DomainProbe::new(&self.client, plan);
        let addresses: Vec<EmailAddress> =
            question.addresses.iter().filter_map(|text| EmailAddress::parse(text).ok()).collect();
        let mut results: Vec<AddressResult> = Vec::with_capacity(addresses.len());
        let mut conversations = Vec::new();
        for (index, address) in addresses.iter().enumerate() {
            let efforts = probe.efforts();
            let result = match question.until_accepted {
                true => self.of_candidate(&mut probe, &addresses, index, &results).await,
                false => {
                    probe.renew();
                    self.of_address(&mut probe, address).await
                }
            };
            let result = AddressResult { asked: probe.efforts() > efforts, ..result };
            results.push(result);
            conversations.push(probe.take_about_recipients());
            if question.until_accepted && !result.is_refused() {
                break;
            }
        }
        MailReply {
            mx_found: Some(by_mx),
            unasked: None,
            results,
            recipients: probe.recipients(),
            conversation: probe.finish(),
            conversations,
            provider: Some(provider),
        }
    }

    /// The result for one of several candidates, all before which were refused. An unknown name that was refused proves that
    /// the server is no catch-all for names of its form that are not shorter.
    async fn of_candidate(
        &self,
        probe: &mut DomainProbe<'_>,
        addresses: &[EmailAddress],
        index: usize,
        earlier: &[AddressResult],
    ) -> AddressResult {
        let address = &addresses[index];
        let shape = DecoyShape::of(address.local());
        let refused =
            addresses.iter().zip(earlier).filter(|(_, result)| result.reason == Reason::MailboxNotFound);
        let is_proven =
            refused.map(|(refused, _)| DecoyShape::of(refused.local())).any(|it| it.speaks_for(shape));
        let reply = probe.check(address).await;
        match reply {
            ReplyClass::Accepted if is_proven => AddressResult::new(Reason::MailboxExists, Some(false), None),
            ReplyClass::Mailbox(Reason::MailboxFull) if is_proven => {
                AddressResult::new(Reason::MailboxFull, Some(false), None)
            }
            reply => {
                if probe.was_put_off(reply) {
                    introduce(probe, &addresses[index..]).await;
                }
                self.result(probe, address, reply, DecoyPrecision::ByLimit).await
            }
        }
    }

    async fn of_address(&self, probe: &mut DomainProbe<'_>, address: &EmailAddress) -> AddressResult {
        let reply = probe.check(address).await;
        if probe.was_put_off(reply) {
            probe.introduce_decoy(address, DecoyPrecision::SameLength).await;
        }
        self.result(probe, address, reply, DecoyPrecision::SameLength).await
    }

    /// What a reply means. An accepted address exists only if the server is not a catch-all.
    async fn result(
        &self,
        probe: &mut DomainProbe<'_>,
        address: &EmailAddress,
        reply: ReplyClass,
        precision: DecoyPrecision,
    ) -> AddressResult {
        match reply {
            ReplyClass::Accepted => match probe.is_catch_all(address, precision).await {
                Ok(true) => AddressResult::new(Reason::CatchAll, Some(true), None),
                Ok(false) => AddressResult::new(Reason::MailboxExists, Some(false), None),
                Err(ReplyClass::Later(reason, wait)) => {
                    let wait = wait.or(self.usual_wait(reason));
                    AddressResult::new(Reason::CatchAllUnproven, None, wait)
                }
                Err(_) => AddressResult::new(Reason::CatchAllUnproven, None, None),
            },
            // A domain over its quota says so of every name.
            ReplyClass::Mailbox(Reason::MailboxFull) => match probe.is_catch_all(address, precision).await {
                Ok(false) => AddressResult::new(Reason::MailboxFull, Some(false), None),
                Ok(true) | Err(ReplyClass::Mailbox(Reason::MailboxFull)) => {
                    AddressResult::new(Reason::MailboxFull, Some(true), None)
                }
                Err(_) => AddressResult::new(Reason::MailboxFull, None, None),
            },
            ReplyClass::Mailbox(reason) | ReplyClass::Refused(reason) => {
                AddressResult::new(reason, None, None)
            }
            ReplyClass::Later(reason, wait) => {
                AddressResult::new(reason, None, wait.or(self.usual_wait(reason)))
            }
            ReplyClass::Unclear
            | ReplyClass::UnverifiedMailbox(_)
            | ReplyClass::TooManyRecipients
            | ReplyClass::BadSequence
            | ReplyClass::EncryptionRequired => AddressResult::new(Reason::UnclearRefusal, None, None),
        }
    }

    /// Retry delay of a temporary reason, if the server named none.
    fn usual_wait(&self, reason: Reason) -> Option<Duration> {
        match reason {
            Reason::Greylisted => Some(self.client.options.greylist_wait),
            _ => reason.usual_wait(),
        }
    }

    /// The mail routing of a domain according to DNS.
    pub(crate) async fn route(&self, domain: &str) -> MailRoute {
        self.resolver.route(domain).await
    }

    /// Opens a session with a mail server of a domain, without an RCPT.
    pub(crate) async fn reach(&self, domain: &str) -> Result<(), Reason> {
        let MailRoute::Hosts { hosts, .. } = self.route(domain).await else {
            let question = MailQuestion {
                domain: domain.to_owned(),
                addresses: Vec::new(),
                until_accepted: false,
                in_background: false,
                forget_accepted: false,
            };
            return Err(self.ask(&question).await.unasked.unwrap_or(Reason::DnsFailure));
        };
        let provider = provider_of(hosts.first().map_or(domain, |host| &host.name), domain);
        let plan = ProbePlan { domain, provider: &provider, hosts: &hosts, patience: Patience::Caller };
        let mut probe = DomainProbe::new(&self.client, plan);
        let reached = probe.reach().await;
        probe.finish();
        reached.map_err(|answer| match answer {
            ReplyClass::Mailbox(reason) | ReplyClass::Refused(reason) | ReplyClass::Later(reason, _) => {
                reason
            }
            _ => Reason::ProtocolError,
        })
    }

    /// The names in reverse DNS of a host's addresses.
    pub(crate) async fn names_of_host(&self, host: &str) -> Vec<String> {
        self.resolver.names_of_host(host).await
    }
}

/// Shows a server that put off the first address the others as well, and a decoy for each form of them, so that it knows
/// all of them when the question is repeated.
async fn introduce(probe: &mut DomainProbe<'_>, addresses: &[EmailAddress]) {
    let mut forms = Vec::new();
    for (index, address) in addresses.iter().enumerate() {
        if index > 0 {
            let reply = probe.check(address).await;
            if !probe.was_put_off(reply) {
                break;
            }
        }
        let form = DecoyShape::of(address.local()).separator;
        if !forms.contains(&form) {
            forms.push(form);
            probe.introduce_decoy(address, DecoyPrecision::ByLimit).await;
        }
    }
}
