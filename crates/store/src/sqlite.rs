//! SQLite behind the seam: reads inline on pooled connections, one writer thread that group-commits.

mod carrier;
mod page;
mod schema;
mod scrub;

use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use tokio::sync::watch;

use rusqlite::{
    Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior,
    config::DbConfig,
    types::{ToSqlOutput, ValueRef},
};

use self::carrier::Carrier;
use crate::{
    leads::Leads,
    private_files::{make_private_file, make_private_folder},
    schema_check::SchemaItem,
    scratch::Scratch,
    sql::{Backend, Datum, Job, Result, Row, Sql, StoreError, Value},
};

const FILE_NAME: &str = "brimful.db";

/// Migrations in order; a store's schema number is how many of them it has seen.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001.sql"),
    include_str!("migrations/0002.sql"),
    include_str!("migrations/0003.sql"),
];

/// Changes that share one sync at most: bounds how long the first of them waits.
const GROUP_MAX: usize = 512;
/// Changes that may wait before callers are made to wait in the channel.
const QUEUE_MAX: usize = 16_384;
/// Another process (a command beside the server) may hold the write lock this long.
const BUSY_MAX: Duration = Duration::from_secs(10);
/// The same once the store is about to be closed: a stop must not take minutes because several changes are waiting.
const BUSY_MAX_CLOSING: Duration = Duration::from_secs(2);
/// How often it is looked whether the lock is free. Often: an import takes it again soon after it has let go.
const BUSY_LOOK: Duration = Duration::from_millis(1);
/// Statements kept prepared per connection.
const STATEMENTS_MAX: usize = 128;
/// Stores up to this size are checked page by page when opened.
const QUICK_CHECK_BYTES_MAX: u64 = 64 << 20;

/// How memory and disk are treated.
struct Manner {
    synchronous: &'static str,
    cache_kib: u32,
    mmap_bytes: u64,
    /// The same for whoever reads.
    reader_mmap_bytes: u64,
    /// Pages written to the log before they are carried over to the file.
    checkpoint_pages: u32,
    /// Whether pages are carried over beside the writing as well, so that few are left when it is to wait for them.
    carries_beside: bool,
}

/// Every commit is on the disk before it is told.
const SERVING: Manner = Manner {
    synchronous: "FULL",
    cache_kib: 64 << 10,
    mmap_bytes: 1 << 30,
    reader_mmap_bytes: 16 << 30,
    checkpoint_pages: 1_000,
    carries_beside: false,
};
/// Commits are on the disk when they are carried over, which mostly happens beside the writing; none of the file is mapped,
/// so that memory is what the cache says.
const IMPORTING: Manner = Manner {
    synchronous: "NORMAL",
    cache_kib: 96 << 10,
    mmap_bytes: 0,
    reader_mmap_bytes: 0,
    checkpoint_pages: 256 << 10,
    carries_beside: true,
};
/// Nothing is ever waited for.
const TEMPORARY: Manner = Manner { synchronous: "OFF", ..SERVING };

pub(crate) struct Sqlite {
    file: PathBuf,
    reader_mmap_bytes: u64,
    readers: Mutex<Vec<Connection>>,
    queue: Option<mpsc::SyncSender<Box<dyn Job>>>,
    depth: Arc<AtomicUsize>,
    is_closing: Arc<AtomicBool>,
    halted: Arc<watch::Sender<bool>>,
    writer: Option<thread::JoinHandle<()>>,
    _temporary: Option<Scratch>,
}

impl Sqlite {
    pub(crate) fn open(folder: &Path) -> Result<Self> {
        Self::open_as(folder, &SERVING)
    }

    pub(crate) fn open_for_import(folder: &Path) -> Result<Self> {
        Self::open_as(folder, &IMPORTING)
    }

    fn open_as(folder: &Path, manner: &Manner) -> Result<Self> {
        let unusable = |why: String| StoreError::Folder { folder: folder.to_owned(), why };
        if folder.is_file() {
            return Err(unusable("it is a file; name a folder".into()));
        }
        if folder.join(FILE_NAME).is_dir() {
            return Err(unusable(format!("its {FILE_NAME} is a folder; move that away")));
        }
        make_private_folder(folder).map_err(|error| unusable(error.to_string()))?;
        Self::start(folder, manner, None).map_err(|error| match error {
            StoreError::Engine(why) => unusable(why),
            error @ (StoreError::DiskFull | StoreError::Busy) => unusable(error.to_string()),
            other => other,
        })
    }

