//! How a verifier behaves towards mail servers and its caller.

use std::time::Duration;

use egress::{DnsServer, NetworkPolicy};
use records::email::EmailAddress;

/// The settings of a verifier.
#[derive(Debug, Clone)]
pub struct VerifierOptions {
    /// Whom to ask for names.
    pub dns: DnsServer,
    /// The port mail servers listen on.
    pub smtp_port: u16,
    /// The name we greet with: it should resolve to the address we connect from, and back.
    pub helo_name: String,
    /// The return path; without one the empty path of bounces is used.
    pub mail_from: Option<EmailAddress>,
    /// Whether lines are encrypted where servers offer it.
    pub encryption: Encryption,
    /// How long things may take.
    pub timeouts: Timeouts,
    /// How much is asked of one mail server.
    pub manners: Manners,
    /// Which addresses may be connected to.
    pub network: NetworkPolicy,
    /// What the names that nobody has are made from; draw it once per installation and keep it.
    ///
    /// With the same seed a domain is always asked about the same name, which a greylisting server must see
    /// again before it answers; without knowing the seed, nobody can tell the name beforehand.
    pub decoy_seed: u64,
    /// Domains at which anybody can have an address, besides those that are widely known.
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

/// When a line is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// Wherever a server offers it, as mail servers do among themselves.
    WhereOffered,
    /// Only where a server demands it, which saves a handshake each.
    WhereDemanded,
}

/// How long each step may take, and the whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// One DNS question.
    pub dns: Duration,
    /// Opening a connection.
    pub connect: Duration,
    /// The greeting: busy servers let newcomers wait on purpose.
    pub greeting: Duration,
    /// The answer to one command.
    pub command: Duration,
    /// The encryption handshake.
    pub handshake: Duration,
    /// Everything together.
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

/// How much is asked of one mail server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manners {
    /// Connections to one address at a time.
    pub connections_per_host: usize,
    /// Time between the beginnings of two connections to one address.
    pub connection_interval: Duration,
    /// Recipients asked about over one connection before it is closed.
    pub recipients_per_connection: usize,
    /// Refused recipients after which a connection is closed: many servers answer slower and slower after
    /// ten, and hang up after twenty.
    pub refusals_per_connection: usize,
    /// How long a connection waits for the next question about the same server.
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
