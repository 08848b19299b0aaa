//! The schema of a database as a list of tables, columns, indexes and triggers.

use rusqlite::Connection;

use super::{connect::schemas, error::engine};
use crate::sql::{Result, SchemaItem, StoreError};

/// Everything that a migration can make, except what the engine makes by itself.
pub(super) fn items(connection: &Connection) -> Result<Vec<SchemaItem>> {
    let mut items = of_master(connection)?;
    let tables: Vec<String> =
        items.iter().filter(|item| item.kind == "table").map(|item| item.name.clone()).collect();
    for table in tables {
        items.extend(columns(connection, &table)?);
    }
    Ok(items)
}

fn of_master(connection: &Connection) -> Result<Vec<SchemaItem>> {
    let mut rows = Vec::new();
    for schema in schemas(connection)? {
        let question = format!(
            "SELECT type, name, COALESCE(sql, '') FROM {schema}.sqlite_master WHERE name NOT LIKE 'sqlite_%'"
        );
        let mut statement = connection.prepare(&question).map_err(engine)?;
        let found = statement.query_map([], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?))
        });
        rows.extend(found.and_then(Iterator::collect::<rusqlite::Result<Vec<_>>>).map_err(engine)?);
    }
    let item = |(kind, name, text): (String, String, String)| {
        let kind = match kind.as_str() {
            "table" => "table",
            "index" => "index",
            "trigger" => "trigger",
            "view" => "view",
            other => {
                return Err(StoreError::Damaged { what: "schema", why: format!("unknown kind {other}") });
            }
        };
        // Tables are compared by their columns: after ALTER TABLE the stored text differs from a new table's.
        let text = if kind == "table" { String::new() } else { words(&text) };
        Ok(SchemaItem { kind, name, text })
    };
    rows.into_iter().map(item).collect()
}

fn columns(connection: &Connection, table: &str) -> Result<Vec<SchemaItem>> {
    let mut statement = connection
        .prepare("SELECT name, type, \"notnull\", COALESCE(dflt_value, ''), pk FROM pragma_table_info(?1)")
        .map_err(engine)?;
    let rows = statement.query_map([table], |row| {
        let (name, kind): (String, String) = (row.get(0)?, row.get(1)?);
        let (not_null, default, key): (i64, String, i64) = (row.get(2)?, row.get(3)?, row.get(4)?);
        Ok(SchemaItem {
            kind: "column",
            name: format!("{table}.{name}"),
            text: format!("{kind} {not_null} {default} {key}"),
        })
    });
    rows.and_then(Iterator::collect::<rusqlite::Result<Vec<_>>>).map_err(engine)
}

/// A statement without its line breaks.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
