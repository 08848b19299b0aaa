//! The one way out for requests that are made on somebody's word: webhooks, company websites, feeds, vendors.
//!
//! A [`Client`] resolves a name once, refuses every address that is not on the public internet unless the
//! operator allows its network, and connects to the very address it checked. Redirects are off, or followed one
//! by one with the same check at each. Time, size and connections are bounded. There is no proxy, no cookie and
//! no other way around.

mod body;
mod client;
mod dns;
mod error;
mod line;
mod network;
mod pool;
mod request;
mod target;
mod tls;

pub use client::{Client, ClientOptions};
pub use dns::{DnsServer, Lookup, Resolver, ResolverFault};
pub use error::{EgressError, SetupFault};
pub use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
pub use ipnet::IpNet;
pub use network::NetworkPolicy;
pub use request::{Limits, Oversize, Redirects, Request, Response};
pub use rustls::pki_types::CertificateDer;
pub use url::Url;
