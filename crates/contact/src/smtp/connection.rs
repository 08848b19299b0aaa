//! A TCP or TLS connection to a mail server that sends commands and reads replies, each with a timeout.

use std::{future::Future, io, mem, time::Duration};

use rustls::pki_types::ServerName;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, timeout_at},
};
use tokio_rustls::{TlsConnector, client::TlsStream};

use crate::{
    smtp::reply::{ReplyFault, SmtpReply},
    verdict::Reason,
};

const READ_BYTES: usize = 2_048;

/// Why a connection failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConnectionFault {
    Unreachable,
    TimedOut,
    Dropped,
    Garbled,
}

impl ConnectionFault {
    pub(crate) fn reason(self) -> Reason {
        match self {
            Self::Unreachable => Reason::Unreachable,
            Self::TimedOut => Reason::TimedOut,
            Self::Dropped => Reason::ConnectionDropped,
            Self::Garbled => Reason::ProtocolError,
        }
    }

    pub(crate) fn outcome(self) -> &'static str {
        match self {
            Self::Unreachable => "cannot connect",
            Self::TimedOut => "no reply in time",
            Self::Dropped => "the connection was closed",
            Self::Garbled => "the reply is not SMTP",
        }
    }
}

/// Timeout of a step: its own limit, capped by the end of the call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StepLimit {
    pub(crate) step: Duration,
    pub(crate) call_ends: Instant,
}

impl StepLimit {
    fn deadline(self) -> Instant {
        (Instant::now() + self.step).min(self.call_ends)
    }

    pub(crate) async fn within<T>(
        self,
        work: impl Future<Output = io::Result<T>>,
    ) -> Result<T, ConnectionFault> {
        match timeout_at(self.deadline(), work).await {
            Err(_) => Err(ConnectionFault::TimedOut),
            Ok(Err(_)) => Err(ConnectionFault::Dropped),
            Ok(Ok(value)) => Ok(value),
        }
    }
}

enum Stream {
    Plain(TcpStream),
    Secure(Box<TlsStream<TcpStream>>),
    /// A TLS handshake failed and closed the connection.
    Lost,
}

/// An open connection.
pub(crate) struct SmtpConnection {
    stream: Stream,
    received: Vec<u8>,
}

impl SmtpConnection {
    pub(crate) fn new(stream: TcpStream) -> Self {
        // Commands are single small writes, so Nagle's algorithm would only add delay.
        let _ = stream.set_nodelay(true);
        Self { stream: Stream::Plain(stream), received: Vec::new() }
    }

    pub(crate) fn is_secure(&self) -> bool {
        matches!(self.stream, Stream::Secure(_))
    }

    /// Starts TLS. Bytes received before the handshake are discarded, because an attacker could have injected them.
    pub(crate) async fn secure(
        &mut self,
        connector: &TlsConnector,
        host: &str,
        limit: StepLimit,
    ) -> Result<(), ConnectionFault> {
        let Stream::Plain(stream) = mem::replace(&mut self.stream, Stream::Lost) else {
            return Err(ConnectionFault::Dropped);
        };
        let peer = stream.peer_addr().map_err(|_| ConnectionFault::Dropped)?.ip();
        let name = ServerName::try_from(host.to_owned()).unwrap_or_else(|_| ServerName::from(peer));
        let stream = limit.within(connector.connect(name, stream)).await?;
        self.stream = Stream::Secure(Box::new(stream));
        self.received.clear();
        Ok(())
    }

    /// Sends lines in one write; each must end with CRLF.
    pub(crate) async fn send(&mut self, lines: &str, limit: StepLimit) -> Result<(), ConnectionFault> {
        limit
            .within(async {
                match &mut self.stream {
                    Stream::Plain(stream) => stream.write_all(lines.as_bytes()).await,
                    Stream::Secure(stream) => {
                        stream.write_all(lines.as_bytes()).await?;
                        stream.flush().await
                    }
                    Stream::Lost => Err(io::ErrorKind::NotConnected.into()),
                }
            })
            .await
    }

    /// Reads the next complete reply. The timeout covers all of it, so a slow trickle of bytes cannot extend it.
    pub(crate) async fn reply(&mut self, limit: StepLimit) -> Result<SmtpReply, ConnectionFault> {
        let limit = StepLimit { step: limit.step, call_ends: limit.deadline() };
        loop {
            match SmtpReply::read(&self.received) {
                Ok(Some((reply, consumed))) => {
                    self.received.drain(..consumed);
                    return Ok(reply);
                }
                Ok(None) => {}
                Err(ReplyFault::NotAReply | ReplyFault::TooLong) => return Err(ConnectionFault::Garbled),
            }
            self.received.reserve(READ_BYTES);
            let count = limit
                .within(async {
                    match &mut self.stream {
                        Stream::Plain(stream) => stream.read_buf(&mut self.received).await,
                        Stream::Secure(stream) => stream.read_buf(&mut self.received).await,
                        Stream::Lost => Ok(0),
                    }
                })
                .await?;
            if count == 0 {
                return Err(ConnectionFault::Dropped);
            }
        }
    }
}
