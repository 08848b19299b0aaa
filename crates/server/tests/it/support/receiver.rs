//! Someone who receives events, and answers as a test says.

use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// What was received.
#[derive(Debug, Clone)]
pub struct Received {
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// How to answer.
#[derive(Debug, Clone)]
pub enum Reply {
    /// With this status.
    Status(u16),
    /// With these bytes, whatever they are.
    Bytes(Vec<u8>),
    /// Never.
    Silence,
    /// By hanging up.
    HangUp,
}

/// Someone who receives events on loopback until dropped.
pub struct Receiver {
    pub address: SocketAddr,
    received: Arc<Mutex<Vec<Received>>>,
    reply: Arc<Mutex<Reply>>,
    connections: Arc<AtomicUsize>,
    serving: JoinHandle<()>,
}

impl Receiver {
    pub async fn start(reply: Reply) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let received: Arc<Mutex<Vec<Received>>> = Arc::default();
        let reply = Arc::new(Mutex::new(reply));
        let connections: Arc<AtomicUsize> = Arc::default();
        let shared = (received.clone(), reply.clone(), connections.clone());
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (received, reply, connections) = shared.clone();
                connections.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(async move {
                    let _ = talk(stream, &received, &reply).await;
                });
            }
        });
        Self { address, received, reply, connections, serving }
    }

    pub fn url(&self) -> String {
        format!("http://{}/hook", self.address)
    }

    /// Answers otherwise from here on.
    pub fn answer(&self, reply: Reply) {
        *self.reply.lock().unwrap() = reply;
    }

    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    pub fn count(&self) -> usize {
        self.received.lock().unwrap().len()
    }

    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// Waits until this many events have come.
    pub async fn wait_for(&self, count: usize) -> Vec<Received> {
        for _ in 0..1_000 {
            if self.count() >= count {
                return self.received();
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("{} of {count} events came", self.count());
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn talk(
    mut stream: TcpStream,
    received: &Mutex<Vec<Received>>,
    reply: &Mutex<Reply>,
) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    loop {
        let Some((request, used)) = read(&bytes) else {
            let mut more = [0; 8_192];
            let length = stream.read(&mut more).await?;
            if length == 0 {
                return Ok(());
            }
            bytes.extend_from_slice(&more[..length]);
            continue;
        };
        bytes.drain(..used);
        received.lock().unwrap().push(request);
        let reply = reply.lock().unwrap().clone();
        match reply {
            Reply::Status(status) => {
                let answer = format!("HTTP/1.1 {status} Whatever\r\ncontent-length: 5\r\n\r\nheard");
                stream.write_all(answer.as_bytes()).await?;
            }
            Reply::Bytes(answer) => stream.write_all(&answer).await?,
            Reply::Silence => std::future::pending().await,
            Reply::HangUp => return Ok(()),
        }
    }
}

/// A whole request and its length.
fn read(bytes: &[u8]) -> Option<(Received, usize)> {
    let head_end = bytes.windows(4).position(|end| end == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&bytes[..head_end]).unwrap();
    assert!(head.starts_with("POST /hook HTTP/1.1\r\n"), "{head}");
    let headers: HeaderMap = head
        .lines()
        .skip(1)
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| {
            (HeaderName::from_bytes(name.as_bytes()).unwrap(), HeaderValue::from_str(value).unwrap())
        })
        .collect();
    let length: usize = headers["content-length"].to_str().unwrap().parse().unwrap();
    let body = bytes.get(head_end..head_end + length)?.to_vec();
    Some((Received { headers, body }, head_end + length))
}
