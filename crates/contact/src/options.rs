//! Options of a verifier.

use std::{collections::BTreeMap, net::IpAddr, time::Duration};

use egress::{DnsServer, NetworkPolicy};
use records::email::EmailAddress;

/// Options of a verifier.
#[derive(Debug, Clone)]
pub struct VerifierOptions {
    /// DNS server to use.
    pub dns: DnsServer,
    /// TCP port of the mail servers.
    pub smtp_port: u16,
    /// Host name sent in EHLO. It should resolve to the address we connect from, and back.
    pub helo_name: String,
    /// Return path (MAIL FROM); if absent, the null return path of bounces is used.
    pub mail_from: Option<EmailAddress>,
    /// When connections use TLS.
    pub encryption: Encryption,
    /// Timeouts of each step and of a call.
    pub timeouts: Timeouts,
    /// Load limits per mail server.
    pub manners: Manners,
    /// Load limits at the servers of one mail provider, by its name in lower case, in place of the general ones.
    pub provider_manners: BTreeMap<String, Manners>,
    /// How connections leave this machine. With none of its own, a mail provider uses those for every provider.
    pub exits: Vec<Exit>,
    /// How long to wait before a greylisted address is tried again, if the server names no time.
    pub greylist_wait: Duration,
    /// Which IP addresses may be connected to.
    pub network: NetworkPolicy,
    /// Seed of the made-up names for the catch-all check. Generate it once per installation and store it.
    ///
    /// The same seed gives the same name for a domain, because a greylisting server must see a name twice before it
    /// answers. Without the seed the name cannot be predicted.
    pub decoy_seed: u64,
    /// Free mail providers in addition to the built-in list.
    pub free_providers: Vec<String>,
}

impl Default for VerifierOptions {
    fn default() -> Self {
        Self {
            dns: DnsServer::System,
            smtp_port: 25,
            helo_name: "localhost".to_owned(),
            mail_from: None,
            encryption: Encryption::WhereOffered,
            timeouts: Timeouts::default(),
            manners: Manners::default(),
            provider_manners: BTreeMap::new(),
            exits: Vec::new(),
            greylist_wait: Duration::from_secs(300),
            network: NetworkPolicy::default(),
            decoy_seed: 0,
            free_providers: Vec::new(),
        }
    }
}

/// A way out to the mail servers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exit {
    /// By which way connections leave.
    pub way: ExitWay,
    /// Names of the mail providers it serves, in lower case; empty for all.
    pub providers: Vec<String>,
}

/// By which way connections to mail servers leave this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExitWay {
    /// From this address of the machine.
    Source(IpAddr),
    /// Through a SOCKS5 proxy.
    Socks5(Socks5Proxy),
}

/// A SOCKS5 proxy (RFC 1928), with credentials (RFC 1929) if it asks for them.
#[derive(Clone, PartialEq, Eq)]
pub struct Socks5Proxy {
    /// Host name or IP address, and port.
    pub address: String,
    /// User name and password.
    pub credentials: Option<(String, String)>,
}

impl std::fmt::Debug for Socks5Proxy {
    /// Without the credentials, so that no log shows them.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Socks5Proxy").field("address", &self.address).finish_non_exhaustive()
    }
}

/// When a connection uses TLS.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// If the server offers it, as mail servers do among themselves.
    WhereOffered,
    /// Only if the server requires it, which saves handshakes.
    WhereDemanded,
}

/// Timeouts of each step and of a whole call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// One DNS query.
    pub dns: Duration,
    /// TCP connect, to all servers of a domain together; the next server is tried before the first has failed.
    pub connect: Duration,
    /// The greeting; some servers delay it on purpose.
    pub greeting: Duration,
    /// The reply to one command.
    pub command: Duration,
    /// The TLS handshake.
    pub handshake: Duration,
    /// The whole call.
    pub call: Duration,
    /// One step of a check in the background, when no caller waits: slow servers answer after half a minute and more.
    pub background_step: Duration,
    /// A whole check in the background.
    pub background_call: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            dns: Duration::from_secs(3),
            connect: Duration::from_millis(2_500),
            greeting: Duration::from_secs(12),
            command: Duration::from_secs(12),
            handshake: Duration::from_secs(8),
            call: Duration::from_secs(20),
            background_step: Duration::from_secs(60),
            background_call: Duration::from_secs(180),
        }
    }
}

/// Load limits per mail server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manners {
    /// Maximum number of concurrent connections to one IP address.
    pub connections_per_host: usize,
    /// Minimum time between two new connections to one IP address.
    pub connection_interval: Duration,
    /// Maximum number of RCPT commands per connection.
    pub recipients_per_connection: usize,
    /// Maximum number of refused recipients per connection. Many servers slow down after ten refusals and disconnect
    /// after twenty.
    pub refusals_per_connection: usize,
    /// Maximum number of refused recipients per IP address and hour, decoys included; 0 for no limit. Servers block
    /// clients that guess names.
    pub refused_per_host_hour: usize,
    /// How long an idle connection stays open for reuse.
    pub idle: Duration,
}

impl Default for Manners {
    fn default() -> Self {
        Self {
            connections_per_host: 8,
            connection_interval: Duration::from_millis(100),
            recipients_per_connection: 50,
            refusals_per_connection: 8,
            refused_per_host_hour: 20,
            idle: Duration::from_secs(3),
        }
    }
}
