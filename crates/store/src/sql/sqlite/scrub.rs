//! Overwrites what deleted rows have left in a database file, a few pages at a time beside other writes.
//!
//! Pages are read on a reader connection; only those with something to overwrite are written, in small transactions. Each
//! looks at its pages again, because they may have changed since they were read. Afterwards the
//! WAL is checkpointed and truncated.

use std::{path::Path, thread, time::Duration};

use rusqlite::{Connection, TransactionBehavior};

use super::{
    connect::{Files, in_one_state, reader, writable},
    error::engine,
    page::{Layout, PAGES_MAX},
    statement::Tx,
    tuning::SERVING,
};
use crate::sql::{Result, Sql, StoreError, params};

/// Pages that are read in one transaction.
const READ_PAGES: u32 = 1_000;
/// Pages that one transaction overwrites; bounds how long other writes wait for it.
const WRITE_PAGES: usize = 64;
/// Transactions after which a checkpoint runs, so that the writer itself seldom has to.
const CHECKPOINT_AFTER_JOBS: usize = 8;
/// How often all pages are read. The second time finds chains of overflow pages whose row has moved to a page that was
/// read before it came there.
const ROUNDS_MAX: usize = 2;
/// Attempts to truncate the WAL while readers use it.
const TRUNCATE_TRIES_MAX: usize = 500;
/// How long one try may wait for readers while it keeps others from writing.
const TRUNCATE_BUSY_MAX: Duration = Duration::from_millis(5);
/// How long is waited between two tries.
const TRUNCATE_WAIT: Duration = Duration::from_millis(20);

const READ_PAGE: &str = "SELECT data FROM sqlite_dbpage WHERE pgno = ?1";
const WRITE_PAGE: &str = "UPDATE sqlite_dbpage SET data = ?2 WHERE pgno = ?1";

/// Overwrites what deleted rows have left in a file; says how many pages were written.
pub(super) fn scrub(file: &Path) -> Result<u64> {
    let log = Connection::open(file).map_err(engine)?;
    log.busy_timeout(TRUNCATE_BUSY_MAX).map_err(engine)?;
    // Without the other file: the engine lets pages be written only where it can lock every file of a connection.
    let mut connection = writable(file, &SERVING)?;
    let mut written = 0;
    for _ in 0..ROUNDS_MAX {
        let pages = unclean_pages(file)?;
        if pages.is_empty() {
            break;
        }
        for (job, pages) in pages.chunks(WRITE_PAGES).enumerate() {
            written += overwrite(&mut connection, pages)?;
            if job % CHECKPOINT_AFTER_JOBS == CHECKPOINT_AFTER_JOBS - 1 {
                run_checkpoint(&log, "PRAGMA wal_checkpoint(PASSIVE)")?;
            }
        }
    }
    truncate_log(&log)?;
    Ok(written)
}

/// Numbers of the pages of a file that hold bytes of deleted rows.
pub(super) fn unclean_pages(file: &Path) -> Result<Vec<u32>> {
    let (mut found, mut next) = (Vec::new(), 1);
    let reader = reader(&Files::of_copy(file), 0)?;
    loop {
        let mut last = 0;
        in_one_state(&reader, &mut |sql| {
            let count = sql.first("PRAGMA page_count", &[], |row| row.int(0))?.unwrap_or(0);
            last = u32::try_from(count).unwrap_or(u32::MAX);
            if last >= PAGES_MAX {
                return Err(StoreError::Refused("the database file is too large to be scrubbed"));
            }
            let layout = Layout::of(&read_page(sql, 1)?)?;
            let pages = next..=last.min(next + READ_PAGES - 1);
            let is_wanted = |number: u32| pages.contains(&number);
            let free = layout.free_pages(&is_wanted, &mut |number| read_page(sql, number))?;
            for number in pages.clone() {
                if !layout.scrubbed(number, &free, &mut |number| read_page(sql, number))?.is_empty() {
                    found.push(number);
                }
            }
            Ok(())
        })?;
        next += READ_PAGES;
        if next > last {
            return Ok(found);
        }
    }
}

/// Overwrites unused bytes of these pages, which are in order, in one transaction; says how many had any.
fn overwrite(connection: &mut Connection, pages: &[u32]) -> Result<u64> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(engine)?;
    let mut sql = Tx(&transaction);
    let layout = Layout::of(&read_page(&mut sql, 1)?)?;
    let is_wanted = |number: u32| pages.binary_search(&number).is_ok();
    let free = layout.free_pages(&is_wanted, &mut |number| read_page(&mut sql, number))?;
    let mut written = 0;
    for number in pages.iter().copied() {
        for (number, page) in layout.scrubbed(number, &free, &mut |number| read_page(&mut sql, number))? {
            sql.execute(WRITE_PAGE, params![i64::from(number), &page[..]])?;
            written += 1;
        }
    }
    transaction.commit().map_err(engine)?;
    Ok(written)
}

/// A page; one beyond the end, which another transaction has cut off, is empty and therefore damaged.
fn read_page(sql: &mut dyn Sql, number: u32) -> Result<Vec<u8>> {
    let page = sql.first(READ_PAGE, params![i64::from(number)], |row| Ok(row.bytes(0)?.to_vec()))?;
    Ok(page.unwrap_or_default())
}

/// Runs a checkpoint; whether it was complete.
fn run_checkpoint(log: &Connection, checkpoint: &'static str) -> Result<bool> {
    match log.query_row(checkpoint, [], |row| row.get::<_, i64>(0)) {
        Ok(busy) => Ok(busy == 0),
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::DatabaseBusy) => Ok(false),
        Err(error) => Err(engine(error)),
    }
}

/// Truncates the WAL. A passive checkpoint first moves what it can without blocking the writer.
fn truncate_log(log: &Connection) -> Result<()> {
    for _ in 0..TRUNCATE_TRIES_MAX {
        run_checkpoint(log, "PRAGMA wal_checkpoint(PASSIVE)")?;
        if run_checkpoint(log, "PRAGMA wal_checkpoint(TRUNCATE)")? {
            return Ok(());
        }
        thread::sleep(TRUNCATE_WAIT);
    }
    Err(StoreError::Engine("the database is being read; retrying later".into()))
}
