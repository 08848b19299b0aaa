//! A connection to the server, and a transaction on it.
//!
//! The seam is synchronous, so each connection has an event loop of its own that runs while a statement is waited for. A
//! statement whose result is not needed is sent without waiting: its round trip is shared with the next one that is waited
//! for.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    ops::ControlFlow,
    pin::Pin,
    task::{Context, Waker},
};

use futures_util::{TryStreamExt, future::join};
use tokio::runtime::{Builder, Handle, Runtime, RuntimeFlavor};
use tokio_postgres::{Client, Error, Statement, Transaction, types::Type};

use super::{
    connect::Server,
    error::engine,
    listen::notification,
    locks::LOCK_STATE,
    statement::{Array, Parameter, PostgresRow, array, type_of},
    translate::{of_sets, parameters, rows_of_sets},
};
use crate::sql::{BatchedTable, Result, Row, Sql, StoreError, Topic, Value};

/// The timeline is the first part of the name of a log file; a standby writes none.
const TIMELINE: &str = "SELECT CASE WHEN pg_is_in_recovery() THEN ''
                                    ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END";

/// Rows that a query which may end early fetches at a time.
const PAGE_ROWS: i32 = 500;

/// Statements sent without waiting at most: bounds the memory that their answers take.
const SENT_MAX: usize = 512;

/// Rows that are sent together at most.
const ROWS_MAX: usize = 1_000;

/// Sets of parameters that one statement takes.
const SETS_MAX: usize = 10_000;

/// A connection with the statements that it has prepared.
pub(super) struct Session {
    pub(super) runtime: EventLoop,
    pub(super) client: Client,
    pub(super) statements: Statements,
    /// The history of the database that it writes to: another one after a standby was promoted.
    pub(super) timeline: String,
}

/// Prepared statements by their text: those that run once, and those that run for many sets of parameters.
#[derive(Default)]
pub(super) struct Statements {
    single: HashMap<&'static str, Statement>,
    of_sets: HashMap<&'static str, Statement>,
}

impl Session {
    pub(super) fn open(server: &Server) -> Result<Self> {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| StoreError::Engine(error.to_string()))?;
        let client = runtime.block_on(async {
            let (client, connection) = server.connect().await?;
            tokio::spawn(connection);
            Ok::<_, StoreError>(client)
        })?;
        let timeline = runtime.block_on(client.query_one(TIMELINE, &[])).map_err(engine)?.get(0);
        Ok(Self { runtime: EventLoop(Some(runtime)), client, statements: Statements::default(), timeline })
    }

    /// Whether it can still be used: lets the event loop notice that the server has closed it.
    pub(super) fn is_alive(&self) -> bool {
        self.runtime.block_on(async {
            tokio::task::yield_now().await;
            tokio::task::yield_now().await;
        });
        !self.client.is_closed()
    }

    /// Runs a statement in a transaction of its own, in one round trip once it is prepared.
    pub(super) fn run_alone(
        &mut self,
        sql: &'static str,
        params: &[Value<'_>],
    ) -> Result<Vec<tokio_postgres::Row>> {
        let Self { runtime, client, statements, .. } = self;
        let answered = runtime.block_on(async {
            let statement = match statements.single.get(sql) {
                Some(statement) => statement.clone(),
                None => {
                    let statement = client.prepare(&parameters(sql)).await?;
                    statements.single.insert(sql, statement.clone());
                    statement
                }
            };
            client.query_raw(&statement, owned(params)).await?.try_collect().await
        });
        answered.map_err(engine)
    }

    /// Runs statements that have no parameters.
    pub(super) fn run(&self, script: &str) -> Result<()> {
        self.runtime.block_on(self.client.batch_execute(script)).map_err(engine)
    }
}

/// The event loop of a connection. It ends without waiting, because the last handle to a store may be dropped where nothing
/// may block.
pub(super) struct EventLoop(Option<Runtime>);

impl EventLoop {
    pub(super) fn block_on<F: Future>(&self, future: F) -> F::Output {
        match &self.0 {
            Some(runtime) => runtime.block_on(future),
            None => unreachable!("the event loop is there until it is dropped"),
        }
    }
}

impl Drop for EventLoop {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// Runs something that waits for the server, off the async runtime that may be around.
pub(super) fn blocking<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    match Handle::try_current().map(|runtime| runtime.runtime_flavor()) {
        Err(_) => work(),
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(work),
        Ok(_) => Err(StoreError::Engine("a PostgreSQL store needs a runtime of several threads".into())),
    }
}

type Sent<'a> = Pin<Box<dyn Future<Output = std::result::Result<u64, Error>> + 'a>>;

