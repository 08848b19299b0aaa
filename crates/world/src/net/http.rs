//! The web server of the world: one port for all hosts, told apart by the `Host` header.

pub(super) mod call;
pub(super) mod reply;

use std::{convert::Infallible, pin::pin, sync::Arc, time::Duration};

use hyper::{Request, StatusCode, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::{sleep, timeout},
};

use super::{vendors::Vendors, websites};
use crate::world::World;
use call::HttpCall;
use reply::{HttpReply, plain};

const CONNECTION_LIMIT: usize = 512;
const HEAD_LIMIT_BYTES: usize = 16 << 10;
const HEADER_LIMIT: usize = 64;
/// Time to receive the head of a request, which includes the wait for the next request on an open connection.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);
/// Age at which a connection takes no further requests.
const CONNECTION_LIFETIME: Duration = Duration::from_secs(300);
/// Time for the last answer of a connection that has reached its age.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);
/// Pause after a failed accept, such as for lack of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// The hosts of the web server.
struct Web {
    world: Arc<World>,
    vendors: Vendors,
}

/// Serves connections until the task is aborted; the set of connections is dropped with it, which closes them.
pub(super) async fn serve(world: Arc<World>, listener: TcpListener) {
    let web = Arc::new(Web { vendors: Vendors::new(Arc::clone(&world)), world });
    let mut connections = JoinSet::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(ACCEPT_PAUSE).await;
            continue;
        };
        while connections.try_join_next().is_some() {}
        if connections.len() < CONNECTION_LIMIT {
            connections.spawn(serve_connection(Arc::clone(&web), stream));
        }
    }
}

async fn serve_connection(web: Arc<Web>, stream: TcpStream) {
    // Answers are written in one piece; Nagle's algorithm would only delay them.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let web = Arc::clone(&web);
        async move { Ok::<_, Infallible>(web.respond(request).await) }
    });
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(HEAD_LIMIT_BYTES)
        .max_headers(HEADER_LIMIT);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    if timeout(CONNECTION_LIFETIME, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown();
        let _ = timeout(CLOSE_TIMEOUT, connection).await;
    }
}

impl Web {
    async fn respond(&self, request: Request<Incoming>) -> HttpReply {
        match HttpCall::read(request).await {
            Ok(call) => self.dispatch(&call).await,
            Err(status) => plain(status, status.canonical_reason().unwrap_or_default()),
        }
    }

    async fn dispatch(&self, call: &HttpCall) -> HttpReply {
        if let Some(reply) = self.vendors.answer(call).await {
            return reply;
        }
        websites::answer(&self.world, call)
            .unwrap_or_else(|| plain(StatusCode::NOT_FOUND, "There is no site at this host."))
    }
}
