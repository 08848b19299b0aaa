//! How the outside is reached: names, mail servers, and which networks are allowed.

use std::net::SocketAddr;

use anyhow::Context;
use egress::{DnsServer, IpNet, NetworkPolicy};
use engine::{Verifier, VerifierOptions};
use records::email::EmailAddress;
use serde::{Deserialize, Serialize};
use store::Entropy;
use world::net::WorldNet;

/// Where a world's servers live.
const LOOPBACK: &str = "127.0.0.0/8";

/// How the outside is reached.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct NetworkConfig {
    /// DNS server such as `127.0.0.1:5353`; empty for the machine's own.
    pub(crate) dns: String,
    /// Port that mail servers listen on.
    pub(crate) smtp_port: u16,
    /// Networks that may be reached although they are private, such as `10.0.0.0/8`.
    pub(crate) allow_private: Vec<String>,
    /// The name to greet mail servers with; should resolve to this machine, and back.
    pub(crate) helo_name: String,
    /// The return path given to mail servers; empty for that of a bounce.
    pub(crate) mail_from: String,
}

impl Default for NetworkConfig {
    fn default() -> Self {
        Self {
            dns: String::new(),
            smtp_port: 25,
            allow_private: Vec::new(),
            helo_name: "localhost".into(),
            mail_from: String::new(),
        }
    }
}

impl NetworkConfig {
    /// The settings under which a world's own servers are reached.
    pub(crate) fn of_world(net: &WorldNet) -> Self {
        Self {
            dns: net.dns_address().to_string(),
            smtp_port: net.smtp_port(),
            allow_private: vec![LOOPBACK.into()],
            ..Self::default()
        }
    }

    /// The way out for requests that are made on a user's word.
    pub(crate) fn outside(&self) -> anyhow::Result<egress::Client> {
        let options = egress::ClientOptions {
            dns: self.dns_server()?,
            network: self.policy()?,
            ..egress::ClientOptions::default()
        };
        Ok(egress::Client::new(options)?)
    }

    /// Someone who asks mail servers as these settings say.
    pub(crate) fn verifier(&self) -> anyhow::Result<Verifier> {
        let mail_from = (!self.mail_from.is_empty())
            .then(|| EmailAddress::parse(&self.mail_from).context("network.mail_from is no address"))
            .transpose()?;
        let mut seed = [0; 8];
        Entropy::System.fill(&mut seed);
        Ok(Verifier::new(VerifierOptions {
            dns: self.dns_server()?,
            smtp_port: self.smtp_port,
            helo_name: self.helo_name.clone(),
            mail_from,
            network: self.policy()?,
            decoy_seed: u64::from_le_bytes(seed),
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

    fn policy(&self) -> anyhow::Result<NetworkPolicy> {
        let networks = self.allow_private.iter().map(|text| {
            text.parse::<IpNet>().with_context(|| {
                format!("network.allow_private holds \"{text}\", which is no network such as 10.0.0.0/8")
            })
        });
        Ok(NetworkPolicy::allowing(networks.collect::<anyhow::Result<Vec<_>>>()?))
    }
}

/// Someone who asks the mail servers of a world.
pub(crate) fn verifier_for(net: &WorldNet) -> anyhow::Result<Verifier> {
    NetworkConfig::of_world(net).verifier()
}
