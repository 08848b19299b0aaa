//! A connection to an address that was checked.

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

use crate::{EgressError, Limits, Lookup, NetworkPolicy, Resolver, target::Origin};

const HEADER_LIMIT_BYTES: usize = 64 << 10;
const HEADER_LIMIT: usize = 200;

/// A line over which requests are sent one after the other; it is cut when dropped.
pub(crate) struct Line {
    pub(crate) sender: SendRequest<Full<Bytes>>,
    task: JoinHandle<()>,
}

impl Drop for Line {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What is needed to connect.
pub(crate) struct Dialer {
    pub(crate) resolver: Resolver,
    pub(crate) network: NetworkPolicy,
    pub(crate) tls: TlsConnector,
}

impl Dialer {
    /// Where an origin leads, every address of it checked. One forbidden address among allowed ones refuses the
    /// host: nobody has a reason to publish both.
    pub(crate) async fn addresses(&self, origin: &Origin) -> Result<Vec<IpAddr>, EgressError> {
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

    /// A new line to the first address of an origin that takes one.
    pub(crate) async fn dial(&self, origin: &Origin, limits: &Limits) -> Result<Line, EgressError> {
        for address in self.addresses(origin).await? {
            let connecting = TcpStream::connect(SocketAddr::new(address, origin.port));
            if let Ok(Ok(stream)) = timeout(limits.connect, connecting).await {
                // Requests are written whole; waiting for more would only delay them.
                let _ = stream.set_nodelay(true);
                return self.speak(stream, origin).await;
            }
        }
        Err(EgressError::Connect(origin.host.to_string()))
    }

    async fn speak(&self, stream: TcpStream, origin: &Origin) -> Result<Line, EgressError> {
        if !origin.is_secure {
            return open(stream, origin).await;
        }
        let secure = self.tls.connect(origin.server_name()?, stream).await;
        open(secure.map_err(|_| EgressError::Tls(origin.host.to_string()))?, origin).await
    }
}

async fn open<S>(stream: S, origin: &Origin) -> Result<Line, EgressError>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let mut builder = Builder::new();
    builder.max_buf_size(HEADER_LIMIT_BYTES).max_headers(HEADER_LIMIT);
    let (sender, connection) = builder
        .handshake(TokioIo::new(stream))
        .await
        .map_err(|_| EgressError::Broken(origin.host.to_string()))?;
    let task = tokio::spawn(async move {
        let _ = connection.await;
    });
    Ok(Line { sender, task })
}
