//! The socket of a connection as the HTTP library sees it: validated by [`Framing`], tracked by its [`Line`].

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

use super::{framing::Framing, line::Line};

/// A socket that passes on only unambiguous HTTP/1.
pub struct Wire {
    socket: TcpStream,
    framing: Framing,
    line: Arc<Line>,
    /// Whether the next bytes are known to violate the framing rules.
    is_refused: bool,
}

impl Wire {
    /// Wraps an accepted socket.
    pub fn new(socket: TcpStream, line: Arc<Line>) -> Self {
        Self { socket, framing: Framing::default(), line, is_refused: false }
    }

    /// Returns the underlying socket.
    pub fn into_socket(self) -> TcpStream {
        self.socket
    }

    fn refusal(&self, context: &Context<'_>) -> Poll<io::Result<()>> {
        // A violation in a later head must not abort the running call; a violation in a body is reported by its own
        // call.
        if self.framing.is_at_head() && self.line.is_busy(context.waker()) {
            return Poll::Pending;
        }
        Poll::Ready(Err(io::Error::new(io::ErrorKind::InvalidData, "not unambiguous HTTP/1")))
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let wire = &mut *self;
        if wire.is_refused {
            return wire.refusal(context);
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut wire.socket).poll_read(context, buffer))?;
        let progress = wire.framing.advance(&buffer.filled()[before..]);
        if buffer.filled().len() > before {
            wire.line.arrived(progress.heads, wire.framing.is_inside_head());
        }
        let Some(violation) = progress.violation else { return Poll::Ready(Ok(())) };
        wire.is_refused = true;
        // A violation in a body is reported by the call that reads it.
        if wire.framing.is_at_head() {
            wire.line.violate(violation);
        }
        buffer.set_filled(before + progress.accepted);
        if progress.accepted > 0 {
            return Poll::Ready(Ok(()));
        }
        wire.refusal(context)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write(context, bytes);
        self.note(&written);
        written
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.socket).poll_write_vectored(context, slices);
        self.note(&written);
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.socket.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.socket).poll_flush(context);
        if flushed.is_ready() {
            self.line.flushed();
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(context)
    }
}

impl Wire {
    fn note(&self, written: &Poll<io::Result<usize>>) {
        match written {
            Poll::Pending => self.line.write_blocked(),
            Poll::Ready(Ok(bytes)) => self.line.wrote(*bytes),
            Poll::Ready(Err(_)) => {}
        }
    }
}
