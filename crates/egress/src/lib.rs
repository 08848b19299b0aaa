//! HTTP client for all outgoing requests: webhooks, company websites, feeds and vendors. Their URLs come from users,
//! so the client protects the internal network (SSRF).
//!
//! A [`Client`] resolves a host name once, refuses every address that is not on the public internet unless the
//! operator allows its network, and connects to the address it checked. Redirects are off by default, or followed
//! one by one with the same check for each. Time, size and connections are bounded. Proxies and cookies are not
//! supported.

mod body;
mod client;
mod dns;
mod error;
mod line;
mod network;
mod pool;
mod request;
mod stream;
mod target;
mod tls;

pub use client::{Client, ClientOptions};
pub use dns::{DnsServer, Lookup, Resolver, ResolverFault};
pub use error::{EgressError, SetupFault};
pub use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
pub use ipnet::IpNet;
pub use network::NetworkPolicy;
pub use request::{Oversize, Redirects, Request, RequestLimits, Response};
pub use rustls::pki_types::CertificateDer;
pub use stream::Streamed;
pub use url::Url;
