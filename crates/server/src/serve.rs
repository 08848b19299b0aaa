//! The server's life cycle: accept connections, serve, drain on a signal.

mod accept;
pub(crate) mod bought;
mod connections;
mod framing;
pub mod health;
pub(crate) mod keyed;
mod line;
pub(crate) mod probe;
pub(crate) mod published;
pub(crate) mod readiness;
pub(crate) mod routes;
pub(crate) mod visit;
mod wire;

use std::{sync::Arc, time::Duration};

use store::StoreError;
use tokio::{
    net::TcpListener,
    sync::{mpsc, watch},
};

use crate::{
    app::App,
    serve::routes::{Pages, router},
};

use accept::Acceptor;
use connections::{Caps, Connections};

/// How long running calls may take once the server drains.
const DRAIN_MAX: Duration = Duration::from_secs(30);

/// The same after the store has halted: only responses that are already computed can still succeed.
const HALTED_DRAIN_MAX: Duration = Duration::from_secs(2);

/// Serves until `stop` resolves, then completes running calls and flushes the store. Returns an error if the store
/// halts, so that the next start runs recovery.
pub async fn serve(
    app: Arc<App>,
    pages: Option<Pages>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    set_caps(&app).await?;
    let _ = app.listening.set(listener.local_addr()?);
    let background = tokio::spawn({
        let app = app.clone();
        async move { app.scheduler.keep(app.clone()).await }
    });
    let listening = tokio::spawn({
        let app = app.clone();
        async move { app.keep_listening().await }
    });
    let index = tokio::task::spawn_blocking({
        let app = app.clone();
        move || app.follow_index()
    });
    let caps = Caps::new(&app.settings, raise_descriptor_limit());
    tracing::info!(connections = caps.all, per_client = caps.per_client, "serving");
    let connections = Arc::new(Connections::default());
    let (drain, draining) = watch::channel(false);
    let (open, mut all_closed) = mpsc::channel::<()>(1);
    let acceptor = Acceptor {
        app: app.clone(),
        router: router(app.clone(), pages),
        connections: connections.clone(),
        caps,
        draining,
        open,
    };
    let accepting = tokio::spawn(acceptor.run(listener));
    let mut halted = app.store.halted();
    let has_halted = tokio::select! {
        () = stop => false,
        _ = halted.wait_for(|halted| *halted) => true,
    };
    let drain_max = if has_halted { HALTED_DRAIN_MAX } else { DRAIN_MAX };
    tracing::info!(has_halted, "draining");
    app.drain();
    app.store.prepare_to_close();
    drain.send_replace(true);
    connections.close_all_waiting();
    accepting.await.map_err(std::io::Error::other)?;
    if tokio::time::timeout(drain_max, all_closed.recv()).await.is_err() {
        tracing::warn!(connections = connections.count(), "some calls did not finish in time");
    }
    if tokio::time::timeout(drain_max, background).await.is_err() {
        tracing::warn!("some background work did not finish in time");
    }
    let _ = index.await;
    let _ = listening.await;
    if has_halted {
        return Err(std::io::Error::other(
            "the disk failed while a change was made durable; start again, and recovery tells what is there",
        ));
    }
    write_the_rest(&app).await;
    Ok(())
}

/// Sets the plans' caps on what an account stores.
async fn set_caps(app: &App) -> std::io::Result<()> {
    match app.store.set_caps(app.settings.storage_caps()).await {
        // Another process holds the write lock. A background task sets the caps later; until then those of the last run
        // apply.
        Err(error @ StoreError::Busy) => {
            tracing::warn!(%error, "the plans' caps are set later");
            Ok(())
        }
        set => set.map_err(std::io::Error::other),
    }
}

/// Writes what is kept in memory while serving. Every response already sent is durable; losing this write, for example
/// on a full disk, is acceptable.
async fn write_the_rest(app: &App) {
    if let Err(error) = app.write_key_uses().await {
        tracing::warn!(%error, "when keys were last used could not be written");
    }
    app.history.settle(&app.store).await;
    if let Err(error) = app.traces.send().await {
        tracing::warn!(%error, "the last traces were not sent");
    }
    if let Err(error) = app.store.flush().await {
        tracing::warn!(%error, "the store could not be flushed before the end");
    }
}

/// Raises the process's soft limit on file descriptors to the hard limit; returns the limit, if there is one.
fn raise_descriptor_limit() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let most = Rlimit { current: limit.maximum, maximum: limit.maximum };
    match setrlimit(Resource::Nofile, most) {
        Ok(()) => limit.maximum,
        Err(error) => {
            tracing::warn!(%error, "the limit on file descriptors cannot be raised");
            limit.current
        }
    }
}
