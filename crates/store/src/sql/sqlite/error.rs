//! Errors of the engine, as the store tells them.

use rusqlite::ErrorCode;

use crate::sql::StoreError;

/// An I/O error of a commit may come after its last frame was written: recovery would then find the change.
pub(super) fn commit_failed(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::SystemIoFailure) => StoreError::OutcomeUnknown,
        _ => engine(error),
    }
}

pub(super) fn engine(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::DiskFull,
        Some(ErrorCode::DatabaseBusy) => StoreError::Busy,
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            StoreError::Engine(format!("the database file is damaged ({error}); restore a backup"))
        }
        _ => StoreError::Engine(error.to_string()),
    }
}
