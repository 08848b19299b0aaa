//! The operator's endpoints.

mod accounts;
mod audit;
mod ingest;
mod installation;
mod review;
mod sources;
