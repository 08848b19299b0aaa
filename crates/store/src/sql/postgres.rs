//! PostgreSQL behind the seam: reads on pooled connections, changes on lanes that commit several at a time.

mod connect;
mod error;
mod key_claims;
mod lane;
mod listen;
mod locks;
mod migrate;
mod pool;
mod schema;
mod session;
mod statement;
mod tls;
mod translate;

use std::{
    path::Path,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
};

use tokio::sync::watch;
use tokio_postgres::IsolationLevel;

use self::{
    connect::Server,
    error::engine,
    lane::{Lane, hash_of},
    listen::Listener,
    pool::Pool,
    session::{Session, Tx, blocking},
};
use crate::sql::{Backend, KeyClaims, Result, SchemaItem, Sql, StoreError, Woken, WriteJob, scope::Scope};

/// Lanes of accounts: changes of different accounts are committed beside each other.
const ACCOUNT_LANES: usize = 4;

/// The lane of changes of the state, and that of records, after those of accounts.
const STATE_LANE: usize = ACCOUNT_LANES;
const RECORDS_LANE: usize = ACCOUNT_LANES + 1;

pub(crate) struct Postgres {
    pool: Pool,
    lanes: Vec<Lane>,
    depth: Arc<AtomicUsize>,
    halted: watch::Sender<bool>,
    server: Arc<Server>,
    /// Started by the first that wants to hear.
    listener: OnceLock<Listener>,
}

impl Postgres {
    /// Connects to a database, making or migrating its tables first.
    pub(crate) fn connect(url: &str, connections_max: usize) -> Result<Self> {
        let server = Arc::new(Server::of_url(url)?);
        let pool = Pool::new(server.clone(), connections_max);
        blocking(|| pool.with(|session| migrate::migrate(session)))?;
        let depth = Arc::new(AtomicUsize::new(0));
        let lanes = (0..=RECORDS_LANE).map(|_| Lane::start(server.clone(), depth.clone()));
        let (lanes, halted) = (lanes.collect::<Result<_>>()?, watch::Sender::new(false));
        Ok(Self { pool, lanes, depth, halted, server, listener: OnceLock::new() })
    }
}

impl Backend for Postgres {
    fn read(&self, question: &mut dyn FnMut(&mut dyn Sql) -> Result<()>) -> Result<()> {
        blocking(|| {
            self.pool.with(|session| {
                let Session { runtime, client, statements, .. } = session;
                // One snapshot, so that several statements see one state.
                let begun = client.build_transaction().isolation_level(IsolationLevel::RepeatableRead);
                let transaction = runtime.block_on(begun.read_only(true).start()).map_err(engine)?;
                let answered = question(&mut Tx::new(runtime, &transaction, statements));
                // Ended without waiting for the server's answer.
                drop(transaction);
                runtime.block_on(tokio::task::yield_now());
                answered
            })
        })
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn key_claims(&self) -> Option<&dyn KeyClaims> {
        Some(self)
    }

    fn listen(&self) -> Result<Option<watch::Receiver<Woken>>> {
        if let Some(listener) = self.listener.get() {
            return Ok(Some(listener.woken()));
        }
        let started = Listener::start(self.server.clone())?;
        Ok(Some(self.listener.get_or_init(|| started).woken()))
    }

    fn queue_count(&self) -> usize {
        self.lanes.len()
    }

    fn queue_of(&self, scope: &Scope) -> usize {
        match scope {
            Scope::Append => 0,
            Scope::Account(_) => hash_of(scope).unwrap_or(0).unsigned_abs() as usize % ACCOUNT_LANES,
            Scope::State => STATE_LANE,
            Scope::Records => RECORDS_LANE,
        }
    }

    fn write(&self, queue: usize, job: Box<dyn WriteJob>) -> Result<()> {
        self.depth.fetch_add(1, Ordering::Relaxed);
        let queued = self.lanes.get(queue).map_or(Err(StoreError::Closed), |lane| lane.queue(job));
        queued.inspect_err(|_| {
            self.depth.fetch_sub(1, Ordering::Relaxed);
        })
    }

    fn scrub(&self) -> Result<u64> {
        Ok(0)
    }

    fn unclean_pages(&self) -> Result<usize> {
        Ok(0)
    }

    fn copy_to(&self, _: &Path) -> Result<()> {
        Err(StoreError::Refused("a PostgreSQL database is copied with pg_dump or pg_basebackup"))
    }

    fn numbers_copied(&self) -> Result<()> {
        const NUMBERS: &str = "DO $$ DECLARE t text; BEGIN
            FOR t IN SELECT table_name FROM information_schema.columns
                     WHERE table_schema = current_schema() AND column_name = 'no' AND is_identity = 'YES'
            LOOP EXECUTE format('SELECT setval(pg_get_serial_sequence(%L, ''no''), (SELECT COALESCE(MAX(no), 0) + 1 FROM %I), false)', t, t);
            END LOOP; END $$";
        blocking(|| self.pool.with(|session| session.run(NUMBERS)))
    }

    fn schema(&self) -> Result<Vec<SchemaItem>> {
        blocking(|| self.pool.with(|session| schema::items(session)))
    }

    fn expected_schema(&self) -> Result<Vec<SchemaItem>> {
        blocking(|| self.pool.with(|session| schema::expected(session)))
    }

    fn queue_depth(&self) -> usize {
        self.depth.load(Ordering::Relaxed)
    }

    fn halted(&self) -> watch::Receiver<bool> {
        self.halted.subscribe()
    }

    fn prepare_to_close(&self) {}

    fn integrity(&self) -> Result<Vec<String>> {
        Ok(Vec::new())
    }
}
