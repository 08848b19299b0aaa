//! The result of a verification.

use std::time::Duration;

use records::email::EmailAddress;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::smtp::transcript::Exchange;

/// Whether mail to an address can be delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The mail server accepts mail for this mailbox and refuses it for unknown names.
    Deliverable,
    /// Mail to the address cannot be delivered.
    Undeliverable,
    /// Mail is accepted, but the mailbox is not confirmed, or mail may bounce later.
    Risky,
    /// No mail server could be reached, or its reply does not say whether the mailbox exists.
    Unknown,
}

/// Why an address got its status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The server accepted the address and refused a made-up one.
    MailboxExists,
    /// The text is not an email address.
    InvalidSyntax,
    /// The domain does not exist.
    DomainNotFound,
    /// The domain exists but has no mail server.
    NoMailServer,
    /// The domain declares that it accepts no mail (null MX, RFC 7505).
    NullMx,
    /// The server has no such mailbox.
    MailboxNotFound,
    /// The mailbox is disabled.
    MailboxDisabled,
    /// The mailbox has moved and mail is not forwarded.
    MailboxMoved,
    /// The server does not allow addresses of this form.
    AddressNotAllowed,
    /// The address needs SMTPUTF8, which the server does not support.
    InternationalMailUnsupported,
    /// The server accepts every address of the domain.
    CatchAll,
    /// The server accepted the address, but the catch-all check was inconclusive.
    CatchAllUnproven,
    /// The mailbox exists and is full.
    MailboxFull,
    /// The domain is a disposable-address provider.
    Disposable,
    /// The DNS lookup failed.
    DnsFailure,
    /// The mail server's address is in a network that the network policy forbids.
    ForbiddenNetwork,
    /// No mail server could be reached.
    Unreachable,
    /// The mail server did not reply in time.
    TimedOut,
    /// The mail server closed the connection before it replied.
    ConnectionDropped,
    /// The mail server's reply is not valid SMTP.
    ProtocolError,
    /// The mail server uses greylisting: it accepts unknown senders only on a later attempt.
    Greylisted,
    /// The mail server has a temporary problem.
    TemporaryFailure,
    /// The mail server limits our rate of requests.
    RateLimited,
    /// The mail server refuses our IP address or network.
    RefusedNetwork,
    /// The mail server refuses our return path.
    RefusedSender,
    /// The mail server refuses to relay mail for this domain.
    RelayDenied,
    /// The mail server requires authentication.
    AuthenticationRequired,
    /// The mail server requires encryption and it could not be established.
    EncryptionFailed,
    /// The mail server refuses the mail by policy, independent of the recipient.
    RefusedByPolicy,
    /// The mail server refuses without saying whether the cause is the mailbox or the sender.
    UnclearRefusal,
}

impl Reason {
    /// The status that the reason implies.
    pub fn status(self) -> Status {
        match self {
            Self::MailboxExists => Status::Deliverable,
            Self::InvalidSyntax
            | Self::DomainNotFound
            | Self::NoMailServer
            | Self::NullMx
            | Self::MailboxNotFound
            | Self::MailboxDisabled
            | Self::MailboxMoved
            | Self::AddressNotAllowed
            | Self::InternationalMailUnsupported => Status::Undeliverable,
            Self::CatchAll | Self::CatchAllUnproven | Self::MailboxFull | Self::Disposable => Status::Risky,
            Self::DnsFailure
            | Self::ForbiddenNetwork
            | Self::Unreachable
            | Self::TimedOut
            | Self::ConnectionDropped
            | Self::ProtocolError
            | Self::Greylisted
            | Self::TemporaryFailure
            | Self::RateLimited
            | Self::RefusedNetwork
            | Self::RefusedSender
            | Self::RelayDenied
            | Self::AuthenticationRequired
            | Self::EncryptionFailed
            | Self::RefusedByPolicy
            | Self::UnclearRefusal => Status::Unknown,
        }
    }

    /// Default retry delay, if the reason is temporary and the server named no delay.
    pub fn usual_wait(self) -> Option<Duration> {
        let minutes = match self {
            Self::TimedOut => 1,
            Self::Greylisted | Self::ConnectionDropped | Self::TemporaryFailure => 5,
            Self::DnsFailure | Self::Unreachable | Self::UnclearRefusal => 15,
            Self::RateLimited | Self::CatchAllUnproven => 30,
            _ => return None,
        };
        Some(Duration::from_secs(minutes * 60))
    }
}

/// The result of verifying an address.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Reason of the status, which follows from it.
    pub reason: Reason,
    /// Whether the text is a valid email address.
    pub syntax_valid: bool,
    /// Whether the domain is a disposable-address provider.
    pub disposable: bool,
    /// Whether the domain is a free mail provider.
    pub free_provider: bool,
    /// Whether the address belongs to a role or a group, such as `info`.
    pub generic: bool,
    /// Whether the server accepts every address of the domain; absent if unknown.
    pub catch_all: Option<bool>,
    /// Whether the domain has MX records; absent if DNS failed.
    pub mx_found: Option<bool>,
    /// Mail provider of the domain.
    pub provider: Option<String>,
    /// Suggested correction of the address.
    pub did_you_mean: Option<String>,
    /// When to retry, if the result may change.
    pub retry_after: Option<Duration>,
    /// Whether a mail server was asked. It was not if all of the domain's are left alone for now.
    pub asked: bool,
    /// SMTP exchange with the mail servers, shortened.
    pub transcript: Vec<Exchange>,
}

impl Verdict {
    /// Whether mail to the address can be delivered.
    pub fn status(&self) -> Status {
        self.reason.status()
    }

    pub(crate) fn of_invalid_text(did_you_mean: Option<String>) -> Self {
        Self {
            reason: Reason::InvalidSyntax,
            syntax_valid: false,
            disposable: false,
            free_provider: false,
            generic: false,
            catch_all: None,
            mx_found: None,
            provider: None,
            did_you_mean,
            retry_after: None,
            asked: false,
            transcript: Vec::new(),
        }
    }

    /// Verdict from the address alone, before DNS and SMTP.
    pub(crate) fn of_address(address: &EmailAddress, reason: Reason) -> Self {
        Self {
            reason,
            syntax_valid: true,
            disposable: crate::lists::is_disposable(address.domain()),
            free_provider: address.is_free_provider(),
            generic: records::role_mailbox::is_role(address.local()),
            catch_all: None,
            mx_found: None,
            provider: None,
            did_you_mean: None,
            retry_after: reason.usual_wait(),
            asked: false,
            transcript: Vec::new(),
        }
    }
}
