//! What is said of an address, and why.

use std::time::Duration;

use records::email::EmailAddress;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::transcript::Exchange;

/// Whether mail to an address arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The mail server takes mail for this mailbox and refuses it for others.
    Deliverable,
    /// Mail to the address cannot arrive.
    Undeliverable,
    /// Mail is taken, but that proves little, or it may bounce later.
    Risky,
    /// Nobody could be asked, or the answer says nothing about the mailbox.
    Unknown,
}

/// Why an address got its status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The server took the address and refused one that nobody has.
    MailboxExists,
    /// The text is no address.
    InvalidSyntax,
    /// The domain does not exist.
    DomainNotFound,
    /// The domain exists and has no host for mail.
    NoMailServer,
    /// The domain says that it takes no mail (RFC 7505).
    NullMx,
    /// The server has no such mailbox.
    MailboxNotFound,
    /// The mailbox exists no longer or takes no mail.
    MailboxDisabled,
    /// The mailbox went elsewhere and mail is not forwarded.
    MailboxMoved,
    /// The server allows no address of this form.
    AddressNotAllowed,
    /// The address needs international mail (SMTPUTF8), which the server does not speak.
    InternationalMailUnsupported,
    /// The server takes every address of the domain.
    CatchAll,
    /// The server took the address, but whether it takes every address could not be found out.
    CatchAllUnproven,
    /// The mailbox exists and is full.
    MailboxFull,
    /// The domain gives out throw-away addresses.
    Disposable,
    /// DNS did not answer, or answered with a failure.
    DnsFailure,
    /// The mail server's address is in a network that must not be reached from here.
    ForbiddenNetwork,
    /// No mail server could be connected to.
    Unreachable,
    /// The mail server did not answer in time.
    TimedOut,
    /// The mail server ended the conversation before it answered.
    ConnectionDropped,
    /// What the mail server says is not SMTP.
    ProtocolError,
    /// The mail server takes mail from newcomers only on a later attempt.
    Greylisted,
    /// The mail server has a problem that passes.
    TemporaryFailure,
    /// The mail server takes no more from us at the moment.
    RateLimited,
    /// The mail server takes no mail from our address or network.
    RefusedNetwork,
    /// The mail server takes no mail from our return path.
    RefusedSender,
    /// The mail server says that it does not take mail for this domain from outside.
    RelayDenied,
    /// The mail server wants an account before it takes mail.
    AuthenticationRequired,
    /// The mail server demands encryption and it could not be had.
    EncryptionFailed,
    /// A rule of the mail server forbids the mail, whoever it is for.
    RefusedByPolicy,
    /// The mail server refuses without saying whether the mailbox or the sender is at fault.
    UnclearRefusal,
}

impl Reason {
    /// The status that follows from the reason.
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

    /// How long to wait before asking again, where the reason may pass and the server named no time.
    pub fn usual_wait(self) -> Option<Duration> {
        let minutes = match self {
            Self::Greylisted => 5,
            Self::DnsFailure | Self::TimedOut | Self::ConnectionDropped | Self::TemporaryFailure => 15,
            Self::Unreachable | Self::RateLimited | Self::CatchAllUnproven => 30,
            _ => return None,
        };
        Some(Duration::from_secs(minutes * 60))
    }
}

/// Everything found out about an address.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Why the address has its status; the status follows from it.
    pub reason: Reason,
    /// Whether the text is an address at all.
    pub syntax_valid: bool,
    /// Whether the domain gives out throw-away addresses.
    pub disposable: bool,
    /// Whether anybody can have an address at the domain.
    pub free_provider: bool,
    /// Whether the address is that of a role or a group, such as `info`.
    pub generic: bool,
    /// Whether the server takes every address of the domain, where that was found out.
    pub catch_all: Option<bool>,
    /// Whether the domain has MX records; absent when DNS could not tell.
    pub mx_found: Option<bool>,
    /// Who runs the mail of the domain.
    pub provider: Option<String>,
    /// The address that was probably meant.
    pub did_you_mean: Option<String>,
    /// When to ask again for an answer that may differ.
    pub retry_after: Option<Duration>,
    /// What was said between us and the mail servers, shortened.
    pub transcript: Vec<Exchange>,
}

impl Verdict {
    /// Whether mail to the address arrives.
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
            transcript: Vec::new(),
        }
    }

    /// What the address itself tells, before anybody is asked.
    pub(crate) fn of_address(address: &EmailAddress, reason: Reason) -> Self {
        Self {
            reason,
            syntax_valid: true,
            disposable: crate::lists::is_disposable(address.domain()),
            free_provider: address.is_free_provider(),
            generic: crate::lists::is_generic(address.local()),
            catch_all: None,
            mx_found: None,
            provider: None,
            did_you_mean: None,
            retry_after: reason.usual_wait(),
            transcript: Vec::new(),
        }
    }
}