    pub(crate) fn temporary() -> Result<Self> {
        let folder = Scratch::make().map_err(|error| StoreError::Engine(error.to_string()))?;
        let path = folder.path().to_owned();
        Self::start(&path, &TEMPORARY, Some(folder))
    }

    /// Opens a file that nothing writes to. Without a writer, every change is refused as by a closed store.
    pub(crate) fn open_copy(file: &Path) -> Result<Self> {
        let copy = Self {
            file: file.to_owned(),
            reader_mmap_bytes: 0,
            readers: Mutex::default(),
            queue: None,
            depth: Arc::default(),
            is_closing: Arc::default(),
            halted: Arc::new(watch::Sender::new(false)),
            writer: None,
            _temporary: None,
        };
        let found: i64 =
            copy.reader()?.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(engine)?;
        let known = MIGRATIONS.len() as i64;
        if found > known {
            return Err(StoreError::Newer { folder: file.to_owned(), found, known });
        }
        if found < known {
            let why = format!("it has schema {found}, and {known} is expected");
            return Err(StoreError::Damaged { what: "copy", why });
        }
        Ok(copy)
    }

    fn start(folder: &Path, manner: &Manner, temporary: Option<Scratch>) -> Result<Self> {
        let file = folder.join(FILE_NAME);
        // The log beside the file gets the rights that the file has.
        make_private_file(&file).map_err(|error| StoreError::Engine(error.to_string()))?;
        let mut connection = Connection::open(&file).map_err(engine)?;
        wait_for_others(&mut connection)?;
        keep_statements(&connection)?;
        connection
            .execute_batch(&format!(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = {}; PRAGMA foreign_keys = ON;
                 PRAGMA cache_size = -{}; PRAGMA mmap_size = {}; PRAGMA wal_autocheckpoint = {};
                 PRAGMA temp_store = MEMORY; PRAGMA secure_delete = FAST;",
                manner.synchronous, manner.cache_kib, manner.mmap_bytes, manner.checkpoint_pages
            ))
            .map_err(engine)?;
        migrate(&mut connection, folder)?;
        take_in_log(&mut connection)?;
        if std::fs::metadata(&file).is_ok_and(|meta| meta.len() <= QUICK_CHECK_BYTES_MAX) {
            let faults = pragma_lines(&connection, "PRAGMA quick_check(1)")?;
            if let Some(fault) = faults.first() {
                return Err(StoreError::Engine(format!(
                    "the database file is damaged ({fault}); restore a backup"
                )));
            }
        }
        let carrier = if manner.carries_beside { Some(Carrier::start(&file)?) } else { None };
        let (queue, jobs) = mpsc::sync_channel(QUEUE_MAX);
        let depth = Arc::new(AtomicUsize::new(0));
        let is_closing = Arc::new(AtomicBool::new(false));
        let halted = Arc::new(watch::Sender::new(false));
        let mut writer = Writer {
            connection,
            depth: depth.clone(),
            is_closing: is_closing.clone(),
            halted: halted.clone(),
            carrier,
        };
        let writer = thread::Builder::new()
            .name("store-writer".into())
            .spawn(move || writer.run(&jobs))
            .map_err(|error| StoreError::Engine(error.to_string()))?;
        Ok(Self {
            file,
            reader_mmap_bytes: manner.reader_mmap_bytes,
            readers: Mutex::default(),
            queue: Some(queue),
            depth,
            is_closing,
            halted,
            writer: Some(writer),
            _temporary: temporary,
        })
    }

    /// Whether a folder holds a store. An empty file is left by a start that was cut off before its first
    /// commit, or by someone who emptied it.
    pub(crate) fn is_in(folder: &Path) -> bool {
        let holds_bytes = |path: &Path| path.metadata().is_ok_and(|file| !file.is_file() || file.len() > 0);
        let file = folder.join(FILE_NAME);
        holds_bytes(&file) || holds_bytes(&file.with_extension("db-wal"))
    }

