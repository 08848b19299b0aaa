//! A database of its own for each test, on the server that `TEST_POSTGRES_URL` names.

#![allow(dead_code, reason = "tests of the store and of the server use some of the helpers each")]

use std::sync::atomic::{AtomicUsize, Ordering};

use store::Store;
use tokio_postgres::{Client, NoTls};

/// Made once, with its tables, and copied for each test.
const TEMPLATE: &str = "brimful_template";

/// A database that is dropped at the end.
pub struct Database {
    server: String,
    name: String,
}

impl Database {
    /// An empty one; nothing where no server is named.
    pub fn empty() -> Option<Self> {
        Self::new("template1")
    }

    /// One with the tables of this version.
    pub fn with_tables() -> Option<Self> {
        let server = std::env::var("TEST_POSTGRES_URL").ok()?;
        run(&server, &[], true);
        Self::new(TEMPLATE)
    }

    fn new(template: &str) -> Option<Self> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let server = std::env::var("TEST_POSTGRES_URL").ok()?;
        let name = format!("test_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let drop = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
        run(&server, &[drop, format!("CREATE DATABASE {name} TEMPLATE {template}")], false);
        Some(Self { server, name })
    }

    /// Its URL.
    pub fn url(&self) -> String {
        with_name(&self.server, &self.name)
    }

    /// Ends every connection to it.
    pub fn close_connections(&self) {
        let close = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname";
        run(&self.server, &[format!("{close} = '{}'", self.name)], false);
        std::thread::sleep(std::time::Duration::from_millis(50));
    }

    /// Runs a statement in it.
    pub fn execute(&self, statement: &str) {
        run(&self.url(), &[statement.to_owned()], false);
    }

    /// A handle to the store in it.
    pub fn open(&self) -> Store {
        Store::connect(&self.url(), 8).unwrap()
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        run(&self.server, &[format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name)], false);
    }
}

fn with_name(server: &str, name: &str) -> String {
    let (base, _) = server.rsplit_once('/').unwrap();
    format!("{base}/{name}")
}

/// Runs statements on the server, or makes the template if it is not there, on a thread without a runtime.
fn run(server: &str, statements: &[String], makes_template: bool) {
    let work = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let client = runtime.block_on(connect(server));
        for statement in statements {
            runtime.block_on(client.batch_execute(statement)).unwrap();
        }
        if makes_template {
            // Several processes of a run make it at once: one does, the others wait.
            runtime.block_on(client.batch_execute("SELECT pg_advisory_lock(1)")).unwrap();
            let known = format!("SELECT 1 FROM pg_database WHERE datname = '{TEMPLATE}'");
            if runtime.block_on(client.query(&known, &[])).unwrap().is_empty() {
                let half = format!("{TEMPLATE}_half");
                for statement in
                    [format!("DROP DATABASE IF EXISTS {half}"), format!("CREATE DATABASE {half}")]
                {
                    runtime.block_on(client.batch_execute(&statement)).unwrap();
                }
                drop(Store::connect(&with_name(server, &half), 1).unwrap());
                runtime
                    .block_on(client.batch_execute(&format!("ALTER DATABASE {half} RENAME TO {TEMPLATE}")))
                    .unwrap();
            }
        }
    };
    std::thread::scope(|scope| scope.spawn(work).join().unwrap());
}

async fn connect(server: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(server, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}
