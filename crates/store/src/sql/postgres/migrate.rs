//! Bringing a database to the schema of this version: the same migrations as the embedded store's.

use super::{
    connect::Server,
    error::engine,
    session::Session,
    translate::{FUNCTIONS, migration},
};
use crate::sql::{
    Result, StoreError,
    migrations::{MIGRATIONS, Migration},
};

/// How many migrations a database has seen.
const VERSION_TABLE: &str = "CREATE TABLE schema_version (version BIGINT PRIMARY KEY)";

/// Makes or migrates the tables. Several nodes may start at once: one does it, the others wait for it.
pub(super) fn migrate(session: &Session) -> Result<()> {
    Server::check_version(number(session, "SELECT current_setting('server_version_num')")?.unwrap_or(0))?;
    let known = MIGRATIONS.len() as i64;
    if found(session)? == Some(known) {
        return Ok(());
    }
    session.run("BEGIN; SELECT pg_advisory_xact_lock(hashtext('brimful migrations'))")?;
    let outcome = run_missing(session, known);
    session.run(if outcome.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
    outcome
}

fn run_missing(session: &Session, known: i64) -> Result<()> {
    let found = match found(session)? {
        Some(found) if found > known => {
            return Err(StoreError::Newer { folder: "the database".into(), found, known });
        }
        Some(found) => found,
        None => {
            session.run(VERSION_TABLE)?;
            session.run("INSERT INTO schema_version VALUES (0)")?;
            session.run(FUNCTIONS)?;
            0
        }
    };
    run_from(session, found)?;
    session.run(&format!("UPDATE schema_version SET version = {known}"))
}

/// Runs the migrations after this one.
pub(super) fn run_from(session: &Session, found: i64) -> Result<()> {
    for Migration { script, .. } in MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or(0)) {
        for statement in migration(script) {
            session.run(&statement).map_err(|error| {
                let first = statement.lines().next().unwrap_or_default();
                StoreError::Engine(format!("{error}, while it ran the migration {first}"))
            })?;
        }
    }
    Ok(())
}

/// The schema's number, if there is a schema.
fn found(session: &Session) -> Result<Option<i64>> {
    if number(
        session,
        "SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'schema_version'",
    )? == Some(0)
    {
        return Ok(None);
    }
    number(session, "SELECT version FROM schema_version")
}

/// The number that a query answers.
pub(super) fn number(session: &Session, sql: &str) -> Result<Option<i64>> {
    let rows = session.runtime.block_on(session.client.simple_query(sql)).map_err(engine)?;
    Ok(rows.iter().find_map(|message| match message {
        tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0)?.parse().ok(),
        _ => None,
    }))
}
