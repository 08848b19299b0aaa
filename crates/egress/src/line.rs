//! HTTP/1.1 connections to checked addresses.

use std::net::{IpAddr, SocketAddr};

use bytes::Bytes;
use http_body_util::Full;
use hyper::client::conn::http1::{Builder, SendRequest};
use hyper_util::rt::TokioIo;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    task::JoinHandle,
    time::timeout,
};
use tokio_rustls::TlsConnector;

use crate::{EgressError, Lookup, NetworkPolicy, RequestLimits, Resolver, target::UrlOrigin};

const HEADER_LIMIT_BYTES: usize = 64 << 10;
const HEADER_LIMIT: usize = 200;

/// Sends requests one after the other over one TCP or TLS stream; closed when dropped.
pub(crate) struct Connection {
    pub(crate) sender: SendRequest<Full<Bytes>>,
    task: JoinHandle<()>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Resolves, checks and connects.
pub(crate) struct Dialer {
    pub(crate) resolver: Resolver,
    pub(crate) network: NetworkPolicy,
    pub(crate) tls: TlsConnector,
}

impl Dialer {
    /// The addresses of an origin, all checked. One forbidden address among allowed ones refuses the host: such a mix
    /// has no legitimate use.
    pub(crate) async fn addresses(&self, origin: &UrlOrigin) -> Result<Vec<IpAddr>, EgressError> {
        let host = origin.host.to_string();
        let addresses = match origin.address() {
            Some(address) => vec![address],
            None => match self.resolver.addresses(&host).await {
                Lookup::Found(addresses) => addresses,
                Lookup::Nothing | Lookup::NoName => return Err(EgressError::NoHost(host)),
                Lookup::Failed => return Err(EgressError::Dns(host)),
            },
        };
        match addresses.iter().find(|address| !self.network.allows(**address)) {
            Some(address) => Err(EgressError::Refused { host, address: *address }),
            None => Ok(addresses),
        }
    }

    /// Connects to the first address of an origin that accepts.
    pub(crate) async fn dial(
        &self,
        origin: &UrlOrigin,
        limits: &RequestLimits,
    ) -> Result<Connection, EgressError> {
        for address in self.addresses(origin).await? {
            let connecting = TcpStream::connect(SocketAddr::new(address, origin.port));
            if let Ok(Ok(stream)) = timeout(limits.connect, connecting).await {
                // Each request is written in one piece; Nagle's algorithm would only delay it.
                let _ = stream.set_nodelay(true);
                return self.handshake(stream, origin).await;
            }
        }
        Err(EgressError::Connect(origin.host.to_string()))
    }

    async fn handshake(&self, stream: TcpStream, origin: &UrlOrigin) -> Result<Connection, EgressError> {
        if !origin.is_secure {
            return open(stream, origin).await;
        }
        let secure = self.tls.connect(origin.server_name()?, stream).await;
        open(secure.map_err(|_| EgressError::Tls(origin.host.to_string()))?, origin).await
    }
}

async fn open<S>(stream: S, origin: &UrlOrigin) -> Result<Connection, EgressError>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let mut builder = Builder::new();
    builder.max_buf_size(HEADER_LIMIT_BYTES).max_headers(HEADER_LIMIT);
    let (sender, driver) = builder
        .handshake(TokioIo::new(stream))
        .await
        .map_err(|_| EgressError::Broken(origin.host.to_string()))?;
    let task = tokio::spawn(async move {
        let _ = driver.await;
    });
    Ok(Connection { sender, task })
}
