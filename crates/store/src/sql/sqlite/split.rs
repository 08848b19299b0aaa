//! Giving the records a file of their own, and copying both parts into one file.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

use super::{
    connect::{Files, attach_to_read, writable},
    error::engine,
    tuning::SERVING,
};
use crate::{
    files::private::make_private_file,
    sql::{
        Result, StoreError,
        parts::{MOVES_ROW, RECORDS},
    },
};

/// The note by which two files know each other.
const PAIR: &str = "pair of files";
/// The note of the number that a file of records gets, while it is made.
const SPLITTING: &str = "making a pair of files";
/// Ending of the name of a file of records that is not whole yet.
const NEW: &str = "db-new";
/// Unused bytes of the state's file from which it is made smaller.
const VACUUM_FROM_BYTES: i64 = 1 << 20;

/// Moves the tables of the records out of the file of the state, where a new store and one of an older version or from a
/// backup have them.
///
/// The new file is whole and on the disk before the tables are dropped, all while the state is locked. A crash before that
/// leaves the tables in the old file, and the next start makes the new one again.
pub(super) fn split(state: &mut Connection, files: &Files) -> Result<()> {
    if !has_table(state, "main", "subject")? {
        return Ok(());
    }
    // A table is dropped as a whole, without a look at who refers to its rows.
    state.pragma_update(None, "foreign_keys", "OFF").map_err(engine)?;
    let pair = begin(state, files)?;
    let transaction = state.transaction_with_behavior(TransactionBehavior::Immediate).map_err(engine)?;
    // Another process may have moved them while this one waited for the lock.
    if has_table(&transaction, "main", "subject")? {
        make_records_file(files, pair).map_err(|error| {
            // It takes the room that is missing.
            let _ = files.records().and_then(|records| remove_if_there(&records.with_extension(NEW)));
            match error {
                StoreError::Engine(why) => {
                    StoreError::Engine(format!("cannot make the file of the records: {why}"))
                }
                other => other,
            }
        })?;
        for table in RECORDS {
            transaction.execute_batch(&format!("DROP TABLE {table}")).map_err(engine)?;
        }
        note_pair(&transaction, "watermark", PAIR, pair)?;
        transaction.execute("DELETE FROM watermark WHERE name = ?1", [SPLITTING]).map_err(engine)?;
    }
    transaction.commit().map_err(engine)?;
    state.pragma_update(None, "foreign_keys", "ON").map_err(engine)?;
    let pragma =
        |name: &str| state.pragma_query_value(None, name, |row| row.get::<_, i64>(0)).map_err(engine);
    if pragma("freelist_count")? * pragma("page_size")? >= VACUUM_FROM_BYTES {
        state.pragma_update(None, "temp_store", "FILE").map_err(engine)?;
        // A file that stays large, because the disk is full or another process reads, is none the worse.
        let _ = state.execute_batch("VACUUM");
        state.pragma_update(None, "temp_store", "MEMORY").map_err(engine)?;
    }
    Ok(())
}

/// Whether a table is there, by the file: what the connection remembers of it may be older.
fn has_table(connection: &Connection, schema: &str, table: &str) -> Result<bool> {
    let question =
        format!("SELECT EXISTS (SELECT 1 FROM {schema}.sqlite_master WHERE type = 'table' AND name = ?1)");
    connection.query_row(&question, [table], |row| row.get(0)).map_err(engine)
}

