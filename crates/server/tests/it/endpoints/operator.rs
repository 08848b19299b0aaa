//! The operator's endpoints.

mod accounts;
mod ingest;
