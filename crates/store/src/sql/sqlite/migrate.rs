//! Bringing a database to the schema of this version.

use std::{path::Path, time::Duration};

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use super::{busy::wait_for_others, error::engine, statement::Tx};
use crate::{
    identity::{filing::moved::follow_moves, key_index::KeyIndex},
    sql::{
        Result, StoreError,
        migrations::{MIGRATIONS, Part, WHOLE_MIGRATIONS},
        parts::has_unfollowed,
    },
};

/// Brings the file that held the whole store to the schema at which its records leave it.
pub(super) fn migrate_whole(connection: &mut Connection, folder: &Path) -> Result<()> {
    run(connection, Part::Whole, folder)
}

/// Brings the file of a part to the schema of this version.
pub(super) fn migrate(connection: &mut Connection, part: Part, folder: &Path) -> Result<()> {
    let found: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(engine)?;
    if found < WHOLE_MIGRATIONS as i64 {
        return Err(StoreError::Engine("a database file is missing or empty; restore a backup".into()));
    }
    run(connection, part, folder)
}

/// Runs the migrations of a part that the file has not seen. Each file counts all of them.
pub(super) fn run(connection: &mut Connection, part: Part, folder: &Path) -> Result<()> {
    let version = |connection: &Connection| -> Result<i64> {
        connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(engine)
    };
    let known = MIGRATIONS.len() as i64;
    let found = version(connection)?;
    if found > known {
        return Err(StoreError::Newer { folder: folder.to_owned(), found, known });
    }
    let upto = if part == Part::Whole { WHOLE_MIGRATIONS } else { MIGRATIONS.len() };
    if found >= upto as i64 {
        return Ok(());
    }
    // Tables that a migration drops leave nothing behind.
    connection.pragma_update(None, "secure_delete", "ON").map_err(engine)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(engine)?;
    // Another process may have migrated while this one waited for the lock.
    let found = version(&transaction)?;
    let unseen = MIGRATIONS.iter().take(upto).skip(usize::try_from(found).unwrap_or(0));
    for migration in unseen.filter(|migration| migration.part == part) {
        transaction.execute_batch(migration.script).map_err(engine)?;
    }
    transaction.pragma_update(None, "user_version", found.max(upto as i64)).map_err(engine)?;
    transaction.commit().map_err(engine)?;
    connection.pragma_update(None, "secure_delete", "FAST").map_err(engine)
}

/// Follows moves of records that a process had no time to follow.
pub(super) fn take_in_moves(state: &mut Connection) -> Result<()> {
    if !has_unfollowed(&mut Tx(state))? {
        return Ok(());
    }
    loop {
        let transaction = state.transaction_with_behavior(TransactionBehavior::Immediate).map_err(engine)?;
        let has_more = follow_moves(&mut Tx(&transaction))?;
        transaction.commit().map_err(engine)?;
        if !has_more {
            return Ok(());
        }
    }
}

/// Ends what an import has begun that was cut off. One that goes on has the write lock, and ends it itself.
pub(super) fn take_in_log(connection: &mut Connection) -> Result<()> {
    let has_log = "SELECT EXISTS (SELECT 1 FROM subject_key_log)";
    if !connection.query_row(has_log, [], |row| row.get::<_, bool>(0)).map_err(engine)? {
        return Ok(());
    }
    connection.busy_timeout(Duration::ZERO).map_err(engine)?;
    match connection.transaction_with_behavior(TransactionBehavior::Immediate) {
        Ok(transaction) => {
            KeyIndex::apply_log(&mut Tx(&transaction), None)?;
            transaction.commit().map_err(engine)?;
        }
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {}
        Err(error) => return Err(engine(error)),
    }
    wait_for_others(connection)
}
