//! Network settings: DNS, mail servers, allowed networks.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use anyhow::Context;
use egress::{DnsServer, IpNet, NetworkPolicy};
use engine::{Manners, ProbeLimits, Timeouts, Verifier, VerifierOptions};
use records::{domain::hostname, email::EmailAddress};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entropy, Store};
use world::net::WorldNet;

use super::{
    exits,
    machine_name::machine_name,
    probe::{self, ProbeAddress},
};

/// Where a world's servers live, and every other server of this machine.
pub(crate) const LOOPBACK: &str = "127.0.0.0/8";
/// Name of the stored seed for decoy addresses (mailboxes that do not exist).
const DECOY_SEED: &str = "decoy_seed";
/// Largest share of the time of an API call that a verification may take.
const LARGEST_SHARE_OF_CALL: f64 = 0.7;

/// Network settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct NetworkConfig {
    /// DNS server such as `127.0.0.1:5353`; empty for the machine's own.
    pub(crate) dns: String,
    /// Port that mail servers listen on.
    pub(crate) smtp_port: u16,
    /// Port of web addresses that name none.
    pub(crate) http_port: u16,
    /// Port of encrypted web addresses that name none.
    pub(crate) https_port: u16,
    /// User agent for websites, feeds and vendors; some require a contact address in it.
    pub(crate) user_agent: String,
    /// Networks that may be reached although they are private, such as `10.0.0.0/8`.
    pub(crate) allow_private: Vec<String>,
    /// The name to greet mail servers with; should resolve to this machine, and back. Empty for the machine's own name.
    pub(crate) helo_name: String,
    /// The return path given to mail servers; empty for that of a bounce.
    pub(crate) mail_from: String,
    /// A domain whose mail server `brimful doctor` may greet, to test whether mail servers can be reached;
    /// empty to skip that check.
    pub(crate) check_domain: String,
    /// Further free mail providers, besides the built-in list.
    pub(crate) free_providers: Vec<String>,
    /// How many recipients one mail server may refuse per hour before it is left alone; 0 for no limit.
    pub(crate) refused_per_host_hour: usize,
    /// Connections to one mail server at a time.
    pub(crate) connections_per_host: usize,
    /// Milliseconds between two new connections to one mail server.
    pub(crate) connection_interval_ms: u64,
    /// Recipients asked about per connection.
    pub(crate) recipients_per_connection: usize,
    /// Recipients refused per connection before it is closed.
    pub(crate) refusals_per_connection: usize,
    /// Limits at single mail providers, such as `google workspace: refused_per_host_hour=100`.
    pub(crate) provider_limits: Vec<String>,
    /// Seconds before a greylisted address is tried again, if the server names no time.
    pub(crate) greylist_wait_seconds: u64,
    /// Seconds to connect to any of the mail servers of a domain.
    pub(crate) connect_seconds: f64,
    /// Seconds to wait for a mail server's greeting.
    pub(crate) greeting_seconds: f64,
    /// Seconds to wait for a mail server's reply to a command.
    pub(crate) command_seconds: f64,
    /// Seconds of a whole verification; always less than `api.limits.call_seconds`.
    pub(crate) verify_seconds: f64,
    /// Seconds to wait for a greeting or a reply when no caller waits.
    pub(crate) background_step_seconds: f64,
    /// Ways out to the mail servers, such as `socks5://name:$PASSWORD@proxy.example:1080` or `source://192.0.2.7`; empty
    /// for direct connections.
    pub(crate) exits: Vec<String>,
    /// URL of a `brimful probe` that asks the mail servers in place of this machine; empty for none.
    pub(crate) probe_url: String,
    /// Key of that probe.
    pub(crate) probe_key: String,
    /// Certificate authority of that probe, as a PEM file, if the machine does not know it.
    pub(crate) probe_ca: PathBuf,
    /// Whether mail servers, websites and vendors are those of a world, on loopback; no setting.
    #[serde(skip)]
    pub(crate) world_on_loopback: bool,
}

