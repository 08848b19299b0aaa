//! The world's DNS, mail and web servers on loopback, with the real protocols.

mod dns;
mod domains;
mod encryption;
mod hosts;
mod http;
mod mailboxes;
mod manner;
mod smtp;
mod vendors;
mod websites;
mod zone;

use std::{
    collections::{HashMap, HashSet},
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    net::{TcpListener, TcpSocket},
    task::JoinHandle,
};

pub use dns::{DnsOnLoopback, DnsQuestion, Zone, ZoneAnswer};
use hosts::ServerGroup;
pub use mailboxes::MailboxState;
use mailboxes::Mailboxes;
pub use manner::MailManner;
use smtp::SharedState;
pub use vendors::{VENDORS, WorldVendor};
pub use websites::SiteState;
use zone::WorldZone;

use crate::world::World;

/// Maximum number of attempts to find a port that is free on all addresses.
const PORT_ATTEMPTS: usize = 20;

/// Options of the servers.
#[derive(Debug, Clone, Copy)]
pub struct NetOptions {
    /// How long greylisting servers reject a new pair of sender and recipient.
    pub greylist_wait: Duration,
}

impl Default for NetOptions {
    fn default() -> Self {
        Self { greylist_wait: Duration::from_secs(60) }
    }
}

/// The running servers of a world; they stop when dropped.
pub struct WorldNet {
    dns: DnsOnLoopback,
    smtp_port: u16,
    http_port: u16,
    /// Bound, but never listening: connections to its port are refused.
    refusing: TcpSocket,
    world: Arc<World>,
    mailboxes: Arc<Mailboxes>,
    tasks: Vec<JoinHandle<()>>,
}

impl WorldNet {
    /// Starts DNS and a web server on free ports of 127.0.0.1, and mail servers on addresses of 127.0.0.0/8, which
    /// share a port.
    pub async fn start(world: Arc<World>, options: NetOptions) -> io::Result<Self> {
        let mailboxes = Arc::new(Mailboxes::new(Arc::clone(&world)));
        let (smtp_port, listeners) = bind().await?;
        let open: HashSet<ServerGroup> = listeners.iter().map(|(group, _)| *group).collect();
        let zone = WorldZone { world: Arc::clone(&world), mailboxes: Arc::clone(&mailboxes), open };
        let dns = DnsOnLoopback::start(Arc::new(zone)).await?;
        let web = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let http_port = web.local_addr()?.port();
        let refusing = TcpSocket::new_v4()?;
        refusing.bind((Ipv4Addr::LOCALHOST, 0).into())?;
        let shared = Arc::new(SharedState {
            world: Arc::clone(&world),
            mailboxes: Arc::clone(&mailboxes),
            acceptor: encryption::acceptor()?,
            greylist_wait: options.greylist_wait,
            greylist: Mutex::new(HashMap::new()),
        });
        let mut tasks: Vec<JoinHandle<()>> = listeners
            .into_iter()
            .map(|(group, listener)| tokio::spawn(smtp::serve(Arc::clone(&shared), group, listener)))
            .collect();
        tasks.push(tokio::spawn(http::serve(Arc::clone(&world), web)));
        Ok(Self { dns, smtp_port, http_port, refusing, world, mailboxes, tasks })
    }

    /// The address of the DNS server.
    pub fn dns_address(&self) -> SocketAddr {
        self.dns.address()
    }

    /// The port that all mail servers listen on.
    pub fn smtp_port(&self) -> u16 {
        self.smtp_port
    }

    /// The port of the web server, which answers for the companies' websites and for the vendors.
    pub fn http_port(&self) -> u16 {
        self.http_port
    }

    /// A port that refuses connections for as long as the servers run. The world has no TLS: with this port for
    /// `https://` URLs, a client that tries them first goes on to `http://` at once.
    pub fn https_port(&self) -> io::Result<u16> {
        self.refusing.local_addr().map(|address| address.port())
    }

    /// What the website of a domain answers; none for a domain that does not belong to a company.
    pub fn site(&self, domain: &str) -> Option<SiteState> {
        let (side, company) = self.world.domain_owner(domain)?;
        Some(self.world.of_side(side).site_state(company))
    }

    /// Adds a mailbox, such as that of a new employee, and mail servers for its domain if no company has it.
    pub fn add_mailbox(&self, address: &str) {
        self.mailboxes.add(address);
    }

    /// The true state of a mailbox, which the servers may hide.
    pub fn mailbox(&self, address: &str) -> MailboxState {
        match address.rsplit_once('@') {
            Some((local, domain)) => self.mailboxes.state(local, domain),
            None => MailboxState::Absent,
        }
    }
}

impl Drop for WorldNet {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// Binds all groups of servers to one port. Some systems have no loopback address but 127.0.0.1; groups that cannot be
/// bound are omitted, and DNS returns the first address for them.
async fn bind() -> io::Result<(u16, Vec<(ServerGroup, TcpListener)>)> {
    for _ in 0..PORT_ATTEMPTS {
        let first = TcpListener::bind((ServerGroup::OwnServer.address(), 0)).await?;
        let port = first.local_addr()?.port();
        let mut listeners = vec![(ServerGroup::OwnServer, first)];
        let mut is_taken = false;
        for group in &ServerGroup::ALL[1..] {
            match TcpListener::bind((group.address(), port)).await {
                Ok(listener) => listeners.push((*group, listener)),
                Err(fault) => is_taken |= fault.kind() == io::ErrorKind::AddrInUse,
            }
        }
        if !is_taken {
            return Ok((port, listeners));
        }
    }
    Err(io::Error::new(io::ErrorKind::AddrInUse, "no port is free on every loopback address; try again"))
}
