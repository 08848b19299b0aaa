//! The seam between the verbs of the domain and a database engine.
//!
//! Verbs are synchronous functions over [`Sql`] with static statements. A backend decides where they run:
//! SQLite reads inline and writes each of its two files on a thread that commits many changes with one sync; PostgreSQL
//! reads on pooled connections and writes on several lanes.

pub(crate) mod migrations;
pub(crate) mod parts;
pub(crate) mod postgres;
pub(crate) mod schema_check;
pub(crate) mod scope;
pub(crate) mod sqlite;
pub(crate) mod versions;
pub(crate) mod write;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use records::keys::Key;
use tokio::sync::{oneshot, watch};

use self::{scope::Scope, versions::Versions};

/// What is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duplicate {
    /// A row with the same key.
    Row,
    /// An account with this email.
    Account,
    /// A trial of this mailbox.
    Trial,
    /// An answer of a watch list with the same match.
    WatchMatch,
    /// An item that is charged once.
    ChargedItem,
}

impl std::fmt::Display for Duplicate {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Row => "a row like this one",
            Self::Account => "an account with this email",
            Self::Trial => "a trial of this mailbox",
            Self::WatchMatch => "an answer of this watch list",
            Self::ChargedItem => "an item that is charged once",
        })
    }
}

/// Errors of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The engine refused or failed.
    #[error("the database failed: {0}")]
    Engine(String),
    /// The disk has no room for the change; nothing was changed.
    #[error("the disk is full; free some space")]
    DiskFull,
    /// Another process has held the write lock for too long; nothing was changed.
    #[error("another process has held the database for too long; try again")]
    Busy,
    /// The database server cannot be reached or takes no changes; nothing was changed.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// The disk failed during the commit. Only recovery, at the next start, can tell whether the change is there.
    #[error("the disk failed while a change was made durable; the next start tells whether it is there")]
    OutcomeUnknown,
    /// A commit has failed before, so that no further change is accepted; nothing was changed.
    #[error("the disk has failed; nothing is written until the process is started again")]
    Halted,
    /// The webhook of a charged event takes none, so that nothing was charged.
    #[error("the webhook takes no events: {0}")]
    NoReceiver(&'static str),
    /// As many as may be are waiting already; nothing was changed.
    #[error("too many {0} wait already")]
    TooMany(&'static str),
    /// Another row has this unique value.
    #[error("{0} exists already")]
    Duplicate(Duplicate),
    /// No row has this id.
    #[error("no such {0}")]
    NotFound(&'static str),
    /// A stored value cannot be read back.
    #[error("stored {what} cannot be read: {why}; run `brimful doctor`")]
    Damaged {
        /// What was read.
        what: &'static str,
        /// Why it failed.
        why: String,
    },
    /// The folder was written by a newer version.
    #[error(
        "{folder} was written by a newer brimful (schema {found}, this one knows {known}); use that version"
    )]
    Newer {
        /// Data folder.
        folder: PathBuf,
        /// Schema found.
        found: i64,
        /// Newest schema known here.
        known: i64,
    },
    /// The folder cannot be used.
    #[error("cannot open the data folder {folder}: {why}")]
    Folder {
        /// Data folder.
        folder: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The folder holds no store.
    #[error("{0} holds no brimful data; start `brimful serve` or `brimful demo` there first")]
    NoStore(PathBuf),
    /// A grant or a price left the range of credits.
    #[error("the amount of credits is out of range")]
    OutOfRange,
    /// The monthly cap of the key does not cover the call, so that nothing was charged.
    #[error("the key may spend {monthly} credits a month and has spent {spent}; this call costs {required}")]
    KeyCapReached {
        /// Credits that the key may spend in a month.
        monthly: crate::Credits,
        /// Credits spent of them.
        spent: crate::Credits,
        /// Price of the call.
        required: crate::Credits,
    },
    /// The operator's reference names another grant or refund already.
    #[error("the reference {0} was used for another grant or refund; nothing was changed")]
    ReferenceUsed(String),
    /// A refund that the ledger does not allow.
    #[error("{0}; nothing was changed")]
    RefundRefused(String),
    /// The request is not allowed; the text says why.
    #[error("{0}")]
    Refused(&'static str),
    /// The account stores as much of this as its plan allows.
    #[error("the limit of {limit} {what} is reached")]
    LimitReached {
        /// What is stored.
        what: crate::Stored,
        /// How much of it the plan allows.
        limit: u64,
    },
    /// Someone else has taken over what this caller had taken.
    #[error("the lease was lost to another worker")]
    LeaseLost,
    /// A person in an answer was erased while it was made.
    #[error("a person in the answer was erased meanwhile; retry")]
    Erased,
    /// The store has shut down.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// The same error for another change of the group that failed with this one.
    pub(crate) fn of_group(&self) -> Self {
        match self {
            Self::DiskFull => Self::DiskFull,
            Self::Busy => Self::Busy,
            Self::OutcomeUnknown => Self::OutcomeUnknown,
            Self::Halted => Self::Halted,
            Self::Unavailable(why) => Self::Unavailable(why.clone()),
            other => Self::Engine(other.to_string()),
        }
    }
}

pub(crate) type Result<T> = std::result::Result<T, StoreError>;

/// A bound parameter.
#[derive(Clone, Copy)]
pub(crate) enum Value<'a> {
    Null,
    Int(i64),
    Text(&'a str),
    Blob(&'a [u8]),
}

impl From<i64> for Value<'_> {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<Key> for Value<'_> {
    fn from(key: Key) -> Self {
        Self::Int(key.0.cast_signed())
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(value: &'a str) -> Self {
        Self::Text(value)
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(value: &'a String) -> Self {
        Self::Text(value)
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(value: &'a [u8]) -> Self {
        Self::Blob(value)
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// A value of any type, read from a row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Datum {
    Null,
    Int(i64),
    Text(String),
    Blob(Vec<u8>),
}

impl Datum {
    /// Its bytes where it has any.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Null | Self::Int(_) => &[],
            Self::Text(text) => text.as_bytes(),
            Self::Blob(bytes) => bytes,
        }
    }
}

impl<'a> From<&'a Datum> for Value<'a> {
    fn from(datum: &'a Datum) -> Self {
        match datum {
            Datum::Null => Self::Null,
            Datum::Int(value) => Self::Int(*value),
            Datum::Text(text) => Self::Text(text),
            Datum::Blob(bytes) => Self::Blob(bytes),
        }
    }
}

/// Makes a parameter list out of anything that is a [`Value`].
macro_rules! params {
    ($($value:expr),* $(,)?) => { &[$($crate::sql::Value::from($value)),*] };
}
pub(crate) use params;

/// One row of an answer; columns count from 0.
pub(crate) trait Row {
    fn int_or_null(&self, column: usize) -> Result<Option<i64>>;
    fn text_or_null(&self, column: usize) -> Result<Option<String>>;
    fn bytes(&self, column: usize) -> Result<&[u8]>;
    fn is_null(&self, column: usize) -> Result<bool>;
    fn datum(&self, column: usize) -> Result<Datum>;

    fn int(&self, column: usize) -> Result<i64> {
        self.int_or_null(column)?.ok_or_else(|| null(column))
    }

    fn text(&self, column: usize) -> Result<String> {
        self.text_or_null(column)?.ok_or_else(|| null(column))
    }
}

fn null(column: usize) -> StoreError {
    StoreError::Damaged { what: "row", why: format!("column {column} is empty") }
}

/// A connection inside a transaction.
pub(crate) trait Sql {
    /// Runs a statement with parameters `?1`, `?2` …; says how many rows it changed.
    fn execute(&mut self, sql: &'static str, params: &[Value<'_>]) -> Result<usize>;

    /// Runs a statement whose count is not needed. It may fail later: with a statement that is waited for, or at the end.
    fn send(&mut self, sql: &'static str, params: &[Value<'_>]) -> Result<()> {
        self.execute(sql, params).map(drop)
    }

    /// Runs the `INSERT … VALUES (?1, …)` of a new row, as [`send`](Self::send) does. Rows of a table, which has one such
    /// statement, may be sent together.
    fn send_row(&mut self, _: BatchedTable, sql: &'static str, params: &[Value<'_>]) -> Result<()> {
        self.send(sql, params)
    }

    /// Runs an `INSERT … VALUES (?1, …)` of one row for each set of parameters, as [`send`](Self::send) does. No two sets
    /// are of the same row; their values are as those of [`each_of_slices`](Self::each_of_slices).
    fn send_of_slices(&mut self, sql: &'static str, sets: &[&[Value<'_>]]) -> Result<()>;

    /// Runs a query and visits every row.
    fn each(
        &mut self,
        sql: &'static str,
        params: &[Value<'_>],
        visitor: &mut dyn FnMut(&dyn Row) -> Result<()>,
    ) -> Result<()> {
        self.visit(sql, params, &mut |row| visitor(row).map(ControlFlow::Continue))
    }

    /// Runs a query once for each set of parameters, and visits every row with the number of its set. The sets have
    /// values of the same types, and no NULL.
    fn each_of_slices(
        &mut self,
        sql: &'static str,
        sets: &[&[Value<'_>]],
        visitor: &mut dyn FnMut(usize, &dyn Row) -> Result<()>,
    ) -> Result<()> {
        sets.iter()
            .enumerate()
            .try_for_each(|(number, params)| self.each(sql, params, &mut |row| visitor(number, row)))
    }

    /// Runs a query and visits its rows until the visitor breaks. For answers that may be long: not all of it is read at
    /// once.
    fn visit(
        &mut self,
        sql: &'static str,
        params: &[Value<'_>],
        visitor: &mut dyn FnMut(&dyn Row) -> Result<ControlFlow<()>>,
    ) -> Result<()>;

    /// SQLite's `data_version`: changes when another connection commits. Used to detect a stale cache; nothing where no
    /// cache may be kept.
    fn version(&mut self) -> Result<Option<i64>>;

    /// The time of the database, in microseconds.
    fn now(&mut self) -> Result<i64>;

    /// In a change of records: waits for changes of the state, and keeps them off until the end, so that it can write the
    /// state, too. False where the state is in a file of its own, which this change cannot write.
    fn lock_state(&mut self) -> Result<bool>;

    /// Wakes those who wait for such changes, on all nodes, with the commit. Only processes of a shared database listen; a
    /// change of records wakes by itself.
    fn wake(&mut self, _: Topic) -> Result<()> {
        Ok(())
    }
}

/// A table whose new rows may be sent together; tables that others refer to come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BatchedTable {
    Subject,
    Claim,
}

/// What processes of a shared database wait for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Topic {
    /// Changes of records, which indexes follow.
    Records,
    /// Items of bulk jobs.
    Jobs,
}

/// How often something was heard to be new; differs whenever it may be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Woken {
    /// Records.
    pub records: u64,
    /// Items of bulk jobs.
    pub jobs: u64,
}

