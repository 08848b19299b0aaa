//! The schema of a database as a list of tables, columns, indexes and triggers.

use super::{error::engine, migrate, session::Session, translate::FUNCTIONS};
use crate::sql::{Result, SchemaItem};

/// The schema that is looked at is the first of the search path.
const ITEMS: &str = "
    SELECT 'table', c.relname::text, '' FROM pg_class c
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
    UNION ALL
    SELECT 'column', table_name || '.' || column_name,
           data_type || ' ' || is_nullable || ' ' || COALESCE(column_default, '') || ' ' || is_identity
    FROM information_schema.columns WHERE table_schema = current_schema()
    UNION ALL
    SELECT 'index', indexname::text, replace(indexdef, schemaname || '.', '') FROM pg_indexes
    WHERE schemaname = current_schema()
    UNION ALL
    SELECT 'trigger', t.tgname::text, replace(pg_get_triggerdef(t.oid), current_schema() || '.', '')
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace";

/// Tables that no migration makes.
const OWN_TABLES: [&str; 1] = ["schema_version"];

/// Everything that a migration can make.
pub(super) fn items(session: &Session) -> Result<Vec<SchemaItem>> {
    let rows = session.runtime.block_on(session.client.query(ITEMS, &[])).map_err(engine)?;
    let items = rows.iter().map(|row| {
        let kind = match row.get::<_, &str>(0) {
            "table" => "table",
            "column" => "column",
            "index" => "index",
            _ => "trigger",
        };
        SchemaItem { kind, name: row.get(1), text: row.get(2) }
    });
    let is_own = |item: &SchemaItem| {
        OWN_TABLES.iter().any(|table| {
            item.name.strip_prefix(table).is_some_and(|rest| !rest.starts_with('_') || rest == "_pkey")
        })
    };
    Ok(items.filter(|item| !is_own(item)).collect())
}

/// The same as the migrations make them, in a schema that is undone at once.
pub(super) fn expected(session: &Session) -> Result<Vec<SchemaItem>> {
    session.run("BEGIN; CREATE SCHEMA brimful_expected; SET LOCAL search_path = brimful_expected")?;
    let made =
        session.run(FUNCTIONS).and_then(|()| migrate::run_from(session, 0)).and_then(|()| items(session));
    session.run("ROLLBACK")?;
    made
}