    fn reader(&self) -> Result<Connection> {
        if let Some(connection) = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            return Ok(connection);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(&self.file, flags).map_err(engine)?;
        wait_for_others(&mut connection)?;
        keep_statements(&connection)?;
        connection
            .execute_batch(&format!(
                "PRAGMA mmap_size = {}; PRAGMA cache_size = -8192; PRAGMA query_only = ON;",
                self.reader_mmap_bytes
            ))
            .map_err(engine)?;
        Ok(connection)
    }
}

impl Backend for Sqlite {
    fn read(&self, question: &mut dyn FnMut(&mut dyn Sql) -> Result<()>) -> Result<()> {
        let mut connection = self.reader()?;
        // A transaction makes several statements see one state.
        let outcome = {
            let transaction = connection.transaction().map_err(engine)?;
            question(&mut Tx(&transaction))
        };
        self.readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        outcome
    }

    fn write(&self, job: Box<dyn Job>) -> Result<()> {
        let queue = self.queue.as_ref().ok_or(StoreError::Closed)?;
        self.depth.fetch_add(1, Ordering::Relaxed);
        queue.send(job).map_err(|_| {
            self.depth.fetch_sub(1, Ordering::Relaxed);
            StoreError::Closed
        })
    }

    fn scrub(&self) -> Result<u64> {
        self.scrub_pages()
    }

    fn unclean_pages(&self) -> Result<usize> {
        Ok(Self::unclean_pages(self)?.len())
    }

