//! Test servers on loopback with scripted responses, and a DNS zone whose names spell their own addresses.

#![allow(dead_code)]

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use egress::{Client, ClientOptions, DnsServer, IpNet, NetworkPolicy};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};
use world::net::{DnsOnLoopback, DnsQuestion, Zone, ZoneAnswer};

/// Resolves a name to the addresses in its first label: `10-0-0-1` to 10.0.0.1, `xx1` under `six` to ::1, several
/// separated by `--`; `turning` returns the next of its addresses on each query.
#[derive(Default)]
pub struct SpelledZone {
    pub queries: AtomicUsize,
}

impl Zone for SpelledZone {
    fn answer(&self, name: &str, question: DnsQuestion) -> ZoneAnswer {
        let Some((label, rest)) = name.split_once('.') else { return ZoneAnswer::NoSuchName };
        if name.ends_with("failing.example") {
            return ZoneAnswer::Failure;
        }
        let spelled: Vec<IpAddr> = label
            .split("--")
            .filter_map(|text| match rest.starts_with("six") {
                true => text.replace('x', ":").parse().ok(),
                false => text.replace('-', ".").parse().ok(),
            })
            .collect();
        let matching: Vec<IpAddr> = match question {
            DnsQuestion::Address => spelled.iter().copied().filter(IpAddr::is_ipv4).collect(),
            DnsQuestion::AddressV6 => spelled.iter().copied().filter(IpAddr::is_ipv6).collect(),
            DnsQuestion::Mail | DnsQuestion::Text | DnsQuestion::Alias => Vec::new(),
        };
        match (spelled.is_empty(), matching.is_empty()) {
            (true, _) => ZoneAnswer::NoSuchName,
            (_, true) => ZoneAnswer::Nothing,
            _ if rest.starts_with("turning") => {
                let turn = self.queries.fetch_add(1, Ordering::SeqCst);
                ZoneAnswer::Addresses(vec![matching[turn % matching.len()]])
            }
            _ => {
                self.queries.fetch_add(1, Ordering::SeqCst);
                ZoneAnswer::Addresses(matching)
            }
        }
    }
}

pub struct Lab {
    pub zone: Arc<SpelledZone>,
    pub dns: DnsOnLoopback,
}

impl Lab {
    pub async fn start() -> Self {
        let zone = Arc::new(SpelledZone::default());
        let dns = DnsOnLoopback::start(Arc::clone(&zone) as Arc<dyn Zone>).await.unwrap();
        Self { zone, dns }
    }

    pub fn options(&self, allowed: &[&str]) -> ClientOptions {
        ClientOptions {
            dns: DnsServer::At(self.dns.address()),
            dns_timeout: Duration::from_secs(2),
            network: NetworkPolicy::allowing(allowed.iter().map(|net| net.parse::<IpNet>().unwrap())),
            ..ClientOptions::default()
        }
    }

    pub fn client(&self, allowed: &[&str]) -> Client {
        Client::new(self.options(allowed)).unwrap()
    }
}

/// Counts the connections it accepts.
pub struct Canary {
    pub port: u16,
    hits: Arc<AtomicUsize>,
    tasks: Vec<JoinHandle<()>>,
}

impl Canary {
    /// Listens on the same port of the first IPv4 and IPv6 loopback address.
    pub async fn start() -> Self {
        let first = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = first.local_addr().unwrap().port();
        let mut listeners = vec![first];
        if let Ok(six) = TcpListener::bind(("::1", port)).await {
            listeners.push(six);
        }
        let hits = Arc::new(AtomicUsize::new(0));
        let tasks = listeners.into_iter().map(|listener| {
            let hits = Arc::clone(&hits);
            tokio::spawn(async move {
                while listener.accept().await.is_ok() {
                    hits.fetch_add(1, Ordering::SeqCst);
                }
            })
        });
        Self { port, tasks: tasks.collect(), hits }
    }

    pub fn hits(&self) -> usize {
        self.hits.load(Ordering::SeqCst)
    }
}

impl Drop for Canary {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

/// What a server sends after it has read a request.
#[derive(Clone)]
pub enum Script {
    /// These bytes; the connection stays open.
    Bytes(Vec<u8>),
    /// These bytes, then it closes the connection.
    BytesThenEnd(Vec<u8>),
    /// Nothing; the connection stays open.
    Nothing,
    /// The header, then one body byte every 20 ms.
    Trickle,
    /// A body that never ends.
    Endless,
}

pub fn page(body: &str) -> Script {
    Script::Bytes(format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{body}", body.len()).into_bytes())
}

pub fn redirect(location: &str) -> Script {
    Script::Bytes(
        format!("HTTP/1.1 302 Found\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n").into_bytes(),
    )
}

/// A server with scripted responses that records its requests.
pub struct Scripted {
    pub address: SocketAddr,
    pub requests: Arc<Mutex<Vec<String>>>,
    pub connections: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Scripted {
    /// Chooses the response by path.
    pub async fn start(ip: &str, answer: impl Fn(&str) -> Script + Send + Sync + 'static) -> Self {
        Self::start_by_request(ip, move |request| answer(request.split(' ').nth(1).unwrap_or_default())).await
    }

    /// Chooses the response by the whole request, header and body.
    pub async fn start_by_request(ip: &str, answer: impl Fn(&str) -> Script + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((ip.parse::<IpAddr>().unwrap(), 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (requests, connections) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicUsize::new(0)));
        let (recorded, connection_count, answer) =
            (Arc::clone(&requests), Arc::clone(&connections), Arc::new(answer));
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                connection_count.fetch_add(1, Ordering::SeqCst);
                let (recorded, answer) = (Arc::clone(&recorded), Arc::clone(&answer));
                tokio::spawn(async move {
                    let _ = serve(stream, &recorded, &*answer).await;
                });
            }
        });
        Self { address, requests, connections, task }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn received(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

impl Drop for Scripted {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(
    mut stream: TcpStream,
    recorded: &Mutex<Vec<String>>,
    answer: &(dyn Fn(&str) -> Script + Send + Sync),
) -> std::io::Result<()> {
    loop {
        let mut request = Vec::new();
        while !is_complete(&request) {
            let mut bytes = [0; 4_096];
            let length = stream.read(&mut bytes).await?;
            if length == 0 {
                return Ok(());
            }
            request.extend_from_slice(&bytes[..length]);
        }
        let text = String::from_utf8_lossy(&request).into_owned();
        let script = answer(&text);
        recorded.lock().unwrap().push(text);
        match script {
            Script::Bytes(bytes) => stream.write_all(&bytes).await?,
            Script::BytesThenEnd(bytes) => {
                stream.write_all(&bytes).await?;
                return stream.shutdown().await;
            }
            Script::Nothing => std::future::pending::<()>().await,
            Script::Trickle => {
                stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n").await?;
                loop {
                    stream.write_all(b".").await?;
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            }
            Script::Endless => {
                stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await?;
                loop {
                    stream.write_all(&[b'.'; 8_192]).await?;
                }
            }
        }
    }
}

fn is_complete(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request).to_lowercase();
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse::<usize>().ok());
    body.len() >= length.unwrap_or(0)
}
