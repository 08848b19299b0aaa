//! Errors of client setup and of requests.

use std::net::IpAddr;

use thiserror::Error;

use crate::ResolverFault;

/// The client could not be set up.
#[derive(Debug, Error)]
pub enum SetupFault {
    /// The resolver could not be created.
    #[error(transparent)]
    Dns(#[from] ResolverFault),
    /// TLS could not be configured.
    #[error("TLS cannot be configured: {0}")]
    Tls(#[from] rustls::Error),
}

/// Why a request got no response.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EgressError {
    /// The URL is invalid or not allowed.
    #[error("{0}")]
    Url(&'static str),
    /// The host resolves to an address that the network policy does not allow.
    /// The message omits the address, which would reveal the internal network to the caller.
    #[error("{host} resolves to an address that must not be reached (only public addresses are allowed)")]
    Refused {
        /// Host of the URL.
        host: String,
        /// The address that is not allowed.
        address: IpAddr,
    },
    /// DNS has no address for the host.
    #[error("the host {0} does not exist")]
    NoHost(String),
    /// DNS did not respond.
    #[error("DNS did not resolve {0}; try again later")]
    Dns(String),
    /// No address of the host accepted the connection.
    #[error("{0} does not accept connections")]
    Connect(String),
    /// The TLS handshake failed.
    #[error("TLS to {0} failed: its certificate or protocol is not accepted")]
    Tls(String),
    /// The time limit was reached.
    #[error("{0} did not respond in time")]
    TimedOut(String),
    /// The response body exceeds the limit.
    #[error("the response is larger than {limit_bytes} bytes")]
    TooLarge {
        /// The limit.
        limit_bytes: usize,
    },
    /// More redirects than allowed.
    #[error("more than {0} redirects")]
    Redirects(u8),
    /// The connection was closed early or the response is not HTTP.
    #[error("{0} closed the connection early or did not speak HTTP")]
    Broken(String),
}

impl EgressError {
    /// Whether the URL itself was refused, so that a retry cannot succeed.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Url(_) | Self::Refused { .. })
    }
}