impl dyn Sql + '_ {
    /// Every row, read by `read`.
    pub(crate) fn all<T>(
        &mut self,
        sql: &'static str,
        params: &[Value<'_>],
        mut read: impl FnMut(&dyn Row) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut rows = Vec::new();
        self.each(sql, params, &mut |row| {
            rows.push(read(row)?);
            Ok(())
        })?;
        Ok(rows)
    }

    /// [`Sql::each_of_slices`] of sets of one length.
    pub(crate) fn each_of<'v, const N: usize>(
        &mut self,
        sql: &'static str,
        sets: impl IntoIterator<Item = [Value<'v>; N]>,
        visitor: &mut dyn FnMut(usize, &dyn Row) -> Result<()>,
    ) -> Result<()> {
        let sets: Vec<[Value<'v>; N]> = sets.into_iter().collect();
        self.each_of_slices(sql, &slices(&sets), visitor)
    }

    /// [`Sql::send_of_slices`] of sets of one length.
    pub(crate) fn send_of<'v, const N: usize>(
        &mut self,
        sql: &'static str,
        sets: impl IntoIterator<Item = [Value<'v>; N]>,
    ) -> Result<()> {
        let sets: Vec<[Value<'v>; N]> = sets.into_iter().collect();
        self.send_of_slices(sql, &slices(&sets))
    }

    /// The first row, if there is one; the engine stops there.
    pub(crate) fn first<T>(
        &mut self,
        sql: &'static str,
        params: &[Value<'_>],
        mut read: impl FnMut(&dyn Row) -> Result<T>,
    ) -> Result<Option<T>> {
        let mut first = None;
        self.visit(sql, params, &mut |row| {
            first = Some(read(row)?);
            Ok(ControlFlow::Break(()))
        })?;
        Ok(first)
    }
}

fn slices<'s, 'v, const N: usize>(sets: &'s [[Value<'v>; N]]) -> Vec<&'s [Value<'v>]> {
    sets.iter().map(<[Value<'v>; N]>::as_slice).collect()
}

/// A database engine.
pub(crate) trait Backend: Send + Sync {
    /// Answers a question from the last committed state.
    fn read(&self, question: &mut dyn FnMut(&mut dyn Sql) -> Result<()>) -> Result<()>;

    /// Whether processes on other machines may use the same database.
    fn is_shared(&self) -> bool;

    /// Claims of idempotency keys among nodes; none where no other node can use the database.
    fn key_claims(&self) -> Option<&dyn KeyClaims> {
        None
    }

    /// Counts of what other processes have committed and told of; none where no other process listens.
    fn listen(&self) -> Result<Option<watch::Receiver<Woken>>> {
        Ok(None)
    }

    /// How many queues of changes there are.
    fn queue_count(&self) -> usize;

    /// The queue of changes of a scope. Those of one queue are made in their order.
    fn queue_of(&self, scope: &Scope) -> usize;

    /// Queues a change; its reply comes after it is durable.
    fn write(&self, queue: usize, job: Box<dyn WriteJob>) -> Result<()>;

    /// Overwrites what deleted rows have left on the disk, in small steps between other changes; says how many pages
    /// that were. Blocks the caller, not other changes.
    fn scrub(&self) -> Result<u64>;

    /// Pages that hold bytes of deleted rows.
    fn unclean_pages(&self) -> Result<usize>;

    /// Writes a consistent copy of the last committed state to an empty file. Blocks; changes go on meanwhile.
    fn copy_to(&self, file: &Path) -> Result<()>;

    /// Rows were written with numbers of their own: the next number of each table is the one behind its last.
    fn numbers_copied(&self) -> Result<()>;

    /// Tables, columns, indexes and triggers as they are.
    fn schema(&self) -> Result<Vec<SchemaItem>>;

    /// The same as the migrations make them.
    fn expected_schema(&self) -> Result<Vec<SchemaItem>>;

    /// Changes waiting.
    fn queue_depth(&self) -> usize;

    /// Turns true when a commit has failed in a way that leaves its outcome unknown.
    fn halted(&self) -> watch::Receiver<bool>;

    /// Makes changes from now on wait only briefly for another process's lock.
    fn prepare_to_close(&self);

    /// Faults in the files or tables, one sentence each.
    fn integrity(&self) -> Result<Vec<String>>;
}

/// An idempotency key that a node wants for a call.
#[derive(Clone, Copy)]
pub(crate) struct NewKeyClaim<'a> {
    /// The hash under which the reply will be kept.
    pub(crate) key: &'a str,
    pub(crate) node: &'a str,
    pub(crate) request_id: &'a str,
    /// How long it lasts, in microseconds.
    pub(crate) lasting_us: i64,
}

/// Idempotency keys that the nodes of a shared database claim, without the queues of changes.
pub(crate) trait KeyClaims {
    /// Takes a key; whether no other node is answering a call under it.
    fn take(&self, claim: &NewKeyClaim<'_>) -> Result<bool>;

    /// Ends the claim of a request.
    fn end(&self, key: &str, request_id: &str) -> Result<()>;
}

/// A queued change: runs inside a transaction; its caller gets the result after the commit.
pub(crate) trait WriteJob: Send {
    /// What it uses.
    fn scope(&self) -> &Scope;

    /// Whether it writes only what cannot fail any more, so that its failure has nothing to undo.
    fn is_checked(&self) -> bool;

    /// Does the work; an error undoes this job alone.
    fn run(&mut self, sql: &mut dyn Sql) -> Result<()>;

    /// Notes that a statement failed which was not waited for while the job ran.
    fn fail(&mut self, error: StoreError);

    /// Tells the caller; `Err` when the transaction did not become durable.
    fn finish(self: Box<Self>, committed: Result<()>);
}

/// A change made of a closure.
pub(crate) struct Change<T, F> {
    pub(crate) scope: Scope,
    pub(crate) is_checked: bool,
    pub(crate) change: Option<F>,
    pub(crate) outcome: Option<Result<T>>,
    pub(crate) versions: Arc<Versions>,
    pub(crate) reply: Option<oneshot::Sender<Result<T>>>,
}

impl<T: Send, F: FnOnce(&mut dyn Sql) -> Result<T> + Send> WriteJob for Change<T, F> {
    fn scope(&self) -> &Scope {
        &self.scope
    }

    fn is_checked(&self) -> bool {
        self.is_checked
    }

    fn fail(&mut self, error: StoreError) {
        self.outcome = Some(Err(error));
    }

    fn run(&mut self, sql: &mut dyn Sql) -> Result<()> {
        let change = self.change.take().ok_or(StoreError::Closed)?;
        match change(sql) {
            Ok(value) => {
                self.outcome = Some(Ok(value));
                Ok(())
            }
            Err(error) => {
                let reported = error.of_group();
                self.outcome = Some(Err(error));
                Err(reported)
            }
        }
    }

    fn finish(mut self: Box<Self>, committed: Result<()>) {
        self.versions.count(&self.scope);
        let outcome = match (self.outcome.take(), committed) {
            (Some(Err(error)), _) | (_, Err(error)) => Err(error),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (None, Ok(())) => Err(StoreError::Closed),
        };
        if let Some(reply) = self.reply.take() {
            // A caller that went away no longer needs the answer; the change stands.
            let _ = reply.send(outcome);
        }
    }
}

/// One part of a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SchemaItem {
    /// `table`, `column`, `index`, `trigger` or `view`.
    pub(crate) kind: &'static str,
    /// Its name; a column's with that of its table.
    pub(crate) name: String,
    /// What it is made of.
    pub(crate) text: String,
}