impl Default for NetworkConfig {
    fn default() -> Self {
        let (manners, timeouts) = (Manners::default(), Timeouts::default());
        Self {
            dns: String::new(),
            smtp_port: 25,
            http_port: 80,
            https_port: 443,
            user_agent: egress::ClientOptions::default().user_agent,
            allow_private: Vec::new(),
            helo_name: String::new(),
            mail_from: String::new(),
            check_domain: String::new(),
            free_providers: Vec::new(),
            refused_per_host_hour: manners.refused_per_host_hour,
            connections_per_host: manners.connections_per_host,
            connection_interval_ms: u64::try_from(manners.connection_interval.as_millis()).unwrap_or(0),
            recipients_per_connection: manners.recipients_per_connection,
            refusals_per_connection: manners.refusals_per_connection,
            provider_limits: Vec::new(),
            greylist_wait_seconds: VerifierOptions::default().greylist_wait.as_secs(),
            connect_seconds: timeouts.connect.as_secs_f64(),
            greeting_seconds: timeouts.greeting.as_secs_f64(),
            command_seconds: timeouts.command.as_secs_f64(),
            verify_seconds: timeouts.call.as_secs_f64(),
            background_step_seconds: timeouts.background_step.as_secs_f64(),
            exits: Vec::new(),
            probe_url: String::new(),
            probe_key: String::new(),
            probe_ca: PathBuf::new(),
            world_on_loopback: false,
        }
    }
}

impl NetworkConfig {
    /// The settings under which a world's own servers are reached: DNS, mail servers, websites and vendors, each at its own
    /// port.
    /// Requests that are made on a user's word, such as webhooks, reach only the private networks in `allow_private`.
    pub(crate) fn of_world(net: &WorldNet, allow_private: Vec<String>) -> std::io::Result<Self> {
        Ok(Self {
            dns: net.dns_address().to_string(),
            smtp_port: net.smtp_port(),
            http_port: net.http_port(),
            https_port: net.https_port()?,
            allow_private,
            world_on_loopback: true,
            free_providers: world::FREE_PROVIDERS.map(str::to_owned).to_vec(),
            // A few servers answer for all companies of a world.
            refused_per_host_hour: 0,
            ..Self::default()
        })
    }

    /// HTTP client for requests to addresses that users supply, such as webhooks.
    pub(crate) fn user_client(&self) -> anyhow::Result<egress::Client> {
        self.client(false)
    }

    /// HTTP client for websites, vendors and feeds.
    pub(crate) fn sources_client(&self) -> anyhow::Result<egress::Client> {
        self.client(true)
    }

    /// HTTP client for what the operator alone names, such as a collector of traces: it may be in any network.
    pub(crate) fn operator_client(&self) -> anyhow::Result<egress::Client> {
        let everywhere = ["0.0.0.0/0", "::/0"].map(str::parse::<IpNet>);
        let network = NetworkPolicy::allowing(everywhere.into_iter().flatten());
        let standard = egress::ClientOptions::default();
        let (http_port, https_port) = (standard.http_port, standard.https_port);
        let options = egress::ClientOptions { network, http_port, https_port, ..self.client_options(false)? };
        Ok(egress::Client::new(options)?)
    }

    fn client(&self, is_for_sources: bool) -> anyhow::Result<egress::Client> {
        Ok(egress::Client::new(self.client_options(is_for_sources)?)?)
    }

    fn client_options(&self, is_for_sources: bool) -> anyhow::Result<egress::ClientOptions> {
        // The servers of a world have ports of their own; what users name does not.
        let standard = Self::default();
        let ports = if is_for_sources || !self.world_on_loopback { self } else { &standard };
        Ok(egress::ClientOptions {
            dns: self.dns_server()?,
            network: self.policy(is_for_sources && self.world_on_loopback)?,
            http_port: ports.http_port,
            https_port: ports.https_port,
            user_agent: self.user_agent.clone(),
            ..egress::ClientOptions::default()
        })
    }

    /// Verifier with these settings, with decoys from the installation's stored seed. A verification ends before a call
    /// of the API does, so that the call can still answer from what is known.
    pub(crate) async fn verifier_of(&self, store: &Store, call_limit: Duration) -> anyhow::Result<Verifier> {
        let mut drawn = [0; 8];
        Entropy::System.fill(&mut drawn);
        let seed = store.drawn_once(DECOY_SEED, u64::from_le_bytes(drawn)).await?;
        let mut options = self.verifier_options(seed)?;
        options.timeouts.call = options.timeouts.call.min(call_limit.mul_f64(LARGEST_SHARE_OF_CALL));
        self.verifier_with(options)
    }

