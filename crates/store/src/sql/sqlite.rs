//! SQLite behind the seam: a file for the state and one for the records, each with a writer thread that group-commits; reads
//! inline on pooled connections that see both.

mod busy;
pub(crate) mod checkpointer;
mod connect;
pub(crate) mod copies;
mod error;
mod migrate;
mod page;
mod schema;
mod scrub;
mod split;
mod statement;
mod tuning;
mod writer;

use std::{
    fs::File,
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use tokio::sync::watch;

use rusqlite::{Connection, OptionalExtension};

use self::{
    checkpointer::Checkpointer,
    connect::{Files, attach_to_read, reader, writable},
    error::engine,
    migrate::{migrate, migrate_whole, take_in_log, take_in_moves},
    split::{copy_whole, refuse_strangers, refuse_whole, split},
    tuning::{IMPORTING, SERVING, TEMPORARY, Tuning},
    writer::{Queue, Writer},
};
use crate::{
    files::{
        in_use,
        names::{RECORDS_FILE, RESTORED_FOLDER, STATE_FILE},
        private::{make_private_file, make_private_folder},
        scratch::Scratch,
    },
    identity::filing::moved::follow_moves,
    sql::{
        Backend, Result, SchemaItem, Sql, StoreError, WriteJob,
        migrations::{MIGRATIONS, Part},
        scope::Scope,
    },
};

/// Changes that may wait before callers are made to wait in the channel.
const QUEUE_MAX: usize = 16_384;
/// Files up to this size are checked page by page when opened.
const QUICK_CHECK_BYTES_MAX: u64 = 64 << 20;
/// How long the end of an import waits for readers of its log.
const TRUNCATE_WAIT: Duration = Duration::from_millis(500);
/// Queues of the parts.
const STATE: usize = 0;
const RECORDS: usize = 1;

pub(crate) struct Sqlite {
    files: Files,
    reader_mmap_bytes: u64,
    readers: Mutex<Vec<Connection>>,
    /// Of the state and of the records; none of a copy that is only read.
    parts: Vec<PartWriter>,
    depth: Arc<AtomicUsize>,
    is_closing: Arc<AtomicBool>,
    halted: Arc<watch::Sender<bool>>,
    key_version: Option<i64>,
    rates_noted: Option<i64>,
    /// Whether the logs are truncated on closing. Only the last connection deletes a log, so beside a server that of an import
    /// would stay as long as it became.
    truncates_logs: bool,
    /// Held so that no restore replaces the files.
    _in_use: Option<File>,
    _temporary: Option<Scratch>,
}

/// The writer of a part.
struct PartWriter {
    queue: Queue,
    /// Returns its connection at the end.
    thread: thread::JoinHandle<Connection>,
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
        let files = Files::in_folder(folder);
        if let Some(name) = files.each().find(|file| file.is_dir()).and_then(|file| file.file_name()) {
            return Err(unusable(format!("its {} is a folder; move that away", name.display())));
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

    /// Opens a copy, which has both parts in one file that nothing writes to. Without a writer, every change is refused as
    /// by a closed store.
    pub(crate) fn open_copy(file: &Path) -> Result<Self> {
        let copy = Self {
            files: Files::of_copy(file),
            reader_mmap_bytes: 0,
            readers: Mutex::default(),
            parts: Vec::new(),
            depth: Arc::default(),
            is_closing: Arc::default(),
            halted: Arc::new(watch::Sender::new(false)),
            key_version: None,
            rates_noted: None,
            truncates_logs: false,
            _in_use: None,
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
        let in_use = in_use::share(folder)?;
        let files = Files::in_folder(folder);
        // The log beside the file gets the rights that the file has.
        make_private_file(&files.state).map_err(|error| StoreError::Engine(error.to_string()))?;
        let of_state = manner.of_state();
        let mut state = writable(&files.state, &of_state)?;
        refuse_records_alone(&state, &files)?;
        migrate_whole(&mut state, folder)?;
        split(&mut state, &files)?;
        make_private_file(&files.records()?)
            .map_err(|error| StoreError::Engine(format!("its {RECORDS_FILE} cannot be written: {error}")))?;
        let mut records = writable(&files.records()?, manner)?;
        refuse_whole(&records)?;
        migrate(&mut state, Part::State, folder)?;
        migrate(&mut records, Part::Records, folder)?;
        attach_to_read(&state, &files.records()?, "records")?;
        attach_to_read(&records, &files.state, "state")?;
        refuse_strangers(&state)?;
        take_in_log(&mut records)?;
        take_in_moves(&mut state)?;
        let (key_version, rates_noted) = (noted(&records, "keys")?, noted(&records, "rates")?);
        for file in files.each().filter(|file| is_small(file)) {
            let faults = pragma_lines(&reader(&Files::of_copy(file), 0)?, "PRAGMA quick_check(1)")?;
            if let Some(fault) = faults.first() {
                return Err(StoreError::Engine(format!(
                    "the database file is damaged ({fault}); restore a backup"
                )));
            }
        }
        let depth = Arc::new(AtomicUsize::new(0));
        let is_closing = Arc::new(AtomicBool::new(false));
        let halted = Arc::new(watch::Sender::new(false));
        let start = |connection, file: &Path, manner: &Tuning, name: &str, first, follower| {
            let checkpointer =
                if manner.background_checkpoint { Some(Checkpointer::start(file)?) } else { None };
            let (sender, jobs) = mpsc::sync_channel(QUEUE_MAX);
            let queue = Queue { jobs: sender, depth: depth.clone() };
            let writer = Writer {
                connection,
                depth: depth.clone(),
                is_closing: is_closing.clone(),
                halted: halted.clone(),
                checkpointer,
                first,
                follower,
            };
            let thread = thread::Builder::new()
                .name(name.into())
                .spawn(move || writer.run(&jobs))
                .map_err(|error| StoreError::Engine(error.to_string()))?;
            Ok(PartWriter { queue, thread })
        };
        let state = start(state, &files.state, &of_state, "state-writer", Some(follow_moves as _), None)?;
        // Where rows are imported, the state follows with its next change, of any process.
        let follower = manner.is_followed.then(|| state.queue.clone());
        let records = start(records, &files.records()?, manner, "records-writer", None, follower)?;
        Ok(Self {
            files,
            reader_mmap_bytes: manner.reader_mmap_bytes,
            readers: Mutex::default(),
            parts: vec![state, records],
            depth,
            is_closing,
            halted,
            key_version,
            rates_noted,
            truncates_logs: manner.background_checkpoint,
            _in_use: in_use,
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

    /// Whether a folder holds a store, or one that is being restored. An empty file is left by a start that was cut off before
    /// its first commit, or by someone who emptied it.
    pub(crate) fn is_in(folder: &Path) -> bool {
        let holds_bytes = |path: &Path| path.metadata().is_ok_and(|file| !file.is_file() || file.len() > 0);
        let file = Files::in_folder(folder).state;
        holds_bytes(&file)
            || holds_bytes(&file.with_extension("db-wal"))
            || holds_bytes(&folder.join(RESTORED_FOLDER).join(STATE_FILE))
    }

    fn reader(&self) -> Result<Connection> {
        match self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            Some(connection) => Ok(connection),
            None => reader(&self.files, self.reader_mmap_bytes),
        }
    }
}

impl Backend for Sqlite {
    fn read(&self, question: &mut dyn FnMut(&mut dyn Sql) -> Result<()>) -> Result<()> {
        let connection = self.reader()?;
        let outcome = connect::in_one_state(&connection, question);
        // A connection that could not end its transaction is not used again.
        if connection.is_autocommit() {
            self.readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        }
        outcome
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn queue_count(&self) -> usize {
        self.parts.len()
    }

    fn queue_of(&self, scope: &Scope) -> usize {
        if *scope == Scope::Records { RECORDS } else { STATE }
    }

    fn write(&self, queue: usize, job: Box<dyn WriteJob>) -> Result<()> {
        self.parts.get(queue).ok_or(StoreError::Closed)?.queue.send(job)
    }

    fn scrub(&self) -> Result<u64> {
        if *self.halted.borrow() {
            return Err(StoreError::Halted);
        }
        self.files.each().map(scrub::scrub).sum()
    }

    fn unclean_pages(&self) -> Result<usize> {
        self.files.each().map(|file| scrub::unclean_pages(file).map(|pages| pages.len())).sum()
    }

    fn copy_to(&self, file: &Path) -> Result<()> {
        copy_whole(&self.files, file)
    }

    fn numbers_copied(&self) -> Result<()> {
        // The engine sees to it when a row is inserted.
        Ok(())
    }

    fn schema(&self) -> Result<Vec<SchemaItem>> {
        schema::items(&self.reader()?)
    }

    fn expected_schema(&self) -> Result<Vec<SchemaItem>> {
        let fresh = Connection::open_in_memory().map_err(engine)?;
        for migration in MIGRATIONS {
            fresh.execute_batch(migration.script).map_err(engine)?;
        }
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
        for schema in connect::schemas(&connection)? {
            let question = format!("PRAGMA {schema}.foreign_key_check");
            let mut statement = connection.prepare(&question).map_err(engine)?;
            let mut rows = statement.query([]).map_err(engine)?;
            while let Some(row) = rows.next().map_err(engine)? {
                let (table, parent): (String, String) =
                    (row.get(0).map_err(engine)?, row.get(2).map_err(engine)?);
                faults.push(format!("a row of {table} points to a missing row of {parent}"));
            }
        }
        Ok(faults)
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        // The last connection to a file checkpoints and deletes its log, unless it is read-only: readers are closed
        // first, then each writer lets go of the other's file, then the writers are closed.
        self.readers.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let mut connections = Vec::new();
        // The writer of the records tells that of the state; it ends first.
        for PartWriter { queue, thread, .. } in self.parts.drain(..).rev() {
            drop(queue);
            connections.extend(thread.join());
        }
        connections.iter().for_each(connect::detach);
        for connection in connections.iter().filter(|_| self.truncates_logs) {
            // A log that is being read stays as long as it is.
            let _ = connection.busy_timeout(TRUNCATE_WAIT);
            let _ = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        }
    }
}

/// Refuses a folder whose state is gone: a new one would take the place of the records, too.
fn refuse_records_alone(state: &Connection, files: &Files) -> Result<()> {
    // In this order: another process may be making both.
    let has_records = files.records()?.metadata().is_ok_and(|meta| meta.len() > 0);
    let version: i64 = state.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(engine)?;
    if version == 0 && has_records {
        let why = "it has a records.db without the brimful.db that belongs to it; restore a backup";
        return Err(StoreError::Engine(why.into()));
    }
    Ok(())
}

fn is_small(file: &Path) -> bool {
    std::fs::metadata(file).is_ok_and(|meta| meta.len() <= QUICK_CHECK_BYTES_MAX)
}

fn pragma_lines(connection: &Connection, pragma: &'static str) -> Result<Vec<String>> {
    let mut statement = connection.prepare(pragma).map_err(engine)?;
    let lines = statement.query_map([], |row| row.get::<_, String>(0)).map_err(engine)?;
    let lines = lines.collect::<rusqlite::Result<Vec<_>>>().map_err(engine)?;
    Ok(lines.into_iter().filter(|line| line != "ok").collect())
}

/// A number that the records note about themselves. Read with the connection of the writer: one of a reader would be the last
/// to be closed, and leave the write-ahead log behind.
fn noted(connection: &Connection, name: &str) -> Result<Option<i64>> {
    let noted = "SELECT no FROM records_watermark WHERE name = ?1";
    connection.query_row(noted, [name], |row| row.get(0)).optional().map_err(engine)
}
