//! An address taken apart and found to be one that may be asked at all.

use std::net::IpAddr;

use rustls::pki_types::ServerName;
use url::{Host, Url};

use crate::EgressError;

const URL_LIMIT_BYTES: usize = 4_096;
/// Below this, only these two ports speak HTTP; whatever else listens there must not be spoken to.
const FIRST_FREE_PORT: u16 = 1_024;
const HTTP_PORT: u16 = 80;
const HTTPS_PORT: u16 = 443;

/// Where plain and encrypted HTTP are served when an address names no port.
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

/// What a connection is made to: the same origin may be spoken to over the same line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Origin {
    pub(crate) is_secure: bool,
    pub(crate) host: Host,
    pub(crate) port: u16,
}

impl Origin {
    /// The address, where the host is one.
    pub(crate) fn address(&self) -> Option<IpAddr> {
        match self.host {
            Host::Domain(_) => None,
            Host::Ipv4(address) => Some(address.into()),
            Host::Ipv6(address) => Some(address.into()),
        }
    }

    /// The name that the certificate must be for.
    pub(crate) fn server_name(&self) -> Result<ServerName<'static>, EgressError> {
        match (&self.host, self.address()) {
            (_, Some(address)) => Ok(ServerName::from(address)),
            (host, None) => ServerName::try_from(host.to_string().trim_end_matches('.').to_owned())
                .map_err(|_| EgressError::Tls(host.to_string())),
        }
    }
}

/// An address that may be asked, if its host leads to a public address.
#[derive(Debug, Clone)]
pub(crate) struct Target {
    pub(crate) url: Url,
    pub(crate) origin: Origin,
}

impl Target {
    pub(crate) fn parse(text: &str, ports: Ports) -> Result<Self, EgressError> {
        if text.len() > URL_LIMIT_BYTES {
            return Err(EgressError::Url("the address is too long; 4,096 bytes are allowed"));
        }
        let url = Url::parse(text.trim())
            .map_err(|_| EgressError::Url("this is no address; write https://host/path"))?;
        Self::new(url, ports)
    }

    pub(crate) fn new(url: Url, ports: Ports) -> Result<Self, EgressError> {
        let (is_secure, default_port) = match url.scheme() {
            "http" => (false, ports.http),
            "https" => (true, ports.https),
            _ => return Err(EgressError::Url("only http:// and https:// addresses are asked")),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(EgressError::Url("take the user name and password out of the address"));
        }
        let host = match url.host() {
            Some(host) => host.to_owned(),
            None => return Err(EgressError::Url("the address names no host")),
        };
        let port = url.port().unwrap_or(default_port);
        let is_plain = url.port().is_none_or(|port| matches!(port, HTTP_PORT | HTTPS_PORT));
        if !is_plain && port < FIRST_FREE_PORT {
            return Err(EgressError::Url("use port 80, 443, or one from 1024 on"));
        }
        Ok(Self { url, origin: Origin { is_secure, host, port } })
    }

    /// What the request line says.
    pub(crate) fn path(&self) -> String {
        match self.url.query() {
            Some(query) => format!("{}?{query}", self.url.path()),
            None => self.url.path().to_owned(),
        }
    }

    /// What the `Host` header says: the host as addressed, never the port that stands in for it.
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
    fn an_address_without_a_port_goes_to_the_configured_one_under_its_own_name() {
        let ports = Ports { http: 8_080, https: 8_443 };
        let target = Target::parse("https://acme.example/a?b=c#d", ports).unwrap();
        assert_eq!((target.origin.port, target.origin.is_secure), (8_443, true));
        assert_eq!((target.path().as_str(), target.authority().as_str()), ("/a?b=c", "acme.example"));
        let target = Target::parse("http://acme.example:9000", ports).unwrap();
        assert_eq!((target.origin.port, target.authority().as_str()), (9_000, "acme.example:9000"));
    }

    #[test]
    fn ports_of_other_protocols_are_not_spoken_to() {
        for port in [1, 21, 22, 25, 53, 110, 143, 389, 465, 587, 993] {
            assert!(Target::parse(&format!("http://acme.example:{port}/"), Ports::default()).is_err());
        }
        for port in [80, 443, 1_024, 8_443] {
            assert!(Target::parse(&format!("http://acme.example:{port}/"), Ports::default()).is_ok());
        }
    }
}
