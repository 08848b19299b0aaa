//! DNS lookups through the server that the operator chose, and no other.

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use hickory_resolver::{
    TokioResolver,
    config::{LookupIpStrategy, NameServerConfig, ResolveHosts, ResolverConfig, ResolverOpts},
    lookup::Lookup as Answer,
    net::{DnsError, NetError, NoRecords, runtime::TokioRuntimeProvider},
    proto::{
        op::ResponseCode,
        rr::{RData, RecordType},
    },
};
use thiserror::Error;

/// Addresses tried per host.
const ADDRESS_LIMIT: usize = 4;
/// Records read per lookup.
const RECORD_LIMIT: usize = 64;
const CACHE_ENTRIES: u64 = 16_384;
const ATTEMPTS: usize = 2;
/// A newly created name resolves at most this long after a negative answer was cached.
const NEGATIVE_CACHE_LIMIT: Duration = Duration::from_secs(300);

/// Which DNS server to query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DnsServer {
    /// The operating system's settings.
    System,
    /// The server at this address.
    At(SocketAddr),
}

/// The resolver could not be set up.
#[derive(Debug, Error)]
#[error("the system's DNS settings cannot be used: {0}; set a DNS server in the configuration")]
pub struct ResolverFault(#[from] NetError);

/// Result of a DNS lookup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lookup<T> {
    /// Records of this type, at least one.
    Found(Vec<T>),
    /// The name exists but has no record of this type.
    Nothing,
    /// The name does not exist (NXDOMAIN).
    NoName,
    /// No valid response; the name may or may not exist.
    Failed,
}

impl<T> Lookup<T> {
    /// The records, empty unless some were found.
    pub fn found(self) -> Vec<T> {
        match self {
            Self::Found(found) => found,
            Self::Nothing | Self::NoName | Self::Failed => Vec::new(),
        }
    }
}

/// A DNS resolver with a cache. Cheap to clone.
#[derive(Clone)]
pub struct Resolver {
    resolver: TokioResolver,
}

impl Resolver {
    /// Creates a resolver; must be called inside a Tokio runtime.
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

    /// The addresses of a host, IPv4 first: few self-hosted machines have IPv6, and servers trust it less. IPv6 addresses
    /// follow, for hosts whose IPv4 address does not answer.
    pub async fn addresses(&self, host: &str) -> Lookup<IpAddr> {
        let address = |data: &RData| data.ip_addr();
        let (v4, v6) = tokio::join!(
            self.query(host, RecordType::A, address),
            self.query(host, RecordType::AAAA, address)
        );
        match (first(v4, ADDRESS_LIMIT), first(v6, ADDRESS_LIMIT)) {
            (Lookup::Found(v4), v6) => Lookup::Found(v4.into_iter().chain(v6.found()).collect()),
            (Lookup::Nothing, v6) => v6,
            (_, Lookup::Found(v6)) => Lookup::Found(v6),
            (v4, _) => v4,
        }
    }

    /// The MX records of a domain, best preference first, names in lower case without the root dot. An empty name
    /// means that the domain accepts no mail (null MX, RFC 7505).
    pub async fn mail_servers(&self, domain: &str) -> Lookup<(u16, String)> {
        let answer = self.query(domain, RecordType::MX, |data| match data {
            RData::MX(mx) => Some((mx.preference, normalized(&mx.exchange.to_ascii()))),
            _ => None,
        });
        match answer.await {
            Lookup::Found(mut found) => {
                found.sort();
                Lookup::Found(found)
            }
            answer => answer,
        }
    }

    /// The TXT records of a name, each joined from its strings.
    pub async fn texts(&self, name: &str) -> Lookup<String> {
        self.query(name, RecordType::TXT, |data| match data {
            RData::TXT(text) => {
                let bytes: Vec<u8> = text.txt_data.iter().flat_map(|piece| piece.iter().copied()).collect();
                Some(String::from_utf8_lossy(&bytes).into_owned())
            }
            _ => None,
        })
        .await
    }

    /// The CNAME target of a name.
    pub async fn alias(&self, name: &str) -> Lookup<String> {
        self.query(name, RecordType::CNAME, |data| match data {
            RData::CNAME(alias) => Some(normalized(&alias.0.to_ascii())),
            _ => None,
        })
        .await
    }

    /// The names of an address in reverse DNS.
    pub async fn names(&self, address: IpAddr) -> Lookup<String> {
        self.query(&reverse_name(address), RecordType::PTR, |data| match data {
            RData::PTR(name) => Some(normalized(&name.0.to_ascii())),
            _ => None,
        })
        .await
    }

    async fn query<T>(&self, name: &str, kind: RecordType, read: impl Fn(&RData) -> Option<T>) -> Lookup<T> {
        match self.resolver.lookup(absolute(name), kind).await {
            Ok(answer) => found(&answer, read),
            Err(fault) => match no_records(&fault) {
                Some(ResponseCode::NXDomain) => Lookup::NoName,
                Some(_) => Lookup::Nothing,
                None => Lookup::Failed,
            },
        }
    }
}

fn reverse_name(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => {
            let [a, b, c, d] = address.octets();
            format!("{d}.{c}.{b}.{a}.in-addr.arpa")
        }
        IpAddr::V6(address) => {
            let nibbles =
                address.octets().into_iter().rev().map(|byte| format!("{:x}.{:x}.", byte & 15, byte >> 4));
            format!("{}ip6.arpa", nibbles.collect::<String>())
        }
    }
}

fn found<T>(answer: &Answer, read: impl Fn(&RData) -> Option<T>) -> Lookup<T> {
    let found: Vec<T> =
        answer.answers().iter().filter_map(|record| read(&record.data)).take(RECORD_LIMIT).collect();
    if found.is_empty() { Lookup::Nothing } else { Lookup::Found(found) }
}

fn first<T>(answer: Lookup<T>, limit: usize) -> Lookup<T> {
    match answer {
        Lookup::Found(mut found) => {
            found.truncate(limit);
            Lookup::Found(found)
        }
        answer => answer,
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
    // The hosts file must not decide where a request goes.
    options.use_hosts_file = ResolveHosts::Never;
}

/// The root dot makes the name absolute, so that the system's search domains are not appended.
fn absolute(name: &str) -> String {
    format!("{}.", name.trim_end_matches('.'))
}

fn normalized(name: &str) -> String {
    name.trim_end_matches('.').to_ascii_lowercase()
}

/// The response code if the server confirmed that there is no record; `None` for failures.
fn no_records(fault: &NetError) -> Option<ResponseCode> {
    match fault {
        NetError::Dns(DnsError::NoRecordsFound(NoRecords { response_code, .. })) => {
            matches!(response_code, ResponseCode::NXDomain | ResponseCode::NoError).then_some(*response_code)
        }
        _ => None,
    }
}
