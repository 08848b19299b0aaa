//! A connection that hears what other processes have committed, so that nothing waits until it looks by itself. A notification
//! may be lost with its connection: those who listen look from time to time as well.

use std::{sync::Arc, thread, time::Duration};

use tokio::{
    runtime::Builder,
    sync::watch,
    time::{sleep, timeout},
};

use super::connect::Server;
use crate::sql::{Result, StoreError, Topic, Woken};

/// How long to wait before a lost connection is made again.
const AGAIN_AFTER: Duration = Duration::from_secs(1);

/// How often the server is asked for a sign of life, which a connection that only listens would not miss.
const ALIVE_EVERY: Duration = Duration::from_secs(5);

const LISTEN: &str = "LISTEN brimful";

/// Tells every process that listens, with the commit; equal ones of a transaction are one.
pub(super) const fn notification(topic: Topic) -> &'static str {
    match topic {
        Topic::Records => "SELECT pg_notify('brimful', 'records')",
        Topic::Jobs => "SELECT pg_notify('brimful', 'jobs')",
    }
}

/// A thread with the connection; it ends when this is dropped.
pub(super) struct Listener {
    woken: watch::Receiver<Woken>,
    _stop: watch::Sender<()>,
}

impl Listener {
    pub(super) fn start(server: Arc<Server>) -> Result<Self> {
        let (counts, woken) = watch::channel(Woken::default());
        let (stop, stopped) = watch::channel(());
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| StoreError::Engine(error.to_string()))?;
        thread::Builder::new()
            .name("store-listener".into())
            .spawn(move || runtime.block_on(until_stopped(stopped, keep(&server, &counts))))
            .map_err(|error| StoreError::Engine(error.to_string()))?;
        Ok(Self { woken, _stop: stop })
    }

    pub(super) fn woken(&self) -> watch::Receiver<Woken> {
        self.woken.clone()
    }
}

async fn until_stopped(mut stopped: watch::Receiver<()>, listening: impl Future<Output = ()>) {
    tokio::select! {
        _ = stopped.changed() => {}
        () = listening => {}
    }
}

async fn keep(server: &Server, counts: &watch::Sender<Woken>) {
    loop {
        // An error needs no report: what is not heard is found by polling.
        let _ = listen(server, counts).await;
        sleep(AGAIN_AFTER).await;
    }
}

/// Listens until the connection is lost.
async fn listen(server: &Server, counts: &watch::Sender<Woken>) -> Result<()> {
    let heard = counts.clone();
    let (client, connection) = server.connect_to_hear(move |word| count(&heard, word)).await?;
    let connection = tokio::spawn(connection);
    let asked = |script: &'static str| timeout(ALIVE_EVERY, client.batch_execute(script));
    let mut is_alive = matches!(asked(LISTEN).await, Ok(Ok(())));
    if is_alive {
        // What was committed before it listened was not heard.
        counts.send_modify(|woken| {
            woken.records += 1;
            woken.jobs += 1;
        });
    }
    while is_alive {
        sleep(ALIVE_EVERY).await;
        is_alive = matches!(asked("").await, Ok(Ok(())));
    }
    connection.abort();
    Ok(())
}

fn count(counts: &watch::Sender<Woken>, word: &str) {
    counts.send_modify(|woken| match word {
        "records" => woken.records += 1,
        "jobs" => woken.jobs += 1,
        // Of a later version.
        _ => {}
    });
}
