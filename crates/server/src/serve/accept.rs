//! The accept loop: takes connections within the caps, and serves each on a task of its own.

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
    connections::{Caps, Connections, Place},
    framing::{HEAD_BYTES_MAX, Violation},
    line::Line,
    wire::Wire,
};
use crate::{
    app::App,
    call::problem::{Code, Problem},
};

/// Bytes the HTTP library buffers of one connection at most; larger than a head, so that [`HEAD_BYTES_MAX`] decides.
const BUFFER_BYTES_MAX: usize = 2 * HEAD_BYTES_MAX;
/// How long the accept loop rests when the process has no descriptor left.
const ACCEPT_REST: Duration = Duration::from_millis(20);
/// How long the rest of a request is read and dropped after its answer: a connection that is cut while the caller
/// still writes would lose the answer.
const LINGER_MAX: Duration = Duration::from_secs(10);
/// How much is dropped that way.
const LINGER_BYTES_MAX: u64 = 64 << 20;
/// Connections beyond the caps that are told so at the same time; more are closed without a word.
const TOLD_MAX: usize = 64;
/// How long a connection beyond the caps is given to read that.
const TOLD_WAIT_MAX: Duration = Duration::from_secs(1);

/// Everything the connections share.
pub struct Acceptor {
    /// The running server.
    pub app: Arc<App>,
    /// What answers.
    pub router: Router,
    /// The register.
    pub connections: Arc<Connections>,
    /// How many are served.
    pub caps: Caps,
    /// Turns true when the server drains.
    pub draining: watch::Receiver<bool>,
    /// Held by every connection: gone when all of them are.
    pub open: mpsc::Sender<()>,
}

impl Acceptor {
    /// Accepts until the server drains.
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
        // Small answers must not wait for the acknowledgement of the one before.
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

    /// A connection that broke before it was accepted is nothing; without descriptors, waiting connections are closed.
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

/// Serves one connection to its end.
async fn serve_one(
    app: Arc<App>,
    place: Place,
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
                // A body that was not read to its end ends the connection, and a caller has to know that before it
                // sends its next request there.
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

/// Sends a problem without the HTTP library, and closes.
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

/// Ends the sending side, then drops what still arrives, until the caller closes.
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

/// Tells the line when an answer has ended, however it did.
struct Answered(Arc<Line>);

impl Drop for Answered {
    fn drop(&mut self) {
        self.0.answered();
    }
}

/// The body of a request; notes when it was read to its end.
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

/// The body of an answer; the call lasts as long as it.
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
