//! Parameters and rows in PostgreSQL's binary format.

use std::error::Error;

use bytes::{BufMut, BytesMut};
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use super::error::engine;
use crate::sql::{Datum, Result, Row, StoreError, Value};

/// A parameter that outlives its caller, for statements that are sent without waiting for their end.
#[derive(Debug)]
pub(super) struct Parameter(Datum);

impl From<&Value<'_>> for Parameter {
    fn from(value: &Value<'_>) -> Self {
        Self(match *value {
            Value::Null => Datum::Null,
            Value::Int(value) => Datum::Int(value),
            Value::Text(text) => Datum::Text(text.to_owned()),
            Value::Blob(bytes) => Datum::Blob(bytes.to_vec()),
        })
    }
}

impl ToSql for Parameter {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> std::result::Result<IsNull, Box<dyn Error + Sync + Send>> {
        match &self.0 {
            Datum::Null => return Ok(IsNull::Yes),
            Datum::Int(value) => match *kind {
                Type::INT8 => out.put_i64(*value),
                Type::INT4 => out.put_i32(i32::try_from(*value)?),
                Type::INT2 => out.put_i16(i16::try_from(*value)?),
                Type::BOOL => out.put_u8(u8::from(*value != 0)),
                _ => return Err(format!("a number is no {kind}").into()),
            },
            Datum::Text(text) => match *kind {
                // The engine's text cannot hold a NUL.
                Type::TEXT if text.contains('\0') => out.put_slice(text.replace('\0', "").as_bytes()),
                Type::TEXT | Type::BYTEA => out.put_slice(text.as_bytes()),
                _ => return Err(format!("a text is no {kind}").into()),
            },
            Datum::Blob(bytes) => match *kind {
                Type::BYTEA => out.put_slice(bytes),
                _ => return Err(format!("bytes are no {kind}").into()),
            },
        }
        Ok(IsNull::No)
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// The values that one parameter has in many sets.
pub(super) type Array = Box<dyn ToSql + Sync + Send>;

/// The type of a parameter of a statement that runs for many sets.
pub(super) fn type_of(value: &Value<'_>) -> &'static str {
    match value {
        Value::Int(_) => "BIGINT",
        Value::Text(_) | Value::Null => "TEXT",
        Value::Blob(_) => "BYTEA",
    }
}

/// The values of a parameter in these sets.
pub(super) fn array(sets: &[&[Value<'_>]], column: usize) -> Array {
    let values = || sets.iter().filter_map(|set| set.get(column));
    match values().next() {
        Some(Value::Int(_)) => Box::new(
            values().map(|value| if let Value::Int(value) = value { *value } else { 0 }).collect::<Vec<_>>(),
        ),
        _ => Box::new(values().map(Parameter::from).collect::<Vec<_>>()),
    }
}

/// A value as the server sent it.
struct Cell<'a> {
    kind: Type,
    bytes: Option<&'a [u8]>,
}

impl<'a> FromSql<'a> for Cell<'a> {
    fn from_sql(kind: &Type, bytes: &'a [u8]) -> std::result::Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self { kind: kind.clone(), bytes: Some(bytes) })
    }

    fn from_sql_null(kind: &Type) -> std::result::Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Self { kind: kind.clone(), bytes: None })
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

/// A row of an answer.
pub(super) struct PostgresRow<'a> {
    pub(super) row: &'a tokio_postgres::Row,
    /// Columns before those of the query.
    pub(super) before: usize,
}

impl<'a> PostgresRow<'a> {
    fn cell(&self, column: usize) -> Result<Cell<'a>> {
        self.row.try_get(self.before + column).map_err(engine)
    }
}

fn unreadable(column: usize, kind: &Type) -> StoreError {
    StoreError::Damaged { what: "row", why: format!("column {column} has the type {kind}") }
}

impl Row for PostgresRow<'_> {
    fn int_or_null(&self, column: usize) -> Result<Option<i64>> {
        let Cell { kind, bytes: Some(bytes) } = self.cell(column)? else { return Ok(None) };
        let value = match (kind.clone(), bytes.len()) {
            (Type::INT8, 8) => bytes.try_into().ok().map(i64::from_be_bytes),
            (Type::INT4, 4) => bytes.try_into().ok().map(i32::from_be_bytes).map(i64::from),
            (Type::INT2, 2) => bytes.try_into().ok().map(i16::from_be_bytes).map(i64::from),
            (Type::BOOL, 1) => bytes.first().map(|byte| i64::from(*byte)),
            _ => None,
        };
        value.map(Some).ok_or_else(|| unreadable(column, &kind))
    }

    fn text_or_null(&self, column: usize) -> Result<Option<String>> {
        let Cell { kind, bytes } = self.cell(column)?;
        let Some(bytes) = bytes else { return Ok(None) };
        if kind != Type::TEXT {
            return Err(unreadable(column, &kind));
        }
        String::from_utf8(bytes.to_vec()).map(Some).map_err(|_| unreadable(column, &kind))
    }

    fn bytes(&self, column: usize) -> Result<&[u8]> {
        let Cell { kind, bytes } = self.cell(column)?;
        match (kind, bytes) {
            (Type::BYTEA | Type::TEXT, Some(bytes)) => Ok(bytes),
            (kind, _) => Err(unreadable(column, &kind)),
        }
    }

    fn is_null(&self, column: usize) -> Result<bool> {
        Ok(self.cell(column)?.bytes.is_none())
    }

    fn datum(&self, column: usize) -> Result<Datum> {
        let Cell { kind, bytes } = self.cell(column)?;
        Ok(match (kind, bytes) {
            (_, None) => Datum::Null,
            (Type::BYTEA, Some(bytes)) => Datum::Blob(bytes.to_vec()),
            (Type::TEXT, Some(_)) => Datum::Text(self.text_or_null(column)?.unwrap_or_default()),
            _ => self.int_or_null(column)?.map_or(Datum::Null, Datum::Int),
        })
    }
}
