//! Parses a URL and checks that it may be requested.

use std::net::IpAddr;

use rustls::pki_types::ServerName;
use url::{Host, Url};

use crate::EgressError;

const URL_LIMIT_BYTES: usize = 4_096;
/// Below this port only 80 and 443 are allowed: other services listen there, and HTTP must not reach them.
const FIRST_FREE_PORT: u16 = 1_024;
const HTTP_PORT: u16 = 80;
const HTTPS_PORT: u16 = 443;

/// Ports of URLs that name none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ports {
    pub(crate) http: u16,
    pub(crate) https: u16,
}

impl Default for Ports {
    fn default() -> Self {
        Self { http: HTTP_PORT, https: HTTPS_PORT }
    }
}

/// What a connection leads to; requests to the same origin share connections.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct UrlOrigin {
    pub(crate) is_secure: bool,
    pub(crate) host: Host,
    pub(crate) port: u16,
}

impl UrlOrigin {
    /// The address, if the host is one.
    pub(crate) fn address(&self) -> Option<IpAddr> {
        match self.host {
            Host::Domain(_) => None,
            Host::Ipv4(address) => Some(address.into()),
            Host::Ipv6(address) => Some(address.into()),
        }
    }

    /// The name that the server's certificate must be valid for.
    pub(crate) fn server_name(&self) -> Result<ServerName<'static>, EgressError> {
        match (&self.host, self.address()) {
            (_, Some(address)) => Ok(ServerName::from(address)),
            (host, None) => ServerName::try_from(host.to_string().trim_end_matches('.').to_owned())
                .map_err(|_| EgressError::Tls(host.to_string())),
        }
    }
}

/// A URL that may be requested, provided that its host resolves to an allowed address.
#[derive(Debug, Clone)]
pub(crate) struct RequestTarget {
    pub(crate) url: Url,
    pub(crate) origin: UrlOrigin,
}

impl RequestTarget {
    pub(crate) fn parse(text: &str, ports: Ports) -> Result<Self, EgressError> {
        if text.len() > URL_LIMIT_BYTES {
            return Err(EgressError::Url("the URL is too long; at most 4,096 bytes are allowed"));
        }
        let url = Url::parse(text.trim())
            .map_err(|_| EgressError::Url("this is not a URL; write https://host/path"))?;
        Self::new(url, ports)
    }

    pub(crate) fn new(url: Url, ports: Ports) -> Result<Self, EgressError> {
        let (is_secure, default_port) = match url.scheme() {
            "http" => (false, ports.http),
            "https" => (true, ports.https),
            _ => return Err(EgressError::Url("only http:// and https:// URLs are allowed")),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(EgressError::Url("remove the user name and password from the URL"));
        }
        let host = match url.host() {
            Some(host) => host.to_owned(),
            None => return Err(EgressError::Url("the URL has no host")),
        };
        let port = url.port().unwrap_or(default_port);
        let is_plain = url.port().is_none_or(|port| matches!(port, HTTP_PORT | HTTPS_PORT));
        if !is_plain && port < FIRST_FREE_PORT {
            return Err(EgressError::Url("use port 80, 443, or one from 1024 on"));
        }
        Ok(Self { url, origin: UrlOrigin { is_secure, host, port } })
    }

    /// Path and query for the request line.
    pub(crate) fn path(&self) -> String {
        match self.url.query() {
            Some(query) => format!("{}?{query}", self.url.path()),
            None => self.url.path().to_owned(),
        }
    }

    /// Value of the `Host` header: the port of the URL, never the configured default port.
    pub(crate) fn authority(&self) -> String {
        match self.url.port() {
            Some(port) => format!("{}:{port}", self.origin.host),
            None => self.origin.host.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_without_a_port_uses_the_configured_port_and_keeps_its_host_header() {
        let ports = Ports { http: 8_080, https: 8_443 };
        let target = RequestTarget::parse("https://acme.example/a?b=c#d", ports).unwrap();
        assert_eq!((target.origin.port, target.origin.is_secure), (8_443, true));
        assert_eq!((target.path().as_str(), target.authority().as_str()), ("/a?b=c", "acme.example"));
        let target = RequestTarget::parse("http://acme.example:9000", ports).unwrap();
        assert_eq!((target.origin.port, target.authority().as_str()), (9_000, "acme.example:9000"));
    }

    #[test]
    fn ports_of_other_protocols_are_refused() {
        for port in [1, 21, 22, 25, 53, 110, 143, 389, 465, 587, 993] {
            assert!(RequestTarget::parse(&format!("http://acme.example:{port}/"), Ports::default()).is_err());
        }
        for port in [80, 443, 1_024, 8_443] {
            assert!(RequestTarget::parse(&format!("http://acme.example:{port}/"), Ports::default()).is_ok());
        }
    }
}
