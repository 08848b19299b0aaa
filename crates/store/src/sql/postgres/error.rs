//! Errors of the database, as the store tells them.

use tokio_postgres::{Error, error::SqlState};

use crate::sql::{Duplicate, StoreError};

/// What failed, in the words of the server where it said something.
pub(super) fn engine(error: Error) -> StoreError {
    let Some(said) = error.as_db_error() else { return unreachable(&error) };
    let unavailable = |why: &str| StoreError::Unavailable(format!("{why} ({})", said.message()));
    match said.code() {
        &SqlState::UNIQUE_VIOLATION => StoreError::Duplicate(Duplicate::Row),
        &SqlState::DISK_FULL | &SqlState::OUT_OF_MEMORY => StoreError::DiskFull,
        &SqlState::LOCK_NOT_AVAILABLE
        | &SqlState::T_R_DEADLOCK_DETECTED
        | &SqlState::T_R_SERIALIZATION_FAILURE => StoreError::Busy,
        &SqlState::READ_ONLY_SQL_TRANSACTION => {
            unavailable("it only reads; name its primary, or all its hosts, in the URL")
        }
        &SqlState::TOO_MANY_CONNECTIONS => unavailable(
            "it takes no more connections; raise max_connections, or lower --database-connections",
        ),
        &SqlState::INVALID_PASSWORD | &SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
            unavailable("it refuses the user or the password of the URL")
        }
        &SqlState::INVALID_CATALOG_NAME => unavailable("it has no such database; create it first"),
        &SqlState::INSUFFICIENT_PRIVILEGE => {
            unavailable("the user of the URL lacks a privilege; let it own the database or its schema")
        }
        &SqlState::CANNOT_CONNECT_NOW => unavailable("it is starting or stopping"),
        &SqlState::ADMIN_SHUTDOWN
        | &SqlState::CRASH_SHUTDOWN
        | &SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT => unavailable("it closed the connection"),
        &SqlState::QUERY_CANCELED => unavailable("it took too long; see statement_timeout"),
        code => StoreError::Engine(format!("{} (SQLSTATE {})", said.message(), code.code())),
    }
}

/// A connection that was not made, or was lost.
fn unreachable(error: &Error) -> StoreError {
    let mut why = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        let text = inner.to_string();
        if !why.contains(&text) {
            why = format!("{why}: {text}");
        }
        cause = inner.source();
    }
    if error.is_closed() || error.source_is_io() {
        return StoreError::Unavailable(format!("it cannot be reached ({why})"));
    }
    StoreError::Engine(why)
}

/// Whether an error comes from the connection and not from a statement.
trait SourceIsIo {
    fn source_is_io(&self) -> bool;
}

impl SourceIsIo for Error {
    fn source_is_io(&self) -> bool {
        let mut cause = std::error::Error::source(self);
        while let Some(inner) = cause {
            if inner.is::<std::io::Error>() {
                return true;
            }
            cause = inner.source();
        }
        // A server that could not be reached by any of its addresses.
        self.to_string().starts_with("error connecting")
    }
}
