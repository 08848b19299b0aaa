//! SQLite behind the seam: reads inline on pooled connections, one writer thread that group-commits.

mod busy;
pub(crate) mod checkpointer;
mod error;
mod migrate;
mod page;
mod schema;
mod scrub;
mod statement;
mod tuning;
mod writer;

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use tokio::sync::watch;

use rusqlite::{Connection, OpenFlags, OptionalExtension, config::DbConfig};

use self::{
    busy::wait_for_others,
    checkpointer::Checkpointer,
    error::engine,
    migrate::{migrate, take_in_log},
    statement::Tx,
    tuning::{IMPORTING, SERVING, TEMPORARY, Tuning},
    writer::Writer,
};
use crate::{
    files::{
        private::{make_private_file, make_private_folder},
        scratch::Scratch,
    },
    sql::{Backend, Result, SchemaItem, Sql, StoreError, WriteJob, migrations::MIGRATIONS, scope::Scope},
};

const FILE_NAME: &str = "brimful.db";

/// Changes that may wait before callers are made to wait in the channel.
const QUEUE_MAX: usize = 16_384;
/// Statements kept prepared per connection.
const STATEMENTS_MAX: usize = 128;
/// Stores up to this size are checked page by page when opened.
const QUICK_CHECK_BYTES_MAX: u64 = 64 << 20;

pub(crate) struct Sqlite {
    file: PathBuf,
    reader_mmap_bytes: u64,
    readers: Mutex<Vec<Connection>>,
    queue: Option<mpsc::SyncSender<Box<dyn WriteJob>>>,
    depth: Arc<AtomicUsize>,
    is_closing: Arc<AtomicBool>,
    halted: Arc<watch::Sender<bool>>,
    writer: Option<thread::JoinHandle<()>>,
    key_version: Option<i64>,
    rates_noted: Option<i64>,
    _temporary: Option<Scratch>,
}

impl Sqlite {
    pub(crate) fn open(folder: &Path) -> Result<Self> {
        Self::open_as(folder, &SERVING)
    }

    pub(crate) fn open_for_import(folder: &Path) -> Result<Self> {
        Self::open_as(folder, &IMPORTING)
    }

    fn open_as(folder: &Path, manner: &Tuning) -> Result<Self> {
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
            key_version: None,
            rates_noted: None,
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

    fn start(folder: &Path, manner: &Tuning, temporary: Option<Scratch>) -> Result<Self> {
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
        let (key_version, rates_noted) = (noted(&connection, "keys")?, noted(&connection, "rates")?);
        if std::fs::metadata(&file).is_ok_and(|meta| meta.len() <= QUICK_CHECK_BYTES_MAX) {
            let faults = pragma_lines(&connection, "PRAGMA quick_check(1)")?;
            if let Some(fault) = faults.first() {
                return Err(StoreError::Engine(format!(
                    "the database file is damaged ({fault}); restore a backup"
                )));
            }
        }
        let checkpointer =
            if manner.background_checkpoint { Some(Checkpointer::start(&file)?) } else { None };
        let (queue, jobs) = mpsc::sync_channel(QUEUE_MAX);
        let depth = Arc::new(AtomicUsize::new(0));
        let is_closing = Arc::new(AtomicBool::new(false));
        let halted = Arc::new(watch::Sender::new(false));
        let mut writer = Writer {
            connection,
            depth: depth.clone(),
            is_closing: is_closing.clone(),
            halted: halted.clone(),
            checkpointer,
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
            key_version,
            rates_noted,
            _temporary: temporary,
        })
    }

    /// The version of the keys, as noted when the store was opened.
    pub(crate) fn key_version(&self) -> Option<i64> {
        self.key_version
    }

    /// Number of the reference rates that the stored amounts were worked out with, as of the opening.
    pub(crate) fn rates_noted(&self) -> Option<i64> {
        self.rates_noted
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
        let connection = self.reader()?;
        // A transaction makes several statements see one state. Prepared once: parsing these two takes longer than most
        // questions. A connection that cannot end its transaction is not used again.
        connection.prepare_cached("BEGIN").and_then(|mut begin| begin.execute([])).map_err(engine)?;
        let outcome = question(&mut Tx(&connection));
        // Some failures have ended it already.
        if !connection.is_autocommit() {
            connection.prepare_cached("ROLLBACK").and_then(|mut end| end.execute([])).map_err(engine)?;
        }
        self.readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        outcome
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn queue_count(&self) -> usize {
        1
    }

    fn queue_of(&self, _: &Scope) -> usize {
        0
    }

    fn write(&self, _: usize, job: Box<dyn WriteJob>) -> Result<()> {
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

    fn numbers_copied(&self) -> Result<()> {
        // The engine sees to it when a row is inserted.
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

/// A number that the store notes about itself. Read with the connection of the writer: one of a reader would be the last to be closed, and
/// leave the write-ahead log behind.
fn noted(connection: &Connection, name: &str) -> Result<Option<i64>> {
    let noted = "SELECT no FROM watermark WHERE name = ?1";
    connection.query_row(noted, [name], |row| row.get(0)).optional().map_err(engine)
}
