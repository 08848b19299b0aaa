//! The accept loop: admits connections within the caps and serves each on its own task.

use std::{
    io,
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::Poll,
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    extract::ConnectInfo,
    http::{HeaderValue, Request, header},
};
use bytes::Bytes;
use hyper::{
    body::{Body as _, Incoming},
    server::conn::http1,
    service::Service as _,
};
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use store::new_id;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::{Semaphore, mpsc, watch},
};

use super::{
    connections::{Caps, ConnectionSlot, Connections},
    framing::{HEAD_BYTES_MAX, Violation},
    line::Line,
    wire::Wire,
};
use crate::{
    app::App,
    call::problem::{Code, Problem},
};

/// Read buffer of the HTTP library per connection; larger than a head, so that [`HEAD_BYTES_MAX`] applies first.
const BUFFER_BYTES_MAX: usize = 2 * HEAD_BYTES_MAX;
/// Pause of the accept loop when the process is out of file descriptors.
const ACCEPT_REST: Duration = Duration::from_millis(20);
/// How long the rest of a request is read and discarded after its response: closing while the client still writes would
/// reset the connection and lose the response.
const LINGER_MAX: Duration = Duration::from_secs(10);
/// Bytes discarded that way at most.
const LINGER_BYTES_MAX: u64 = 64 << 20;
/// Connections beyond the caps that get a 503 response concurrently; further ones are closed without a response.
const TOLD_MAX: usize = 64;
/// Timeout of that response.
const TOLD_WAIT_MAX: Duration = Duration::from_secs(1);

/// Shared state of all connections.
pub struct Acceptor {
    /// The running server.
    pub app: Arc<App>,
    /// The HTTP router.
    pub router: Router,
    /// The connection register.
    pub connections: Arc<Connections>,
    /// Caps on open connections.
    pub caps: Caps,
    /// Becomes true when the server drains.
    pub draining: watch::Receiver<bool>,
    /// Cloned into every connection: the channel closes when all of them have ended.
    pub open: mpsc::Sender<()>,
}

impl Acceptor {
    /// Accepts connections until the server drains.
    pub async fn run(mut self, listener: TcpListener) {
        let told = Arc::new(Semaphore::new(TOLD_MAX));
        let mut draining = self.draining.clone();
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = draining.wait_for(|draining| *draining) => return,
            };
            match accepted {
                Ok((socket, peer)) => self.take(socket, peer, &told),
                Err(error) => self.accept_failed(&error).await,
            }
        }
    }

    fn take(&mut self, socket: TcpStream, peer: SocketAddr, told: &Arc<Semaphore>) {
        // Without Nagle's algorithm: a small response must not wait for the acknowledgement of the previous one.
        let _ = socket.set_nodelay(true);
        let is_proxy = self.app.settings.trusts(peer.ip());
        match self.connections.admit(peer.ip().to_canonical(), is_proxy, self.caps) {
            Some(place) => {
                let serving = serve_one(
                    self.app.clone(),
                    place,
                    socket,
                    peer,
                    self.router.clone(),
                    self.draining.clone(),
                );
                let open = self.open.clone();
                tokio::spawn(async move {
                    serving.await;
                    drop(open);
                });
            }
            None => {
                metrics::counter!("brimful_connections_refused_total").increment(1);
                if let Ok(permit) = told.clone().try_acquire_owned() {
                    let app = self.app.clone();
                    tokio::spawn(async move {
                        let problem =
                            Problem::new(Code::Overloaded, "Every connection is in use. Try again.")
                                .retry_after(1);
                        let _ = tokio::time::timeout(TOLD_WAIT_MAX, refuse(&app, socket, problem)).await;
                        drop(permit);
                    });
                }
            }
        }
    }

    /// Ignores connections reset before they were accepted; when out of descriptors, closes idle connections.
    async fn accept_failed(&self, error: &io::Error) {
        use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
        if matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
            return;
        }
        tracing::warn!(%error, "a connection cannot be accepted; closing those that wait");
        self.connections.close_waiting();
        tokio::time::sleep(ACCEPT_REST).await;
    }
}