/// Notes the number of the file that is about to be made, or takes the one that an interrupted start has noted. A file that is
/// there already is replaced only if it has that number. Any other one holds newer records than a backup that was copied over
/// the file of the state.
fn begin(state: &mut Connection, files: &Files) -> Result<i64> {
    let transaction = state.transaction_with_behavior(TransactionBehavior::Immediate).map_err(engine)?;
    if !has_table(&transaction, "main", "subject")? {
        // Another process has ended what this one was about to begin.
        return Ok(0);
    }
    if !has_table(&transaction, "main", "account")? {
        let why = "its brimful.db is the file of the records; give both files the names they had";
        return Err(StoreError::Engine(why.into()));
    }
    let number = |connection: &Connection, table: &str, name: &str| {
        let question = format!("SELECT no FROM {table} WHERE name = ?1");
        connection.query_row(&question, [name], |row| row.get::<_, i64>(0)).optional()
    };
    let begun = number(&transaction, "watermark", SPLITTING).map_err(engine)?;
    let records = files.records()?;
    let is_there = records.metadata().is_ok_and(|meta| meta.len() > 0);
    if is_there {
        let beside = Connection::open(&records).map_err(engine)?;
        refuse_whole(&beside)?;
        let has_records = has_table(&beside, "main", "subject")?;
        let made =
            if has_records { number(&beside, "records_watermark", PAIR).map_err(engine)? } else { None };
        if has_records && (made.is_none() || made != begun) {
            let why = "its brimful.db holds records, and there is a records.db beside it; a backup is put in place by \
                       `brimful restore`";
            return Err(StoreError::Engine(why.into()));
        }
    }
    let pair = match begun {
        Some(pair) => pair,
        None => transaction.query_row("SELECT random()", [], |row| row.get(0)).map_err(engine)?,
    };
    note_pair(&transaction, "watermark", SPLITTING, pair)?;
    transaction.commit().map_err(engine)?;
    Ok(pair)
}

/// Refuses a backup, or the file of the state, in the place of the records.
pub(super) fn refuse_whole(records: &Connection) -> Result<()> {
    match has_table(records, "main", "account")? {
        true => {
            let why = "its records.db is a backup or the file of the state; give the files the names they had, or put a backup in \
                       place by `brimful restore`";
            Err(StoreError::Engine(why.into()))
        }
        false => Ok(()),
    }
}

/// Notes in a file which one belongs to it.
fn note_pair(connection: &Connection, table: &str, name: &str, pair: i64) -> Result<()> {
    let note =
        format!("INSERT INTO {table} (name, no) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET no = ?2");
    connection.execute(&note, (name, pair)).map(drop).map_err(engine)
}

/// Refuses a file of the state and one of the records that were not split from each other, and records that have noted fewer
/// joins and deletions than the state has followed: who was erased since would be back.
pub(super) fn refuse_strangers(state: &Connection) -> Result<()> {
    let question = "SELECT (SELECT no FROM watermark WHERE name = ?1) IS (SELECT no FROM records_watermark WHERE name = ?1)";
    if !state.query_row(question, [PAIR], |row| row.get::<_, bool>(0)).map_err(engine)? {
        let why = "its brimful.db and records.db are of different stores; restore a backup";
        return Err(StoreError::Engine(why.into()));
    }
    // The state follows what the records have noted, and never more.
    let is_ahead = "SELECT COALESCE((SELECT no FROM moves_followed WHERE one = ?1), 0) >
                           COALESCE((SELECT seq FROM records.sqlite_sequence WHERE name = 'subject_moved'), 0)";
    if state.query_row(is_ahead, [MOVES_ROW], |row| row.get::<_, bool>(0)).map_err(engine)? {
        let why = "its records.db is older than its brimful.db; restore a backup";
        return Err(StoreError::Engine(why.into()));
    }
    Ok(())
}

fn make_records_file(files: &Files, pair: i64) -> Result<()> {
    let failed = |error: io::Error| StoreError::Engine(error.to_string());
    let records = files.records()?;
    let made = records.with_extension(NEW);
    for left in [NEW, "db-wal", "db-shm"] {
        remove_if_there(&records.with_extension(left))?;
    }
    make_private_file(&made).map_err(failed)?;
    let copy = new_file(&made)?;
    attach_to_read(&copy, &files.state, "state")?;
    copy.execute_batch("BEGIN").map_err(engine)?;
    copy_tables(&copy, "state", &|table| RECORDS.contains(&table))?;
    for table in RECORDS {
        if !has_table(&copy, "main", table)? {
            return Err(StoreError::Engine(format!("the table {table} is missing")));
        }
    }
    note_pair(&copy, "records_watermark", PAIR, pair)?;
    // A backup may have seen migrations of the records.
    let version = version(&copy, "state")?;
    copy.execute_batch(&format!("PRAGMA user_version = {version}; COMMIT")).map_err(engine)?;
    copy.close().map_err(|(_, error)| engine(error))?;
    File::open(&made).and_then(|made| made.sync_all()).map_err(failed)?;
    fs::rename(&made, &records).map_err(failed)?;
    let folder = records.parent().unwrap_or(Path::new("."));
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)
}

