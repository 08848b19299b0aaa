//! Network settings: DNS, mail servers, allowed networks.

use std::net::SocketAddr;

use anyhow::Context;
use egress::{DnsServer, IpNet, NetworkPolicy};
use engine::{Verifier, VerifierOptions};
use records::{domain::hostname, email::EmailAddress};
use serde::{Deserialize, Serialize};
use store::{Entropy, Store};
use world::net::WorldNet;

/// Where a world's servers live, and every other server of this machine.
pub(crate) const LOOPBACK: &str = "127.0.0.0/8";
/// Name of the stored seed for decoy addresses (mailboxes that do not exist).
const DECOY_SEED: &str = "decoy_seed";

/// Network settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
    /// The name to greet mail servers with; should resolve to this machine, and back.
    pub(crate) helo_name: String,
    /// The return path given to mail servers; empty for that of a bounce.
    pub(crate) mail_from: String,
    /// A domain whose mail server `brimful doctor` may greet, to test whether mail servers can be reached;
    /// empty to skip that check.
    pub(crate) check_domain: String,
    /// Further free mail providers, besides the built-in list.
    pub(crate) free_providers: Vec<String>,
    /// Whether mail servers, websites and vendors are those of a world, on loopback; no setting.
    #[serde(skip)]
    pub(crate) world_on_loopback: bool,
}

impl Default for NetworkConfig {
    fn default() -> Self {
        Self {
            dns: String::new(),
            smtp_port: 25,
            http_port: 80,
            https_port: 443,
            user_agent: egress::ClientOptions::default().user_agent,
            allow_private: Vec::new(),
            helo_name: "localhost".into(),
            mail_from: String::new(),
            check_domain: String::new(),
            free_providers: Vec::new(),
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

    fn client(&self, is_for_sources: bool) -> anyhow::Result<egress::Client> {
        // The servers of a world have ports of their own; what users name does not.
        let standard = Self::default();
        let ports = if is_for_sources || !self.world_on_loopback { self } else { &standard };
        let options = egress::ClientOptions {
            dns: self.dns_server()?,
            network: self.policy(is_for_sources && self.world_on_loopback)?,
            http_port: ports.http_port,
            https_port: ports.https_port,
            user_agent: self.user_agent.clone(),
            ..egress::ClientOptions::default()
        };
        Ok(egress::Client::new(options)?)
    }

    /// Verifier with these settings, with decoys from the installation's stored seed.
    pub(crate) async fn verifier_of(&self, store: &Store) -> anyhow::Result<Verifier> {
        let mut drawn = [0; 8];
        Entropy::System.fill(&mut drawn);
        let seed = store.drawn_once(DECOY_SEED, u64::from_le_bytes(drawn)).await?;
        self.verifier(seed)
    }

    /// Verifier with these settings, with decoys from a given seed.
    pub(crate) fn verifier(&self, decoy_seed: u64) -> anyhow::Result<Verifier> {
        let mail_from = (!self.mail_from.is_empty())
            .then(|| EmailAddress::parse(&self.mail_from).context("network.mail_from is no address"))
            .transpose()?;
        let free_providers = self
            .free_providers
            .iter()
            .map(|text| hostname(text).with_context(|| format!("network.free_providers holds \"{text}\"")));
        Ok(Verifier::new(VerifierOptions {
            dns: self.dns_server()?,
            smtp_port: self.smtp_port,
            helo_name: self.helo_name.clone(),
            mail_from,
            network: self.policy(self.world_on_loopback)?,
            decoy_seed,
            free_providers: free_providers.collect::<anyhow::Result<_>>()?,
            ..VerifierOptions::default()
        })?)
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