    /// Verifier with these settings, with decoys from a given seed.
    pub(crate) fn verifier(&self, decoy_seed: u64) -> anyhow::Result<Verifier> {
        self.verifier_with(self.verifier_options(decoy_seed)?)
    }

    fn verifier_with(&self, options: VerifierOptions) -> anyhow::Result<Verifier> {
        let limits =
            ProbeLimits { call: options.timeouts.call, background: options.timeouts.background_call };
        let verifier = Verifier::new(options)?;
        if self.probe_url.is_empty() {
            return Ok(verifier);
        }
        let address = ProbeAddress { url: &self.probe_url, key: &self.probe_key, ca: &self.probe_ca };
        Ok(verifier.through(probe::remote(&address, self.client_options(true)?, limits)?))
    }

    fn verifier_options(&self, decoy_seed: u64) -> anyhow::Result<VerifierOptions> {
        let mail_from = (!self.mail_from.is_empty())
            .then(|| EmailAddress::parse(&self.mail_from).context("network.mail_from is no address"))
            .transpose()?;
        let free_providers = self
            .free_providers
            .iter()
            .map(|text| hostname(text).with_context(|| format!("network.free_providers holds \"{text}\"")));
        let manners = self.manners();
        Ok(VerifierOptions {
            dns: self.dns_server()?,
            smtp_port: self.smtp_port,
            helo_name: self.greeting_name(),
            mail_from,
            timeouts: self.timeouts()?,
            manners,
            provider_manners: exits::provider_limits(&self.provider_limits, manners)?,
            exits: self.exits.iter().map(|text| exits::exit(text)).collect::<anyhow::Result<_>>()?,
            greylist_wait: Duration::from_secs(self.greylist_wait_seconds),
            network: self.policy(self.world_on_loopback)?,
            decoy_seed,
            free_providers: free_providers.collect::<anyhow::Result<_>>()?,
            ..VerifierOptions::default()
        })
    }

    /// The name to greet mail servers with.
    pub(crate) fn greeting_name(&self) -> String {
        if self.helo_name.is_empty() { machine_name() } else { self.helo_name.clone() }
    }

    fn manners(&self) -> Manners {
        Manners {
            connections_per_host: self.connections_per_host,
            connection_interval: Duration::from_millis(self.connection_interval_ms),
            recipients_per_connection: self.recipients_per_connection,
            refusals_per_connection: self.refusals_per_connection,
            refused_per_host_hour: self.refused_per_host_hour,
            ..Manners::default()
        }
    }

    fn timeouts(&self) -> anyhow::Result<Timeouts> {
        let seconds = |name: &str, value: f64| {
            Duration::try_from_secs_f64(value)
                .ok()
                .filter(|time| !time.is_zero())
                .with_context(|| format!("network.{name} = {value} is no time; give seconds above 0"))
        };
        Ok(Timeouts {
            connect: seconds("connect_seconds", self.connect_seconds)?,
            greeting: seconds("greeting_seconds", self.greeting_seconds)?,
            command: seconds("command_seconds", self.command_seconds)?,
            call: seconds("verify_seconds", self.verify_seconds)?,
            background_step: seconds("background_step_seconds", self.background_step_seconds)?,
            ..Timeouts::default()
        })
    }

    fn dns_server(&self) -> anyhow::Result<DnsServer> {
        match self.dns.as_str() {
            "" => Ok(DnsServer::System),
            text => {
                let address: SocketAddr = text.parse().with_context(|| {
                    format!("network.dns = \"{text}\" is no address such as 127.0.0.1:53")
                })?;
                Ok(DnsServer::At(address))
            }
        }
    }

    fn policy(&self, with_loopback: bool) -> anyhow::Result<NetworkPolicy> {
        let loopback = with_loopback.then(|| LOOPBACK.to_owned());
        let networks = self.allow_private.iter().chain(&loopback).map(|text| {
            text.parse::<IpNet>().with_context(|| {
                format!("network.allow_private holds \"{text}\", which is no network such as 10.0.0.0/8")
            })
        });
        Ok(NetworkPolicy::allowing(networks.collect::<anyhow::Result<Vec<_>>>()?))
    }
}

/// Verifier for the synthetic mail servers. The data is the same for everyone, and so are the decoys.
pub(crate) fn verifier_for(net: &WorldNet) -> anyhow::Result<Verifier> {
    NetworkConfig::of_world(net, Vec::new())?.verifier(0)
}
