//! Test network on loopback: scripted mail servers and a DNS server that resolves to them.

#![allow(dead_code)]

pub mod script;
pub mod server;
pub mod socks5;

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener as StdListener},
    sync::{Arc, Mutex},
    time::Duration,
};

use contact::{DnsServer, IpNet, Manners, NetworkPolicy, Timeouts, Verifier, VerifierOptions};
use records::email::EmailAddress;
use script::Script;
use server::ScriptedServer;
use world::net::{DnsOnLoopback, DnsQuestion, Zone, ZoneAnswer};

/// Attempts to find a port that is free on all required loopback addresses.
const PORT_ATTEMPTS: usize = 20;

/// DNS records of the test network.
#[derive(Default)]
struct LabZone {
    mail: Mutex<HashMap<String, ZoneAnswer>>,
    addresses: Mutex<HashMap<String, ZoneAnswer>>,
}

impl Zone for LabZone {
    fn answer(&self, name: &str, question: DnsQuestion) -> ZoneAnswer {
        let (mail, addresses) = (self.mail.lock().unwrap(), self.addresses.lock().unwrap());
        let found = match question {
            DnsQuestion::Mail => mail.get(name),
            DnsQuestion::Address => addresses.get(name),
            DnsQuestion::AddressV6 | DnsQuestion::Text | DnsQuestion::Alias => None,
        };
        match found {
            Some(answer) => answer.clone(),
            None if mail.contains_key(name) || addresses.contains_key(name) => ZoneAnswer::Nothing,
            None => ZoneAnswer::NoSuchName,
        }
    }
}

pub struct Lab {
    zone: Arc<LabZone>,
    dns: DnsOnLoopback,
    port: u16,
    next_host: u8,
    servers: HashMap<String, ScriptedServer>,
}

impl Lab {
    pub async fn start() -> Self {
        let zone = Arc::new(LabZone::default());
        let dns = DnsOnLoopback::start(Arc::clone(&zone) as Arc<dyn Zone>).await.unwrap();
        Self { zone, dns, port: free_port(), next_host: 1, servers: HashMap::new() }
    }

    /// Adds a domain with one mail server that runs this script.
    pub async fn domain(&mut self, domain: &str, script: Script) {
        let host = format!("mx.{domain}");
        self.host(&host, script).await;
        self.mail(domain, &[(10, &host)]);
    }

    /// Adds a mail server without a domain.
    pub async fn host(&mut self, host: &str, script: Script) {
        self.next_host += 1;
        let address = Ipv4Addr::new(127, 0, 71, self.next_host);
        let server = ScriptedServer::start((address, self.port), script).await;
        self.servers.insert(host.to_owned(), server);
        self.address(host, address);
    }

    pub fn address(&self, host: &str, address: Ipv4Addr) {
        let answer = ZoneAnswer::Addresses(vec![IpAddr::V4(address)]);
        self.zone.addresses.lock().unwrap().insert(host.to_owned(), answer);
    }

    /// The socket address of a mail server.
    pub fn socket_address(&self, host: &str) -> SocketAddr {
        match &self.zone.addresses.lock().unwrap()[host] {
            ZoneAnswer::Addresses(addresses) => (addresses[0], self.port).into(),
            _ => panic!("{host} has no address"),
        }
    }

    pub fn mail(&self, domain: &str, hosts: &[(u16, &str)]) {
        let hosts = hosts.iter().map(|(preference, host)| (*preference, (*host).to_owned())).collect();
        self.mail_answer(domain, ZoneAnswer::Mail(hosts));
    }

    pub fn mail_answer(&self, domain: &str, answer: ZoneAnswer) {
        self.zone.mail.lock().unwrap().insert(domain.to_owned(), answer);
    }

    pub fn options(&self) -> VerifierOptions {
        VerifierOptions {
            dns: DnsServer::At(self.dns.address()),
            smtp_port: self.port,
            helo_name: "probe.brimful.example".to_owned(),
            mail_from: Some(EmailAddress::parse("probe@brimful.example").unwrap()),
            timeouts: Timeouts {
                dns: Duration::from_millis(300),
                connect: Duration::from_millis(500),
                greeting: Duration::from_millis(700),
                command: Duration::from_millis(700),
                handshake: Duration::from_secs(3),
                call: Duration::from_secs(8),
                background_step: Duration::from_secs(3),
                background_call: Duration::from_secs(8),
            },
            manners: Manners {
                connection_interval: Duration::ZERO,
                refused_per_host_hour: 0,
                ..Manners::default()
            },
            network: NetworkPolicy::allowing(["127.0.0.0/8".parse::<IpNet>().unwrap()]),
            decoy_seed: 42,
            ..VerifierOptions::default()
        }
    }

    /// The port of all mail servers in the test network.
    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn verifier(&self) -> Verifier {
        Verifier::new(self.options()).unwrap()
    }

    /// All commands that the server of a domain has received.
    pub fn commands(&self, domain: &str) -> Vec<String> {
        self.servers[&format!("mx.{domain}")].commands()
    }

    pub fn connections(&self, domain: &str) -> usize {
        self.servers[&format!("mx.{domain}")].connections()
    }
}

pub fn address(text: &str) -> EmailAddress {
    EmailAddress::parse(text).unwrap()
}

/// Finds a free port. All servers of the test network use it on different addresses.
fn free_port() -> u16 {
    for _ in 0..PORT_ATTEMPTS {
        let probe = StdListener::bind("127.0.71.2:0").unwrap();
        let port = probe.local_addr().unwrap().port();
        if StdListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
    panic!("no free port on loopback");
}