fn remove_if_there(file: &Path) -> Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(StoreError::Engine(error.to_string())),
        _ => Ok(()),
    }
}

fn version(connection: &Connection, schema: &str) -> Result<i64> {
    connection.pragma_query_value(Some(schema), "user_version", |row| row.get(0)).map_err(engine)
}

/// Writes everything to one empty file.
pub(super) fn copy_whole(files: &Files, file: &Path) -> Result<()> {
    let mut state = writable(&files.state, &SERVING)?;
    let copy = new_file(file)?;
    attach_to_read(&copy, &files.state, "state")?;
    attach_to_read(&copy, &files.records()?, "records")?;
    copy.execute_batch("BEGIN").map_err(engine)?;
    // Both are read as they are now: the state first, because it follows the records, and locked until both are seen, so that
    // no erasure ends between the two.
    let locked = state.transaction_with_behavior(TransactionBehavior::Immediate).map_err(engine)?;
    let version = version(&copy, "state")?.min(version(&copy, "records")?);
    locked.rollback().map_err(engine)?;
    copy_tables(&copy, "state", &|_| true)?;
    copy_tables(&copy, "records", &|_| true)?;
    copy.execute("DELETE FROM watermark WHERE name = ?1", [SPLITTING]).map_err(engine)?;
    copy.execute_batch(&format!("PRAGMA user_version = {version}; COMMIT")).map_err(engine)?;
    copy.close().map_err(|(_, error)| engine(error))
}

/// A connection to a file that is of no use until it is whole.
fn new_file(file: &Path) -> Result<Connection> {
    let connection = Connection::open(file).map_err(engine)?;
    let manner = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;
                  PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768;";
    connection.execute_batch(manner).map_err(engine)?;
    Ok(connection)
}

/// Makes tables of another database in this one, with their rows, indexes and triggers. Tables and indexes of the same
/// making are copied by the engine as they lie, without sorting.
fn copy_tables(copy: &Connection, from: &str, is_wanted: &dyn Fn(&str) -> bool) -> Result<()> {
    let mut items: Vec<(String, String, String)> = {
        let question = format!(
            "SELECT type, tbl_name, sql FROM {from}.sqlite_master
             WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
        );
        let mut statement = copy.prepare(&question).map_err(engine)?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        rows.and_then(Iterator::collect).map_err(engine)?
    };
    items.retain(|(_, table, _)| is_wanted(table));
    for kind in ["table", "index"] {
        for (_, _, sql) in items.iter().filter(|(of, _, _)| of == kind) {
            copy.execute_batch(sql).map_err(engine)?;
        }
    }
    for (_, table, _) in items.iter().filter(|(kind, _, _)| kind == "table") {
        let insert = format!("INSERT INTO main.\"{table}\" SELECT * FROM {from}.\"{table}\"");
        copy.execute_batch(&insert).map_err(engine)?;
        // The last number that was given, which may be of a row that is gone.
        let numbers = format!(
            "DELETE FROM main.sqlite_sequence WHERE name = '{table}';
             INSERT INTO main.sqlite_sequence SELECT * FROM {from}.sqlite_sequence WHERE name = '{table}'"
        );
        if copy.table_exists(Some("main"), "sqlite_sequence").map_err(engine)? {
            copy.execute_batch(&numbers).map_err(engine)?;
        }
    }
    for (_, _, sql) in items.iter().filter(|(kind, _, _)| kind == "trigger") {
        copy.execute_batch(sql).map_err(engine)?;
    }
    Ok(())
}
