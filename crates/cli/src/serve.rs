//! `brimful serve`

use std::{path::Path, process::ExitCode, sync::Arc, time::Duration};

use anyhow::{Context, bail};
use clap::Args;
use dialects::DialectSettings;
use server::{App, AppDependencies, Index, ShownSetting, Traces};
use store::{Clock, Entropy, HOLD, Store};
use tokio::{
    net::TcpListener,
    signal::unix::{SignalKind, signal},
};
use tracing_subscriber::EnvFilter;
use world::net::WorldNet;

use crate::{
    config::{Config, LogFormat},
    external::sources::{feeds, sources},
    folder_lock::ServerLock,
    operate::doctor::machine,
    output::{colours_errors, print_line},
    sandbox_world::sandbox,
    storage::DataOption,
};

/// Where the search index lies in the data folder.
pub(crate) const INDEX_FOLDER: &str = "index";

/// Where files that operators send for an import lie in the data folder.
const IMPORTS_FOLDER: &str = "imports";

#[derive(Args)]
pub(crate) struct Serve {
    /// Address to listen on
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
    #[command(flatten)]
    data: DataOption,
}

impl Serve {
    pub(crate) async fn run(self) -> anyhow::Result<ExitCode> {
        let mut layers = self.data.layers()?;
        if let Some(listen) = self.listen {
            layers.set_flag("server.listen", listen.into(), "--listen")?;
        }
        let config = layers.config()?;
        start_logging(&config)?;
        let (lock, store) = open_alone(&config)?;
        let server = Server::start(&config, layers.shown(), store, lock).await?;
        server.run().await
    }
}

/// Takes a data folder for the one server on it, and opens its store. A node of a shared store has a folder of its own for
/// its search index.
pub(crate) fn open_alone(config: &Config) -> anyhow::Result<(ServerLock, Store)> {
    let folder = &config.server.data;
    if let Some(store) = config.database.shared()? {
        store::make_private_folder(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        return Ok((ServerLock::take(folder)?, store));
    }
    if !folder.is_dir() {
        // Made by the store, which says best what is wrong with a folder that cannot be made.
        drop(Store::open(folder)?);
    }
    let lock = ServerLock::take(folder)?;
    Ok((lock, Store::open(folder)?))
}

/// Takes the rights of other users away from what lies in a data folder.
fn close_to_others(folder: &Path) -> anyhow::Result<()> {
    let (tightened, failed) = store::tighten(folder)?;
    if !tightened.is_empty() {
        tracing::warn!(paths = tightened.len(), "the data folder was open to other users; it no longer is");
    }
    if let Some(error) = failed {
        tracing::warn!(%error, "the data folder is open to other users, and cannot be closed");
    }
    Ok(())
}

/// A server that is bound and about to serve.
pub(crate) struct Server {
    pub(crate) clock: Clock,
    pub(crate) address: std::net::SocketAddr,
    listener: TcpListener,
    app: std::sync::Arc<App>,
    dialects: DialectSettings,
    /// Lock of the data folder.
    _lock: ServerLock,
    /// Answers for the sandbox's world as long as the server runs.
    _sandbox_net: WorldNet,
}

impl Server {
    pub(crate) async fn start(
        config: &Config,
        shown_settings: Vec<ShownSetting>,
        store: Store,
        mut lock: ServerLock,
    ) -> anyhow::Result<Self> {
        let listen = &config.server.listen;
        let listener = match TcpListener::bind(listen).await {
            Ok(listener) => listener,
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
                bail!("{listen} is in use; stop what runs there or choose another --listen")
            }
            Err(error) => return Err(error).with_context(|| format!("cannot listen on {listen}")),
        };
        close_to_others(&config.server.data)?;
        lock.serve(&config.server.data, listener.local_addr()?)?;
        // The store was opened before; an import that was waited for may have been cut off since.
        store.end_imports().await?;
        let clock = Clock::steady(store.newest_time()?);
        if !clock.is_settled() {
            tracing::warn!(
                "no server has run here for a while, or the machine's clock is ahead; nothing is granted or deleted by \
                 the clock for the first {} minutes",
                HOLD.as_mins()
            );
        }
        store.note_start(clock.now()).await?;
        let sandbox = sandbox(clock.now()).await?;
        let machine_checks = machine::for_operators(Arc::new(config.clone()), store.is_shared());
        let app = App::new(AppDependencies {
            sandbox: sandbox.store,
            sandbox_verifier: Some(sandbox.verifier),
            verifier: Some({
                let call = Duration::from_secs(config.api.limits.call_seconds);
                config.network.verifier_of(&store, call).await?
            }),
            external: sources(config)?,
            feeds: feeds(config)?,
            index: Index::open_or_discard(&config.server.data.join(INDEX_FOLDER))?,
            http: config.network.user_client()?,
            store,
            settings: config.api.clone(),
            imports: config.server.data.join(IMPORTS_FOLDER),
            traces: Traces::new(&config.traces, config.network.operator_client()?)
                .map_err(anyhow::Error::msg)?,
            shown_settings,
            machine_checks: Some(machine_checks),
            clock: clock.clone(),
            entropy: Entropy::System,
        })?;
        Ok(Self {
            clock,
            address: listener.local_addr()?,
            listener,
            app,
            dialects: config.dialects.clone(),
            _lock: lock,
            _sandbox_net: sandbox.net,
        })
    }

    /// Prints the address, and serves until a signal arrives.
    pub(crate) async fn run(self) -> anyhow::Result<ExitCode> {
        // Install the handler before printing the address: a reader of that line may send a signal immediately.
        let stop = stop_signal()?;
        print_line(&format!("listening on http://{}", self.address))?;
        let mut pages = console::pages();
        pages.routes = pages.routes.merge(mcp::routes());
        pages.routes = pages.routes.merge(dialects::routes(&self.dialects));
        server::serve(self.app, Some(pages), self.listener, stop).await?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Ends when the process is told to stop.
pub(crate) fn stop_signal() -> anyhow::Result<impl Future<Output = ()>> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

pub(crate) fn start_logging(config: &Config) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&config.server.log)
        .with_context(|| format!("server.log = \"{}\" is no log filter; try \"info\"", config.server.log))?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(colours_errors())
        .with_writer(std::io::stderr);
    match config.server.log_format {
        LogFormat::Text => lines.init(),
        LogFormat::Json => lines.json().init(),
    }
    Ok(())
}
