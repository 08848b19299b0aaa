//! Where the mail of a domain goes.

use std::{net::IpAddr, time::Duration};

use egress::{DnsServer, Lookup, Resolver, ResolverFault};

/// A domain with more mail servers than this is asked at the best of them.
const MAIL_HOST_LIMIT: usize = 8;

/// One mail server of a domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailHost {
    /// Its name, without the root dot.
    pub name: String,
    /// Its addresses.
    pub addresses: Vec<IpAddr>,
}

/// What DNS says of a domain's mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailRoute {
    /// These servers take it, the best first; some addresses may be missing because DNS failed for them.
    Hosts {
        /// The servers.
        hosts: Vec<MailHost>,
        /// Whether they were named by MX records and not by the domain's own address.
        by_mx: bool,
    },
    /// There is no such domain.
    NoDomain,
    /// The domain has no mail server; whether MX records named any that do not exist.
    NoHost {
        /// Whether the domain has MX records.
        by_mx: bool,
    },
    /// The domain takes no mail (RFC 7505).
    NullMx,
    /// DNS did not answer; nothing is known.
    Failed,
}

/// The resolver that all calls share, with its cache.
#[derive(Clone)]
pub struct MailResolver {
    resolver: Resolver,
}

impl MailResolver {
    /// Sets the resolver up; must be called inside a Tokio runtime.
    pub fn new(server: DnsServer, timeout: Duration) -> Result<Self, ResolverFault> {
        Ok(Self { resolver: Resolver::new(server, timeout)? })
    }

    /// Where the mail of a domain, given in punycode, goes.
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

    /// Without MX records the domain's own address takes its mail (RFC 5321, 5.1).
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
