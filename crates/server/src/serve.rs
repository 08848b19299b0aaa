//! Serving: accept, answer, and on a signal finish what was begun.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::serve::ListenerExt;
use tokio::net::TcpListener;

use crate::{app::App, http::router};

/// How long running calls may take to finish once the server drains.
const DRAIN_MAX: Duration = Duration::from_secs(30);

/// Serves until `stop` resolves, then finishes the calls that run and makes everything durable.
pub async fn serve(
    app: Arc<App>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    // Small answers must not wait for the acknowledgement of the one before.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let background = tokio::spawn(crate::scheduler::keep(app.clone()));
    let index = tokio::task::spawn_blocking({
        let app = app.clone();
        move || app.follow_index()
    });
    let service = router(app.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let (drained, mut draining) = tokio::sync::watch::channel(false);
    let stopping = {
        let app = app.clone();
        async move {
            stop.await;
            tracing::info!("draining");
            app.drain();
            drained.send_replace(true);
        }
    };
    let serving = axum::serve(listener, service).with_graceful_shutdown(stopping);
    tokio::select! {
        result = async { serving.await } => result?,
        () = async {
            let _ = draining.wait_for(|drained| *drained).await;
            tokio::time::sleep(DRAIN_MAX).await;
        } => tracing::warn!("some calls did not finish in time"),
    }
    if tokio::time::timeout(DRAIN_MAX, background).await.is_err() {
        tracing::warn!("some background work did not finish in time");
    }
    let _ = index.await;
    // Every answer that was sent is durable already; what is written here may be lost, as on a full disk.
    if let Err(error) = app.write_key_uses().await {
        tracing::warn!(%error, "when keys were last used could not be written");
    }
    if let Err(error) = app.store.flush().await {
        tracing::warn!(%error, "the store could not be flushed before the end");
    }
    Ok(())
}