    fn copy_to(&self, file: &Path) -> Result<()> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(&self.file, flags).map_err(engine)?;
        wait_for_others(&mut connection)?;
        let target = file.to_str().ok_or_else(|| StoreError::Engine("the file's name is no text".into()))?;
        connection.execute("VACUUM INTO ?1", [target]).map_err(engine)?;
        Ok(())
    }

    fn schema(&self) -> Result<Vec<SchemaItem>> {
        schema::items(&self.reader()?)
    }

    fn expected_schema(&self) -> Result<Vec<SchemaItem>> {
        let mut fresh = Connection::open_in_memory().map_err(engine)?;
        migrate(&mut fresh, Path::new(":memory:"))?;
        schema::items(&fresh)
    }

    fn queue_depth(&self) -> usize {
        self.depth.load(Ordering::Relaxed)
    }

    fn halted(&self) -> watch::Receiver<bool> {
        self.halted.subscribe()
    }

    fn prepare_to_close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
    }

    fn integrity(&self) -> Result<Vec<String>> {
        let connection = self.reader()?;
        let mut faults = pragma_lines(&connection, "PRAGMA integrity_check(20)")?;
        let mut statement = connection.prepare("PRAGMA foreign_key_check").map_err(engine)?;
        let mut rows = statement.query([]).map_err(engine)?;
        while let Some(row) = rows.next().map_err(engine)? {
            let (table, parent): (String, String) =
                (row.get(0).map_err(engine)?, row.get(2).map_err(engine)?);
            faults.push(format!("a row of {table} points to a missing row of {parent}"));
        }
        Ok(faults)
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

/// Keeps statements prepared whatever is bound to them. Left to itself, the engine plans a statement again for every
/// new value of its `LIMIT`, which takes longer than most of them run.
fn keep_statements(connection: &Connection) -> Result<()> {
    connection.set_prepared_statement_cache_capacity(STATEMENTS_MAX);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map_err(engine)?;
    Ok(())
}

fn pragma_lines(connection: &Connection, pragma: &'static str) -> Result<Vec<String>> {
    let mut statement = connection.prepare(pragma).map_err(engine)?;
    let lines = statement.query_map([], |row| row.get::<_, String>(0)).map_err(engine)?;
    let lines = lines.collect::<rusqlite::Result<Vec<_>>>().map_err(engine)?;
    Ok(lines.into_iter().filter(|line| line != "ok").collect())
}

fn migrate(connection: &mut Connection, folder: &Path) -> Result<()> {
    let version = |connection: &Connection| -> Result<i64> {
        connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(engine)
    };
    let known = MIGRATIONS.len() as i64;
    let found = version(connection)?;
    if found > known {
        return Err(StoreError::Newer { folder: folder.to_owned(), found, known });
    }
    if found == known {
        return Ok(());
    }
    // Tables that a migration drops leave nothing behind.
    connection.pragma_update(None, "secure_delete", "ON").map_err(engine)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(engine)?;
    // Another process may have migrated while this one waited for the lock.
    let found = version(&transaction)?;
    for (number, script) in MIGRATIONS.iter().enumerate().skip(usize::try_from(found).unwrap_or(0)) {
        transaction.execute_batch(script).map_err(engine)?;
        transaction.pragma_update(None, "user_version", number as i64 + 1).map_err(engine)?;
    }
    transaction.commit().map_err(engine)?;
    connection.pragma_update(None, "secure_delete", "FAST").map_err(engine)
}

/// Ends what an import has begun that was cut off. One that goes on has the write lock, and ends it itself.
fn take_in_log(connection: &mut Connection) -> Result<()> {
    let has_log = "SELECT EXISTS (SELECT 1 FROM subject_key_log)";
    if !connection.query_row(has_log, [], |row| row.get::<_, bool>(0)).map_err(engine)? {
        return Ok(());
    }
    connection.busy_timeout(Duration::ZERO).map_err(engine)?;
    match connection.transaction_with_behavior(TransactionBehavior::Immediate) {
        Ok(transaction) => {
            Leads::take_in(&mut Tx(&transaction), None)?;
            transaction.commit().map_err(engine)?;
        }
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {}
        Err(error) => return Err(engine(error)),
    }
    wait_for_others(connection)
}

/// Lets a statement wait while another process writes.
fn wait_for_others(connection: &mut Connection) -> Result<()> {
    thread_local! {
        /// When the statement that this thread runs began to wait.
        static SINCE: Cell<Instant> = Cell::new(Instant::now());
    }
    let wait = |tries: i32| {
        if tries == 0 {
            SINCE.set(Instant::now());
        }
        thread::sleep(BUSY_LOOK);
        SINCE.get().elapsed() < BUSY_MAX
    };
    connection.busy_handler(Some(wait)).map_err(engine)
}

/// The one thread that changes the file.
struct Writer {
    connection: Connection,
    depth: Arc<AtomicUsize>,
    is_closing: Arc<AtomicBool>,
    halted: Arc<watch::Sender<bool>>,
    carrier: Option<Carrier>,
}

impl Writer {
    fn run(&mut self, queue: &mpsc::Receiver<Box<dyn Job>>) {
        // It waits for the write lock in `begin`, which knows when to give up.
        let _ = self.connection.busy_timeout(Duration::ZERO);
        while let Ok(first) = queue.recv() {
            let mut group = vec![first];
            while group.len() < GROUP_MAX
                && let Ok(job) = queue.try_recv()
            {
                group.push(job);
            }
            self.depth.fetch_sub(group.len(), Ordering::Relaxed);
            let committed = match *self.halted.borrow() {
                true => Err(StoreError::Halted),
                false => self.commit_group(&mut group),
            };
            if matches!(committed, Err(StoreError::OutcomeUnknown)) {
                // Told before the callers are: none of them may read a later acknowledgement.
                self.halted.send_replace(true);
            }
            self.carrier.as_ref().inspect(|carrier| carrier.wake());
            for job in group {
                job.finish(committed.as_ref().copied().map_err(StoreError::of_group));
            }
        }
    }

    /// Begins a transaction that writes; waits while another process has the write lock.
    fn begin(&self) -> Result<Transaction<'_>> {
        let began = Instant::now();
        loop {
            match Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate) {
                Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                    let is_closing = self.is_closing.load(Ordering::Relaxed);
                    let wait_max = if is_closing { BUSY_MAX_CLOSING } else { BUSY_MAX };
                    if began.elapsed() >= wait_max {
                        return Err(StoreError::Busy);
                    }
                    thread::sleep(BUSY_LOOK);
                }
                begun => return begun.map_err(engine),
            }
        }
    }

    fn commit_group(&self, group: &mut [Box<dyn Job>]) -> Result<()> {
        if let [job] = group {
            return self.commit_alone(job.as_mut());
        }
        let mut transaction = self.begin()?;
        for job in group {
            let savepoint = transaction.savepoint().map_err(engine)?;
            let outcome = catch_unwind(AssertUnwindSafe(|| job.run(&mut Tx(&savepoint))));
            if let Ok(Ok(())) = outcome {
                savepoint.commit().map_err(engine)?;
            } else {
                // Dropping a savepoint undoes this job alone; its neighbours in the group stand.
                drop(savepoint);
            }
            // Some failures, such as a full disk, end the whole transaction. Whatever ran on would be committed
            // piece by piece and yet be told as failed.
            if transaction.is_autocommit() {
                let given_up = || StoreError::Engine("the transaction was given up; try again".into());
                return Err(outcome.ok().and_then(Result::err).unwrap_or_else(given_up));
            }
        }
        transaction.commit().map_err(commit_failed)
    }

    /// Runs one job in a transaction of its own. A savepoint would keep every page as it was before, in a list that each
    /// statement walks: with a job of many thousand claims that is most of the work.
    fn commit_alone(&self, job: &mut dyn Job) -> Result<()> {
        let transaction = self.begin()?;
        match catch_unwind(AssertUnwindSafe(|| job.run(&mut Tx(&transaction)))) {
            Ok(Ok(())) => transaction.commit().map_err(commit_failed),
            // The job tells its caller itself why nothing was changed.
            Ok(Err(_)) | Err(_) => transaction.rollback().map_err(engine),
        }
    }
}

