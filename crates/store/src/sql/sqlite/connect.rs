//! Connections to the files of a store.

use std::{
    fmt::Write as _,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, OpenFlags, config::DbConfig};

use super::{busy::wait_for_others, error::engine, statement::Tx, tuning::Tuning};
use crate::{
    files::names::{RECORDS_FILE, STATE_FILE},
    sql::{Result, Sql, StoreError},
};

/// Statements kept prepared per connection.
const STATEMENTS_MAX: usize = 128;

/// Bytes that a write-ahead log keeps once all of it is in the file.
const LOG_BYTES_KEPT: u64 = 16 << 20;

/// The files of a store.
#[derive(Clone)]
pub(super) struct Files {
    pub(super) state: PathBuf,
    /// None of a copy, which has everything in one file.
    records: Option<PathBuf>,
}

impl Files {
    pub(super) fn in_folder(folder: &Path) -> Self {
        Self { state: folder.join(STATE_FILE), records: Some(folder.join(RECORDS_FILE)) }
    }

    /// One file, with both parts or to be read alone.
    pub(super) fn of_copy(file: &Path) -> Self {
        Self { state: file.to_owned(), records: None }
    }

    pub(super) fn records(&self) -> Result<PathBuf> {
        self.records.clone().ok_or(StoreError::Closed)
    }

    pub(super) fn each(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(&self.state).chain(&self.records).map(PathBuf::as_path)
    }
}

/// A connection that writes one file.
pub(super) fn writable(file: &Path, manner: &Tuning) -> Result<Connection> {
    let mut connection = Connection::open(file).map_err(engine)?;
    wait_for_others(&mut connection)?;
    keep_statements(&connection)?;
    connection
        .execute_batch(&format!(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = {}; PRAGMA foreign_keys = ON;
             PRAGMA cache_size = -{}; PRAGMA mmap_size = {}; PRAGMA wal_autocheckpoint = {};
             PRAGMA temp_store = MEMORY; PRAGMA secure_delete = FAST; PRAGMA journal_size_limit = {LOG_BYTES_KEPT};",
            manner.synchronous, manner.cache_kib, manner.mmap_bytes, manner.checkpoint_pages
        ))
        .map_err(engine)?;
    Ok(connection)
}

/// A connection that reads all files. Names of tables are unique among them, so statements need not say which.
pub(super) fn reader(files: &Files, mmap_bytes: u64) -> Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let mut connection = Connection::open_with_flags(&files.state, flags).map_err(engine)?;
    wait_for_others(&mut connection)?;
    keep_statements(&connection)?;
    if let Some(records) = &files.records {
        attach_to_read(&connection, records, "records")?;
        connection.execute_batch("PRAGMA records.cache_size = -8192;").map_err(engine)?;
    }
    connection
        .execute_batch(&format!(
            "PRAGMA mmap_size = {mmap_bytes}; PRAGMA cache_size = -8192; PRAGMA query_only = ON;"
        ))
        .map_err(engine)?;
    Ok(connection)
}

/// Lets statements of a connection read another file. They cannot write it, and a transaction does not lock it.
pub(super) fn attach_to_read(connection: &Connection, file: &Path, name: &str) -> Result<()> {
    let attach = format!("ATTACH ?1 AS {name}");
    connection.execute(&attach, [read_only_uri(file)]).map(drop).map_err(engine)
}

/// Lets go of every attached file.
pub(super) fn detach(connection: &Connection) {
    // A connection that keeps one is closed all the same, and the log of that file is taken in when it is opened again.
    connection.flush_prepared_statement_cache();
    for name in schemas(connection).unwrap_or_default().iter().filter(|name| *name != "main") {
        let _ = connection.execute_batch(&format!("DETACH {name}"));
    }
}

/// Names of the databases of a connection.
pub(super) fn schemas(connection: &Connection) -> Result<Vec<String>> {
    let question = "SELECT name FROM pragma_database_list WHERE name <> 'temp' ORDER BY seq";
    let mut statement = connection.prepare(question).map_err(engine)?;
    let names = statement.query_map([], |row| row.get(0)).map_err(engine)?;
    names.collect::<rusqlite::Result<_>>().map_err(engine)
}

/// A file as the engine is told to open it for reading; a path may hold any byte.
fn read_only_uri(file: &Path) -> String {
    // Two slashes are followed by the name of a host, which is empty.
    let mut uri = String::from(if file.is_absolute() { "file://" } else { "file:" });
    for byte in file.as_os_str().as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                uri.push(char::from(*byte))
            }
            other => {
                let _ = write!(uri, "%{other:02x}");
            }
        }
    }
    uri.push_str("?mode=ro");
    uri
}

/// Asks a question in a transaction, so that several statements see one state of each file.
pub(super) fn in_one_state(
    connection: &Connection,
    question: &mut dyn FnMut(&mut dyn Sql) -> Result<()>,
) -> Result<()> {
    // Prepared once: parsing these two takes longer than most questions.
    connection.prepare_cached("BEGIN").and_then(|mut begin| begin.execute([])).map_err(engine)?;
    let outcome = question(&mut Tx(connection));
    // Some failures have ended it already.
    if !connection.is_autocommit() {
        connection.prepare_cached("ROLLBACK").and_then(|mut end| end.execute([])).map_err(engine)?;
    }
    outcome
}

/// Keeps statements prepared whatever is bound to them. Left to itself, the engine plans a statement again for every
/// new value of its `LIMIT`, which takes longer than most of them run.
fn keep_statements(connection: &Connection) -> Result<()> {
    connection.set_prepared_statement_cache_capacity(STATEMENTS_MAX);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map_err(engine)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_any_bytes_is_one_file_name() {
        assert_eq!(
            read_only_uri(Path::new("/a b/100%?#ä.db")),
            "file:///a%20b/100%25%3f%23%c3%a4.db?mode=ro"
        );
        assert_eq!(read_only_uri(Path::new("//a.db")), "file:////a.db?mode=ro");
        assert_eq!(read_only_uri(Path::new("a.db")), "file:a.db?mode=ro");
    }
}
