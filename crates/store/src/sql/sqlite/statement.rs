//! Statements and rows of the engine behind the seam.

use std::ops::ControlFlow;

use rusqlite::{
    Connection,
    types::{ToSqlOutput, ValueRef},
};

use super::error::engine;
use crate::sql::{Datum, Duplicate, Result, Row, Sql, StoreError, Value};

/// A transaction, or a connection that runs statements one by one.
pub(super) struct Tx<'a>(pub(super) &'a Connection);

impl Sql for Tx<'_> {
    fn execute(&mut self, sql: &'static str, params: &[Value<'_>]) -> Result<usize> {
        let mut statement = self.0.prepare_cached(sql).map_err(engine)?;
        statement.execute(rusqlite::params_from_iter(params)).map_err(|error| match error.sqlite_error() {
            Some(inner)
                if inner.extended_code == rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE
                    || inner.extended_code == rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY =>
            {
                StoreError::Duplicate(Duplicate::Row)
            }
            _ => engine(error),
        })
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

    fn lock_state(&mut self) -> Result<()> {
        // There is one writer, and this is it.
        Ok(())
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
