//! The world's DNS and mail servers on loopback, so that it can be asked by real protocol.

mod dns;
mod encryption;
mod hosts;
mod mailboxes;
mod manner;
mod smtp;
mod zone;

use std::{
    collections::{HashMap, HashSet},
    io,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{net::TcpListener, task::JoinHandle};

pub use dns::{DnsOnLoopback, Question, Zone, ZoneAnswer};
use hosts::Post;
pub use mailboxes::MailboxState;
use mailboxes::Mailboxes;
pub use manner::MailManner;
use smtp::PostOffice;
use zone::WorldZone;

use crate::world::World;

/// Attempts to find a port that is free on every address needed.
const PORT_ATTEMPTS: usize = 20;

/// How the servers are to behave.
#[derive(Debug, Clone, Copy)]
pub struct NetOptions {
    /// How long greylisting servers keep newcomers waiting.
    pub greylist_wait: Duration,
}

impl Default for NetOptions {
    fn default() -> Self {
        Self { greylist_wait: Duration::from_secs(60) }
    }
}

/// The running servers of a world; they end when dropped.
pub struct WorldNet {
    dns: DnsOnLoopback,
    smtp_port: u16,
    mailboxes: Arc<Mailboxes>,
    tasks: Vec<JoinHandle<()>>,
}

impl WorldNet {
    /// Starts DNS on a free port of 127.0.0.1 and mail servers on addresses of 127.0.0.0/8, which share a port.
    pub async fn start(world: Arc<World>, options: NetOptions) -> io::Result<Self> {
        let mailboxes = Arc::new(Mailboxes::new(Arc::clone(&world)));
        let (smtp_port, listeners) = bind().await?;
        let open: HashSet<Post> = listeners.iter().map(|(post, _)| *post).collect();
        let zone = WorldZone { world: Arc::clone(&world), mailboxes: Arc::clone(&mailboxes), open };
        let dns = DnsOnLoopback::start(Arc::new(zone)).await?;
        let office = Arc::new(PostOffice {
            world,
            mailboxes: Arc::clone(&mailboxes),
            acceptor: encryption::acceptor()?,
            greylist_wait: options.greylist_wait,
            greylist: Mutex::new(HashMap::new()),
        });
        let tasks = listeners
            .into_iter()
            .map(|(post, listener)| tokio::spawn(smtp::serve(Arc::clone(&office), post, listener)))
            .collect();
        Ok(Self { dns, smtp_port, mailboxes, tasks })
    }

    /// Where DNS listens.
    pub fn dns_address(&self) -> SocketAddr {
        self.dns.address()
    }

    /// The port that all mail servers listen on.
    pub fn smtp_port(&self) -> u16 {
        self.smtp_port
    }

    /// Opens a mailbox, such as that of somebody who just joined a company.
    pub fn add_mailbox(&self, address: &str) {
        self.mailboxes.add(address);
    }

    /// What is true of an address, whatever the servers say.
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

/// Listeners for every group of servers on one port. Some systems know no loopback address but the first; the
/// groups that find no place there are left out, and DNS leads to the first instead.
async fn bind() -> io::Result<(u16, Vec<(Post, TcpListener)>)> {
    for _ in 0..PORT_ATTEMPTS {
        let first = TcpListener::bind((Post::OwnServer.address(), 0)).await?;
        let port = first.local_addr()?.port();
        let mut listeners = vec![(Post::OwnServer, first)];
        let mut is_taken = false;
        for post in &Post::ALL[1..] {
            match TcpListener::bind((post.address(), port)).await {
                Ok(listener) => listeners.push((*post, listener)),
                Err(fault) => is_taken |= fault.kind() == io::ErrorKind::AddrInUse,
            }
        }
        if !is_taken {
            return Ok((port, listeners));
        }
    }
    Err(io::Error::new(io::ErrorKind::AddrInUse, "no port is free on every loopback address; try again"))
}
