//! Options of a verifier.

use std::time::Duration;

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
            network: NetworkPolicy::default(),
            decoy_seed: 0,
            free_providers: Vec::new(),
        }
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
    /// TCP connect.
    pub connect: Duration,
    /// The greeting; some servers delay it on purpose.
    pub greeting: Duration,
    /// The reply to one command.
    pub command: Duration,
    /// The TLS handshake.
    pub handshake: Duration,
    /// The whole call.
    pub call: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            dns: Duration::from_secs(3),
            connect: Duration::from_secs(6),
            greeting: Duration::from_secs(12),
            command: Duration::from_secs(12),
            handshake: Duration::from_secs(8),
            call: Duration::from_secs(35),
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
            idle: Duration::from_secs(3),
        }
    }
}
