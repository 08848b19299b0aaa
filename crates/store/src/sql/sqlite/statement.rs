//! Statements and rows of the engine behind the seam.

use std::ops::ControlFlow;

use rusqlite::{
    Connection,
    types::{ToSqlOutput, ValueRef},
};

use super::error::engine;
use crate::sql::{Datum, Duplicate, Result, Row, Sql, StoreError, Value};

/// Rows that are inserted by one statement: each statement costs something of its own.
const ROWS_PER_INSERT: usize = 16;

/// A transaction, or a connection that runs statements one by one.
pub(super) struct Tx<'a>(pub(super) &'a Connection);

impl Sql for Tx<'_> {
    fn execute(&mut self, sql: &'static str, params: &[Value<'_>]) -> Result<usize> {
        let mut statement = self.0.prepare_cached(sql).map_err(engine)?;
        statement.execute(rusqlite::params_from_iter(params)).map_err(changed)
    }

    fn send_of_slices(&mut self, sql: &'static str, sets: &[&[Value<'_>]]) -> Result<()> {
        let mut groups = sets.chunks_exact(ROWS_PER_INSERT);
        if groups.len() > 0 {
            let mut statement = self.0.prepare_cached(&of_rows(sql, ROWS_PER_INSERT)).map_err(engine)?;
            for group in groups.by_ref() {
                let params = group.iter().flat_map(|set| set.iter());
                statement.execute(rusqlite::params_from_iter(params)).map_err(changed)?;
            }
        }
        groups.remainder().iter().try_for_each(|set| self.send(sql, set))
    }

    fn visit(
        &mut self,
        sql: &'static str,
        params: &[Value<'_>],
        visitor: &mut dyn FnMut(&dyn Row) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let mut statement = self.0.prepare_cached(sql).map_err(engine)?;
        let mut rows = statement.query(rusqlite::params_from_iter(params)).map_err(engine)?;
        while let Some(row) = rows.next().map_err(engine)? {
            if visitor(&SqliteRow(row))?.is_break() {
                break;
            }
        }
        Ok(())
    }

    fn version(&mut self) -> Result<Option<i64>> {
        self.0.query_row("PRAGMA data_version", [], |row| row.get(0)).map(Some).map_err(engine)
    }

    fn now(&mut self) -> Result<i64> {
        Ok(jiff::Timestamp::now().as_microsecond())
    }

    fn lock_state(&mut self) -> Result<bool> {
        Ok(false)
    }
}

/// The error of a change that failed.
fn changed(error: rusqlite::Error) -> StoreError {
    use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};
    match error.sqlite_error().map(|inner| inner.extended_code) {
        Some(SQLITE_CONSTRAINT_UNIQUE | SQLITE_CONSTRAINT_PRIMARYKEY) => {
            StoreError::Duplicate(Duplicate::Row)
        }
        _ => engine(error),
    }
}

/// An `INSERT … VALUES (?1, …)` of one row as one of many: the parameters of the rows follow each other.
fn of_rows(sql: &str, rows: usize) -> String {
    let Some((row, _)) = sql.split_once("VALUES (").and_then(|(_, rest)| rest.split_once(')')) else {
        return sql.to_owned();
    };
    let width = row.split(',').count();
    let row_of = |number: usize| {
        let parameters: Vec<String> = (1..=width).map(|at| format!("?{}", number * width + at)).collect();
        format!("({})", parameters.join(", "))
    };
    let all: Vec<String> = (0..rows).map(row_of).collect();
    sql.replacen(&format!("({row})"), &all.join(", "), 1)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parameters_of_several_rows_follow_each_other() {
        let one = "INSERT INTO t (a, b) VALUES (?1, ?2) ON CONFLICT (a) DO UPDATE SET b = excluded.b";
        let two =
            "INSERT INTO t (a, b) VALUES (?1, ?2), (?3, ?4) ON CONFLICT (a) DO UPDATE SET b = excluded.b";
        assert_eq!(of_rows(one, 2), two);
    }
}
