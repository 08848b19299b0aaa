//! Why a request did not come to an answer.

use std::net::IpAddr;

use thiserror::Error;

use crate::ResolverFault;

/// The client could not be set up.
#[derive(Debug, Error)]
pub enum SetupFault {
    /// DNS.
    #[error(transparent)]
    Dns(#[from] ResolverFault),
    /// Encryption.
    #[error("encryption cannot be set up: {0}")]
    Tls(#[from] rustls::Error),
}

/// Why a request did not come to an answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EgressError {
    /// The text is no address that may be requested.
    #[error("{0}")]
    Url(&'static str),
    /// The host leads to an address that must not be reached from here.
    /// The address itself is left out of the sentence: it would tell a stranger what the inside looks like.
    #[error("{host} leads to a network that must not be reached from here (only public addresses may)")]
    Refused {
        /// The host of the address.
        host: String,
        /// Where it leads.
        address: IpAddr,
    },
    /// There is no such host.
    #[error("there is no host {0}")]
    NoHost(String),
    /// DNS did not answer.
    #[error("DNS gave no answer for {0}; try again later")]
    Dns(String),
    /// No address of the host took the connection.
    #[error("{0} does not take connections")]
    Connect(String),
    /// The encrypted line could not be set up.
    #[error("no trusted line to {0}: its certificate or encryption is not accepted")]
    Tls(String),
    /// It took too long.
    #[error("{0} did not answer in time")]
    TimedOut(String),
    /// The answer is larger than allowed.
    #[error("the answer is larger than {limit_bytes} bytes")]
    TooLarge {
        /// What was allowed.
        limit_bytes: usize,
    },
    /// One redirect led to another, too often.
    #[error("more than {0} redirects")]
    Redirects(u8),
    /// The answer broke off or was no HTTP.
    #[error("{0} broke off or did not speak HTTP")]
    Broken(String),
}

impl EgressError {
    /// Whether the address itself is at fault, so that trying again is of no use.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Url(_) | Self::Refused { .. })
    }
}
