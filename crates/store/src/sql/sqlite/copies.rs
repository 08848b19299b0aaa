//! Reading what is compressed in any database file: one that a restore has put aside, or a backup.

use std::path::Path;

use rusqlite::{Connection, types::ValueRef};

use super::{
    connect::{Files, reader},
    error::engine,
};
use crate::{sql::Result, subjects::codec::expand};

/// What every database file begins with.
pub(crate) const HEADER: &[u8] = b"SQLite format 3\0";

/// Visits every value of every table that is stored compressed, expanded.
pub(crate) fn each_expanded(file: &Path, visit: &mut dyn FnMut(&[u8])) -> Result<()> {
    let connection = reader(&Files::of_copy(file), 0)?;
    for table in tables(&connection)? {
        let quoted = table.replace('"', "\"\"");
        let mut statement = connection.prepare(&format!("SELECT * FROM \"{quoted}\"")).map_err(engine)?;
        let columns = statement.column_count();
        let mut rows = statement.query([]).map_err(engine)?;
        while let Some(row) = rows.next().map_err(engine)? {
            for column in 0..columns {
                if let ValueRef::Blob(bytes) = row.get_ref(column).map_err(engine)?
                    && let Ok(std::borrow::Cow::Owned(json)) = expand(bytes)
                {
                    visit(&json);
                }
            }
        }
    }
    Ok(())
}

fn tables(connection: &Connection) -> Result<Vec<String>> {
    let question = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0";
    let mut statement = connection.prepare(question).map_err(engine)?;
    let names = statement.query_map([], |row| row.get(0)).map_err(engine)?;
    names.collect::<rusqlite::Result<_>>().map_err(engine)
}