/// A transaction.
pub(super) struct Tx<'a> {
    runtime: &'a EventLoop,
    transaction: &'a Transaction<'a>,
    statements: &'a mut Statements,
    /// Statements that were sent, in their order, and not waited for.
    sent: VecDeque<Sent<'a>>,
    /// Rows that wait to be sent together, and the statement that inserts one of them.
    rows: BTreeMap<BatchedTable, (&'static str, Vec<Vec<Parameter>>)>,
}

impl<'a> Tx<'a> {
    pub(super) fn new(
        runtime: &'a EventLoop,
        transaction: &'a Transaction<'a>,
        statements: &'a mut Statements,
    ) -> Self {
        Self { runtime, transaction, statements, sent: VecDeque::new(), rows: BTreeMap::new() }
    }

    /// A statement that runs after all that were sent before.
    fn prepared(&mut self, sql: &'static str) -> Result<Statement> {
        self.send_rows()?;
        if let Some(statement) = self.statements.single.get(sql) {
            return Ok(statement.clone());
        }
        let transaction = self.transaction;
        let statement = self.wait(transaction.prepare(&parameters(sql)))?;
        self.statements.single.insert(sql, statement.clone());
        Ok(statement)
    }

    fn prepared_of_sets(
        &mut self,
        sql: &'static str,
        translated: impl FnOnce() -> String,
    ) -> Result<Statement> {
        self.send_rows()?;
        if let Some(statement) = self.statements.of_sets.get(sql) {
            return Ok(statement.clone());
        }
        let transaction = self.transaction;
        let statement = self.wait(transaction.prepare(&translated()))?;
        self.statements.of_sets.insert(sql, statement.clone());
        Ok(statement)
    }

    /// Sends the rows that wait. The types of their columns are those of the statement for one row, because a value may be
    /// missing in any of them.
    fn send_rows(&mut self) -> Result<()> {
        for (sql, rows) in std::mem::take(&mut self.rows).into_values() {
            let single = self.prepared(sql)?;
            let types: Vec<&str> = single.params().iter().map(Type::name).collect();
            let statement = self.prepared_of_sets(sql, || rows_of_sets(sql, &types))?;
            let mut columns: Vec<Vec<Parameter>> = types.iter().map(|_| Vec::new()).collect();
            for row in rows {
                columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
            }
            let transaction = self.transaction;
            self.queue(Box::pin(async move { transaction.execute_raw(&statement, columns).await }))?;
        }
        Ok(())
    }

    /// Sends a statement without waiting for its answer.
    fn queue(&mut self, mut sent: Sent<'a>) -> Result<()> {
        // The first poll hands the request to the connection, in order with all others.
        match sent.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            std::task::Poll::Ready(outcome) => self.wait(async { outcome }).map(drop)?,
            std::task::Poll::Pending => self.sent.push_back(sent),
        }
        if self.sent.len() >= SENT_MAX { self.settle() } else { Ok(()) }
    }

    /// Waits for what was sent.
    pub(super) fn settle(&mut self) -> Result<()> {
        self.send_rows()?;
        if self.sent.is_empty() { Ok(()) } else { self.wait(async { Ok(()) }) }
    }

    /// The outcome of a statement, unless one that was sent before it has failed: the first failure is what made the others
    /// fail. The answers of those are taken while it is waited for: the connection reads no further while an answer that
    /// came in several parts is not taken.
    fn wait<T>(&mut self, statement: impl Future<Output = std::result::Result<T, Error>>) -> Result<T> {
        let sent = std::mem::take(&mut self.sent);
        let answers = async {
            let mut failed = None;
            for answer in sent {
                if let Err(error) = answer.await {
                    failed.get_or_insert(error);
                }
            }
            failed
        };
        // The statement is polled first, which hands it to the connection.
        let (outcome, failed) = self.runtime.block_on(join(statement, answers));
        match failed {
            Some(error) => Err(engine(error)),
            None => outcome.map_err(engine),
        }
    }

    pub(super) fn run(&mut self, script: &str) -> Result<()> {
        self.send_rows()?;
        let transaction = self.transaction;
        self.wait(transaction.batch_execute(script))
    }
}

