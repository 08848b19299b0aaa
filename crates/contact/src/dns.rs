//! Looks up the mail servers of a domain in DNS.

use std::{net::IpAddr, time::Duration};

use egress::{DnsServer, Lookup, Resolver, ResolverFault};

/// Maximum number of mail servers used per domain, best first.
const MAIL_HOST_LIMIT: usize = 16;

/// One mail server of a domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailHost {
    /// Host name, without the trailing dot.
    pub name: String,
    /// IP addresses of the host.
    pub addresses: Vec<IpAddr>,
}

/// Mail routing of a domain according to DNS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailRoute {
    /// The mail servers, best first. Servers whose address lookup failed are left out.
    Hosts {
        /// Mail servers by preference.
        hosts: Vec<MailHost>,
        /// Whether they come from MX records rather than from the domain's own address.
        by_mx: bool,
    },
    /// The domain does not exist.
    NoDomain,
    /// The domain has no mail server, or its MX records name hosts that do not exist.
    NoHost {
        /// Whether the domain has MX records.
        by_mx: bool,
    },
    /// The domain accepts no mail (null MX, RFC 7505).
    NullMx,
    /// The DNS lookup failed.
    Failed,
}

/// Caching resolver shared by all calls.
#[derive(Clone)]
pub struct MailResolver {
    resolver: Resolver,
}

impl MailResolver {
    /// Sets up the resolver. Must be called inside a Tokio runtime.
    pub fn new(server: DnsServer, timeout: Duration) -> Result<Self, ResolverFault> {
        Ok(Self { resolver: Resolver::new(server, timeout)? })
    }

    /// Looks up the mail routing of a domain, given in punycode.
    pub async fn route(&self, domain: &str) -> MailRoute {
        let named = match self.resolver.mail_servers(domain).await {
            Lookup::Found(named) => named,
            Lookup::Nothing => return self.implicit_route(domain).await,
            Lookup::NoName => return MailRoute::NoDomain,
            Lookup::Failed => return MailRoute::Failed,
        };
        let named: Vec<String> = named.into_iter().map(|(_, name)| name).filter(|n| !n.is_empty()).collect();
        match named.is_empty() {
            true => MailRoute::NullMx,
            false => self.named_route(named).await,
        }
    }

    /// The names in reverse DNS of a host's addresses.
    pub(crate) async fn names_of_host(&self, host: &str) -> Vec<String> {
        let mut names = Vec::new();
        for address in self.resolver.addresses(host).await.found() {
            names.extend(self.resolver.names(address).await.found());
        }
        names
    }

    async fn named_route(&self, named: Vec<String>) -> MailRoute {
        let mut hosts = Vec::new();
        let mut failed = false;
        for name in named.into_iter().take(MAIL_HOST_LIMIT) {
            match self.resolver.addresses(&name).await {
                Lookup::Found(addresses) => hosts.push(MailHost { name, addresses }),
                Lookup::Nothing | Lookup::NoName => {}
                Lookup::Failed => failed = true,
            }
        }
        match hosts.is_empty() {
            false => MailRoute::Hosts { hosts, by_mx: true },
            true if failed => MailRoute::Failed,
            true => MailRoute::NoHost { by_mx: true },
        }
    }

    /// Without MX records, the domain's own address is its mail server (RFC 5321, 5.1).
    async fn implicit_route(&self, domain: &str) -> MailRoute {
        match self.resolver.addresses(domain).await {
            Lookup::Found(addresses) => {
                let hosts = vec![MailHost { name: domain.to_owned(), addresses }];
                MailRoute::Hosts { hosts, by_mx: false }
            }
            Lookup::Nothing | Lookup::NoName => MailRoute::NoHost { by_mx: false },
            Lookup::Failed => MailRoute::Failed,
        }
    }
}