/// Serves one connection until it is closed.
async fn serve_one(
    app: Arc<App>,
    place: ConnectionSlot,
    socket: TcpStream,
    peer: SocketAddr,
    router: Router,
    mut draining: watch::Receiver<bool>,
) {
    let line = place.line.clone();
    let service = {
        let line = line.clone();
        let router = TowerToHyperService::new(router);
        hyper::service::service_fn(move |mut request: Request<Incoming>| {
            let answered = Answered(line.clone());
            request.extensions_mut().insert(ConnectInfo(peer));
            let is_read = Arc::new(AtomicBool::new(request.body().is_end_stream()));
            let answer = router.call(request.map(|body| Watched { body, is_read: is_read.clone() }));
            Box::pin(async move {
                let mut response = answer.await?;
                // The connection is closed if the request body was not read completely; the client must learn that from
                // the response before it sends its next request.
                if !is_read.load(Ordering::Relaxed) {
                    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                Ok::<_, std::convert::Infallible>(response.map(|body| Tracked { body, _answered: answered }))
            })
        })
    };
    let wire = TokioIo::new(Wire::new(socket, line.clone()));
    let mut connection = http1::Builder::new().max_buf_size(BUFFER_BYTES_MAX).serve_connection(wire, service);
    let mut is_draining = false;
    let must_close = line.must_close();
    tokio::pin!(must_close);
    loop {
        tokio::select! {
            _ = std::future::poll_fn(|context| connection.poll_without_shutdown(context)) => break,
            () = &mut must_close => return,
            _ = draining.wait_for(|draining| *draining), if !is_draining => {
                is_draining = true;
                Pin::new(&mut connection).graceful_shutdown();
                if line.waiting_since().is_some() {
                    return;
                }
            }
        }
    }
    let socket = connection.into_parts().io.into_inner().into_socket();
    let ending = async {
        match line.violation() {
            Some(violation) => refuse(&app, socket, problem_of(violation)).await,
            None => linger(socket).await,
        }
    };
    tokio::select! {
        _ = tokio::time::timeout(LINGER_MAX, ending) => {}
        () = &mut must_close => {}
    }
    drop(place);
}

fn problem_of(violation: Violation) -> Problem {
    match violation {
        Violation::Malformed => {
            Problem::new(Code::MalformedRequest, "Send HTTP/1.1 as RFC 9112 has it, with one body length.")
        }
        Violation::HeadTooLarge => Problem::new(
            Code::HeadTooLarge,
            format!("The request line and headers may hold at most {HEAD_BYTES_MAX} bytes."),
        ),
    }
}

/// Writes a problem response without the HTTP library, then closes.
async fn refuse(app: &App, mut socket: TcpStream, problem: Problem) -> io::Result<()> {
    let request_id = new_id("req", &app.clock, &app.entropy);
    let body = problem.body(&request_id);
    let retry = problem.retry_after_seconds.map(|seconds| format!("retry-after: {seconds}\r\n"));
    let head = format!(
        "HTTP/1.1 {} {}\r\ncontent-type: application/problem+json\r\nx-request-id: {request_id}\r\n{}\
         connection: close\r\ncontent-length: {}\r\n\r\n",
        problem.code.status(),
        problem.code.as_str(),
        retry.unwrap_or_default(),
        body.len()
    );
    socket.write_all(&[head.as_bytes(), &body].concat()).await?;
    linger(socket).await
}

/// Shuts down the sending side, then discards input until the client closes.
async fn linger(mut socket: TcpStream) -> io::Result<()> {
    socket.shutdown().await?;
    let (mut dropped, mut buffer) = (0, [0; 4 << 10]);
    while dropped < LINGER_BYTES_MAX {
        match socket.read(&mut buffer).await? {
            0 => break,
            read => dropped += read as u64,
        }
    }
    Ok(())
}

/// Records the end of a response on drop, whether completed or aborted.
struct Answered(Arc<Line>);

impl Drop for Answered {
    fn drop(&mut self) {
        self.0.answered();
    }
}

/// A request body that records when it was read completely.
struct Watched {
    body: Incoming,
    is_read: Arc<AtomicBool>,
}

impl hyper::body::Body for Watched {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> Poll<Option<Result<hyper::body::Frame<Bytes>, hyper::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if matches!(frame, Poll::Ready(None)) || self.body.is_end_stream() {
            self.is_read.store(true, Ordering::Relaxed);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        self.body.size_hint()
    }
}

/// A response body; the call counts as running until it is dropped.
struct Tracked {
    body: Body,
    _answered: Answered,
}

impl hyper::body::Body for Tracked {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> Poll<Option<Result<hyper::body::Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> hyper::body::SizeHint {
        self.body.size_hint()
    }
}