fn owned(params: &[Value<'_>]) -> Vec<Parameter> {
    params.iter().map(Parameter::from).collect()
}

impl Sql for Tx<'_> {
    fn execute(&mut self, sql: &'static str, params: &[Value<'_>]) -> Result<usize> {
        let statement = self.prepared(sql)?;
        let transaction = self.transaction;
        let changed = self.wait(transaction.execute_raw(&statement, owned(params)))?;
        Ok(usize::try_from(changed).unwrap_or(usize::MAX))
    }

    fn send(&mut self, sql: &'static str, params: &[Value<'_>]) -> Result<()> {
        let statement = self.prepared(sql)?;
        let (transaction, params) = (self.transaction, owned(params));
        self.queue(Box::pin(async move { transaction.execute_raw(&statement, params).await }))
    }

    fn send_row(&mut self, table: BatchedTable, sql: &'static str, params: &[Value<'_>]) -> Result<()> {
        let (_, rows) = self.rows.entry(table).or_insert_with(|| (sql, Vec::new()));
        rows.push(owned(params));
        if rows.len() >= ROWS_MAX { self.send_rows() } else { Ok(()) }
    }

    fn send_of_slices(&mut self, sql: &'static str, sets: &[&[Value<'_>]]) -> Result<()> {
        let Some(first) = sets.first() else { return Ok(()) };
        let types: Vec<&str> = first.iter().map(type_of).collect();
        let statement = self.prepared_of_sets(sql, || rows_of_sets(sql, &types))?;
        for sets in sets.chunks(SETS_MAX) {
            let columns: Vec<Array> = (0..types.len()).map(|column| array(sets, column)).collect();
            let (transaction, statement) = (self.transaction, statement.clone());
            self.queue(Box::pin(async move { transaction.execute_raw(&statement, columns).await }))?;
        }
        Ok(())
    }

    fn each(
        &mut self,
        sql: &'static str,
        params: &[Value<'_>],
        visitor: &mut dyn FnMut(&dyn Row) -> Result<()>,
    ) -> Result<()> {
        let statement = self.prepared(sql)?;
        let transaction = self.transaction;
        let rows = self.wait(async {
            transaction.query_raw(&statement, owned(params)).await?.try_collect::<Vec<_>>().await
        })?;
        rows.iter().try_for_each(|row| visitor(&PostgresRow { row, before: 0 }))
    }

    fn each_of_slices(
        &mut self,
        sql: &'static str,
        sets: &[&[Value<'_>]],
        visitor: &mut dyn FnMut(usize, &dyn Row) -> Result<()>,
    ) -> Result<()> {
        let Some(first) = sets.first() else { return Ok(()) };
        let types: Vec<&str> = first.iter().map(type_of).collect();
        let statement = self.prepared_of_sets(sql, || of_sets(sql, &types))?;
        for (part, sets) in sets.chunks(SETS_MAX).enumerate() {
            let columns: Vec<Array> = (0..types.len()).map(|column| array(sets, column)).collect();
            let transaction = self.transaction;
            let rows = self.wait(async {
                transaction.query_raw(&statement, columns).await?.try_collect::<Vec<_>>().await
            })?;
            for row in &rows {
                let number = PostgresRow { row, before: 0 }.int(0)?;
                let number = usize::try_from(number - 1).unwrap_or_default();
                visitor(part * SETS_MAX + number, &PostgresRow { row, before: 1 })?;
            }
        }
        Ok(())
    }

    fn visit(
        &mut self,
        sql: &'static str,
        params: &[Value<'_>],
        visitor: &mut dyn FnMut(&dyn Row) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let statement = self.prepared(sql)?;
        let transaction = self.transaction;
        let portal = self.wait(transaction.bind_raw(&statement, owned(params)))?;
        loop {
            let rows =
                self.runtime.block_on(self.transaction.query_portal(&portal, PAGE_ROWS)).map_err(engine)?;
            for row in &rows {
                if visitor(&PostgresRow { row, before: 0 })?.is_break() {
                    return Ok(());
                }
            }
            if rows.len() < PAGE_ROWS as usize {
                return Ok(());
            }
        }
    }

    fn version(&mut self) -> Result<Option<i64>> {
        Ok(None)
    }

    fn now(&mut self) -> Result<i64> {
        let now = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)";
        let this: &mut dyn Sql = self;
        Ok(this.first(now, &[], |row| row.int(0))?.unwrap_or(0))
    }

    fn lock_state(&mut self) -> Result<bool> {
        self.run(LOCK_STATE)?;
        Ok(true)
    }

    fn wake(&mut self, topic: Topic) -> Result<()> {
        self.send(notification(topic), &[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Needs the server of `tests/postgres`; without it, it says so and passes.
    #[test]
    fn a_statement_that_was_sent_does_not_hold_up_the_next_however_long_its_answer() {
        let Ok(url) = std::env::var("TEST_POSTGRES_URL") else {
            eprintln!("PostgreSQL is not there");
            return;
        };
        let mut session = Session::open(&Server::of_url(&url).unwrap()).unwrap();
        let Session { runtime, client, statements, .. } = &mut session;
        let transaction = runtime.block_on(client.transaction()).unwrap();
        let mut tx = Tx::new(runtime, &transaction, statements);
        tx.send("SELECT generate_series(1, 200000)", &[]).unwrap();
        let sql: &mut dyn Sql = &mut tx;
        assert_eq!(sql.first("SELECT CAST(7 AS BIGINT)", &[], |row| row.int(0)).unwrap(), Some(7));
        tx.send("SELECT generate_series(1, 200000)", &[]).unwrap();
        tx.settle().unwrap();
    }
}
