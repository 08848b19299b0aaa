//! A SOCKS5 proxy on loopback (RFC 1928), with user name and password (RFC 1929).

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

const USER: &str = "anna";
const PASSWORD: &str = "secret";

/// Reply codes of RFC 1928, section 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProxyRule {
    Forward,
    NotAllowed,
    /// Forwards, and says of every failure only that there was one.
    ForwardVaguely,
    /// Says of every connection only that it failed.
    FailVaguely,
    /// Accepts connections and never answers.
    Silent,
    /// Connects to another server than asked for: how a server looks that treats the proxy's address in its own way.
    Instead(SocketAddr),
}

pub struct Socks5Server {
    pub address: SocketAddr,
    connections: Arc<Mutex<Vec<SocketAddr>>>,
    task: JoinHandle<()>,
}

impl Socks5Server {
    pub async fn start(rule: ProxyRule) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let connections: Arc<Mutex<Vec<SocketAddr>>> = Arc::default();
        let log = Arc::clone(&connections);
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let log = Arc::clone(&log);
                tokio::spawn(async move {
                    let _ = serve(client, rule, &log).await;
                });
            }
        });
        Self { address, connections, task }
    }

    /// The servers it was asked to connect to.
    pub fn targets(&self) -> Vec<SocketAddr> {
        self.connections.lock().unwrap().clone()
    }
}

impl Drop for Socks5Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut client: TcpStream, rule: ProxyRule, log: &Mutex<Vec<SocketAddr>>) -> std::io::Result<()> {
    if rule == ProxyRule::Silent {
        std::future::pending::<()>().await;
    }
    let methods = read(&mut client, 2).await?[1];
    let methods = read(&mut client, usize::from(methods)).await?;
    if !methods.contains(&2) {
        return client.write_all(&[5, 0xFF]).await;
    }
    client.write_all(&[5, 2]).await?;
    let user = text(&mut client, 1).await?;
    let password = text(&mut client, 0).await?;
    let is_right = user == USER && password == PASSWORD;
    client.write_all(&[1, u8::from(!is_right)]).await?;
    if !is_right {
        return Ok(());
    }
    let head = read(&mut client, 4).await?;
    assert_eq!(head[3], 1, "an IPv4 address, resolved by the caller");
    let address = read(&mut client, 6).await?;
    let target = SocketAddr::from((
        Ipv4Addr::new(address[0], address[1], address[2], address[3]),
        u16::from_be_bytes([address[4], address[5]]),
    ));
    log.lock().unwrap().push(target);
    let (code, server) = match rule {
        ProxyRule::NotAllowed => (2, None),
        ProxyRule::FailVaguely | ProxyRule::Silent => (1, None),
        ProxyRule::Forward => connected(target, 5).await,
        ProxyRule::ForwardVaguely => connected(target, 1).await,
        ProxyRule::Instead(other) => connected(other, 5).await,
    };
    client.write_all(&[5, code, 0, 1, 0, 0, 0, 0, 0, 0]).await?;
    if let Some(mut server) = server {
        copy_bidirectional(&mut client, &mut server).await?;
    }
    Ok(())
}

/// A connection, or the code of its failure.
async fn connected(target: SocketAddr, failure: u8) -> (u8, Option<TcpStream>) {
    match TcpStream::connect(target).await {
        Ok(server) => (0, Some(server)),
        Err(_) => (failure, None),
    }
}

/// A text with its length before it, after some other bytes.
async fn text(client: &mut TcpStream, before: usize) -> std::io::Result<String> {
    read(client, before).await?;
    let length = usize::from(read(client, 1).await?[0]);
    Ok(String::from_utf8(read(client, length).await?).unwrap())
}

async fn read(client: &mut TcpStream, count: usize) -> std::io::Result<Vec<u8>> {
    let mut bytes = vec![0; count];
    client.read_exact(&mut bytes).await?;
    Ok(bytes)
}
