//! Ways out to the mail servers: directly, from a chosen source address, or through SOCKS5 proxies, each with its own
//! back-off.

mod fault;
mod socks5;

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

pub(crate) use fault::ConnectFault;
use tokio::{
    net::{TcpSocket, TcpStream},
    time::Instant,
};

use crate::{
    options::{Exit, ExitWay},
    smtp::decoy::mixed,
};

/// First and longest time in which a failing exit is left out.
const BACKOFF: (Duration, Duration) = (Duration::from_secs(15), Duration::from_secs(900));

/// A mail server as seen through one exit. A server that blocks one exit's address may accept another's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct HostKey {
    pub(crate) exit: usize,
    pub(crate) address: SocketAddr,
}

/// Health of an exit, for operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExitHealth {
    /// The exit, without credentials.
    pub name: String,
    /// The last failure, while the exit is left out.
    pub failure: Option<String>,
}

/// All exits of a verifier; at least one.
pub(crate) struct Exits {
    exits: Vec<ExitState>,
}

struct ExitState {
    exit: Option<Exit>,
    health: Mutex<Health>,
}

#[derive(Default)]
struct Health {
    failures: u32,
    until: Option<Instant>,
    failure: Option<String>,
}

impl Exits {
    pub(crate) fn new(exits: Vec<Exit>) -> Self {
        let direct = exits.is_empty().then_some(None);
        let exits = exits.into_iter().map(Some).chain(direct);
        Self { exits: exits.map(|exit| ExitState { exit, health: Mutex::default() }).collect() }
    }

    /// The exits for a domain, in the order of use. Healthy ones come first; which of them is the first depends on the
    /// domain alone, because a greylisting server must see the same address again.
    pub(crate) fn order(&self, domain: &str, provider: &str) -> Vec<usize> {
        let provider = provider.to_lowercase();
        let is_own =
            |state: &ExitState| state.exit.as_ref().is_some_and(|exit| exit.providers.contains(&provider));
        let is_general = |state: &ExitState| state.exit.as_ref().is_none_or(|exit| exit.providers.is_empty());
        let has_own = self.exits.iter().any(is_own);
        let mut fitting: Vec<usize> = (0..self.exits.len())
            .filter(
                |&index| if has_own { is_own(&self.exits[index]) } else { is_general(&self.exits[index]) },
            )
            .collect();
        if !fitting.is_empty() {
            let hash = domain.bytes().fold(0, |state, byte| mixed(state ^ u64::from(byte)));
            let first = (hash % fitting.len() as u64) as usize;
            fitting.rotate_left(first);
        }
        let now = Instant::now();
        fitting.sort_by_key(|&index| self.exits[index].health().until.is_some_and(|until| now < until));
        fitting
    }

    /// Connects to a mail server through an exit.
    pub(crate) async fn connect(&self, key: HostKey) -> Result<TcpStream, ConnectFault> {
        let state = &self.exits[key.exit];
        let connected = match state.exit.as_ref().map(|exit| &exit.way) {
            None => TcpStream::connect(key.address).await.map_err(|_| ConnectFault::Host),
            Some(ExitWay::Source(source)) => from_source(*source, key.address).await,
            Some(ExitWay::Socks5(proxy)) => socks5::connect(proxy, key.address).await,
        };
        match &connected {
            Ok(_) | Err(ConnectFault::Host) => *state.health() = Health::default(),
            Err(ConnectFault::Exit(failure)) => state.failed(failure.clone()),
            Err(ConnectFault::Unclear(_)) => {}
        }
        connected
    }

    /// Name of an exit, without credentials.
    pub(crate) fn name(&self, exit: usize) -> String {
        self.exits[exit].exit.as_ref().map_or_else(|| "direct".to_owned(), |exit| exit.way.name())
    }

    /// The exit of a name.
    pub(crate) fn by_name(&self, name: &str) -> Option<usize> {
        (0..self.exits.len()).find(|&exit| self.name(exit) == name)
    }

    /// Leaves an exit out for a while.
    pub(crate) fn blame(&self, exit: usize, failure: String) {
        self.exits[exit].failed(failure);
    }

    /// Health of each configured exit.
    pub(crate) fn health(&self) -> Vec<ExitHealth> {
        let now = Instant::now();
        let configured = self.exits.iter().filter_map(|state| Some((state.exit.as_ref()?, state.health())));
        configured
            .map(|(exit, health)| ExitHealth {
                name: exit.way.name(),
                failure: health.failure.clone().filter(|_| health.until.is_some_and(|until| now < until)),
            })
            .collect()
    }
}

impl ExitState {
    fn health(&self) -> MutexGuard<'_, Health> {
        self.health.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, failure: String) {
        let mut health = self.health();
        let (first, longest) = BACKOFF;
        let wait = first.saturating_mul(1 << health.failures.min(16)).min(longest);
        health.failures += 1;
        health.until = Some(Instant::now() + wait);
        health.failure = Some(failure);
    }
}

impl ExitWay {
    /// The exit in words, without credentials.
    pub fn name(&self) -> String {
        match self {
            Self::Source(source) => format!("source address {source}"),
            Self::Socks5(proxy) => format!("SOCKS5 proxy {}", proxy.address),
        }
    }
}

async fn from_source(source: IpAddr, address: SocketAddr) -> Result<TcpStream, ConnectFault> {
    let socket = match source {
        IpAddr::V4(_) => TcpSocket::new_v4(),
        IpAddr::V6(_) => TcpSocket::new_v6(),
    };
    if source.is_ipv4() != address.is_ipv4() {
        return Err(ConnectFault::Host);
    }
    let exit = |fault: io::Error| ConnectFault::Exit(format!("cannot use {source}: {fault}"));
    let socket = socket.map_err(exit)?;
    socket.bind(SocketAddr::new(source, 0)).map_err(exit)?;
    socket.connect(address).await.map_err(|_| ConnectFault::Host)
}