/// An I/O error of a commit may come after its last frame was written: recovery would then find the change.
fn commit_failed(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::SystemIoFailure) => StoreError::OutcomeUnknown,
        _ => engine(error),
    }
}

fn engine(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::DiskFull,
        Some(ErrorCode::DatabaseBusy) => StoreError::Busy,
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            StoreError::Engine(format!("the database file is damaged ({error}); restore a backup"))
        }
        _ => StoreError::Engine(error.to_string()),
    }
}

struct Tx<'a>(&'a Connection);

impl Sql for Tx<'_> {
    fn execute(&mut self, sql: &'static str, params: &[Value<'_>]) -> Result<usize> {
        let mut statement = self.0.prepare_cached(sql).map_err(engine)?;
        statement.execute(rusqlite::params_from_iter(params)).map_err(|error| match error.sqlite_error() {
            Some(inner)
                if inner.extended_code == rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE
                    || inner.extended_code == rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY =>
            {
                StoreError::Duplicate("a row like this one")
            }
            _ => engine(error),
        })
    }

    fn each(
        &mut self,
        sql: &'static str,
        params: &[Value<'_>],
        visit: &mut dyn FnMut(&dyn Row) -> Result<()>,
    ) -> Result<()> {
        let mut statement = self.0.prepare_cached(sql).map_err(engine)?;
        let mut rows = statement.query(rusqlite::params_from_iter(params)).map_err(engine)?;
        while let Some(row) = rows.next().map_err(engine)? {
            visit(&SqliteRow(row))?;
        }
        Ok(())
    }

    fn version(&mut self) -> Result<i64> {
        self.0.query_row("PRAGMA data_version", [], |row| row.get(0)).map_err(engine)
    }
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match *self {
            Value::Null => ValueRef::Null,
            Value::Int(value) => ValueRef::Integer(value),
            Value::Text(value) => ValueRef::Text(value.as_bytes()),
            Value::Blob(value) => ValueRef::Blob(value),
        }))
    }
}

struct SqliteRow<'a, 'b>(&'a rusqlite::Row<'b>);

impl Row for SqliteRow<'_, '_> {
    fn int_or_null(&self, column: usize) -> Result<Option<i64>> {
        self.0.get(column).map_err(engine)
    }

    fn text_or_null(&self, column: usize) -> Result<Option<String>> {
        self.0.get(column).map_err(engine)
    }

    fn is_null(&self, column: usize) -> Result<bool> {
        Ok(matches!(self.0.get_ref(column).map_err(engine)?, ValueRef::Null))
    }

    fn datum(&self, column: usize) -> Result<Datum> {
        Ok(match self.0.get_ref(column).map_err(engine)? {
            ValueRef::Null | ValueRef::Real(_) => Datum::Null,
            ValueRef::Integer(value) => Datum::Int(value),
            ValueRef::Text(bytes) => Datum::Text(String::from_utf8_lossy(bytes).into_owned()),
            ValueRef::Blob(bytes) => Datum::Blob(bytes.to_vec()),
        })
    }

    fn bytes(&self, column: usize) -> Result<&[u8]> {
        let value = self.0.get_ref(column).map_err(engine)?;
        value.as_bytes().map_err(|error| StoreError::Damaged { what: "row", why: error.to_string() })
    }
}
