//! Where the mail of a domain goes.

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use hickory_resolver::{
    TokioResolver,
    config::{LookupIpStrategy, NameServerConfig, ResolveHosts, ResolverConfig, ResolverOpts},
    net::{DnsError, NetError, NoRecords, runtime::TokioRuntimeProvider},
    proto::{op::ResponseCode, rr::RData},
};
use thiserror::Error;

/// A domain with more mail servers than this is asked at the best of them.
const MAIL_HOST_LIMIT: usize = 8;
/// Addresses tried per mail server.
const ADDRESS_LIMIT: usize = 4;
const CACHE_ENTRIES: u64 = 16_384;
const ATTEMPTS: usize = 2;
/// A domain that just came into being is seen within this time.
const NEGATIVE_CACHE_LIMIT: Duration = Duration::from_secs(300);

/// Whom to ask for names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DnsServer {
    /// The machine's own settings.
    System,
    /// The server at this address.
    At(SocketAddr),
}

/// The resolver could not be set up.
#[derive(Debug, Error)]
#[error("the machine's DNS settings cannot be used: {0}; name a server in the configuration instead")]
pub struct ResolverFault(#[from] NetError);

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
    resolver: TokioResolver,
}

enum Addresses {
    Found(Vec<IpAddr>),
    None,
    Failed,
}

impl MailResolver {
    /// Sets the resolver up; must be called inside a Tokio runtime.
    pub fn new(server: DnsServer, timeout: Duration) -> Result<Self, ResolverFault> {
        let mut builder = match server {
            DnsServer::System => TokioResolver::builder_tokio()?,
            DnsServer::At(address) => {
                TokioResolver::builder_with_config(config_for(address), TokioRuntimeProvider::default())
            }
        };
        set_limits(builder.options_mut(), timeout);
        Ok(Self { resolver: builder.build()? })
    }

    /// Where the mail of a domain, given in punycode, goes.
    pub async fn route(&self, domain: &str) -> MailRoute {
        let name = absolute(domain);
        let answer = match self.resolver.mx_lookup(name).await {
            Ok(answer) => answer,
            Err(fault) => {
                return match no_records(&fault) {
                    Some(ResponseCode::NXDomain) => MailRoute::NoDomain,
                    Some(_) => self.implicit_route(domain).await,
                    None => MailRoute::Failed,
                };
            }
        };
        let mut named: Vec<(u16, String)> = answer
            .answers()
            .iter()
            .filter_map(|record| match &record.data {
                RData::MX(mx) => Some((mx.preference, mx.exchange.to_ascii().to_ascii_lowercase())),
                _ => None,
            })
            .collect();
        named.sort();
        let is_null = !named.is_empty() && named.iter().all(|(_, name)| name == ".");
        named.retain(|(_, name)| name != ".");
        match named.is_empty() {
            true if is_null => MailRoute::NullMx,
            true => self.implicit_route(domain).await,
            false => self.named_route(named).await,
        }
    }

    async fn named_route(&self, named: Vec<(u16, String)>) -> MailRoute {
        let mut hosts = Vec::new();
        let mut failed = false;
        for (_, name) in named.into_iter().take(MAIL_HOST_LIMIT) {
            match self.addresses(&name).await {
                Addresses::Found(addresses) => {
                    hosts.push(MailHost { name: name.trim_end_matches('.').to_owned(), addresses });
                }
                Addresses::None => {}
                Addresses::Failed => failed = true,
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
        match self.addresses(domain).await {
            Addresses::Found(addresses) => {
                let hosts = vec![MailHost { name: domain.to_owned(), addresses }];
                MailRoute::Hosts { hosts, by_mx: false }
            }
            Addresses::None => MailRoute::NoHost { by_mx: false },
            Addresses::Failed => MailRoute::Failed,
        }
    }

    /// IPv4 first: few machines that probe have IPv6, and mail servers trust it less.
    async fn addresses(&self, host: &str) -> Addresses {
        let name = absolute(host);
        let four = self.resolver.ipv4_lookup(name.as_str()).await;
        let answer = match four {
            Err(fault) if no_records(&fault) == Some(ResponseCode::NXDomain) => return Addresses::None,
            Err(fault) if no_records(&fault).is_none() => return Addresses::Failed,
            Err(_) => self.resolver.ipv6_lookup(name).await,
            answer => answer,
        };
        match answer {
            Ok(answer) => {
                let found: Vec<IpAddr> = answer
                    .answers()
                    .iter()
                    .filter_map(|record| record.data.ip_addr())
                    .take(ADDRESS_LIMIT)
                    .collect();
                if found.is_empty() { Addresses::None } else { Addresses::Found(found) }
            }
            Err(fault) if no_records(&fault).is_some() => Addresses::None,
            Err(_) => Addresses::Failed,
        }
    }
}

fn config_for(address: SocketAddr) -> ResolverConfig {
    let mut server = NameServerConfig::udp_and_tcp(address.ip());
    for connection in &mut server.connections {
        connection.port = address.port();
    }
    ResolverConfig::from_parts(None, Vec::new(), vec![server])
}

fn set_limits(options: &mut ResolverOpts, timeout: Duration) {
    options.timeout = timeout;
    options.attempts = ATTEMPTS;
    options.cache_size = CACHE_ENTRIES;
    options.negative_max_ttl = Some(NEGATIVE_CACHE_LIMIT);
    options.ip_strategy = LookupIpStrategy::Ipv4thenIpv6;
    // A line in the hosts file must not decide where mail goes.
    options.use_hosts_file = ResolveHosts::Never;
}

/// The root dot keeps the machine's search list out of it.
fn absolute(name: &str) -> String {
    format!("{}.", name.trim_end_matches('.'))
}

/// The response code of an answer that truly says "there is none"; absent for failures.
fn no_records(fault: &NetError) -> Option<ResponseCode> {
    match fault {
        NetError::Dns(DnsError::NoRecordsFound(NoRecords { response_code, .. })) => {
            matches!(response_code, ResponseCode::NXDomain | ResponseCode::NoError).then_some(*response_code)
        }
        _ => None,
    }
}
