//! The operator's endpoints.

mod accounts;
mod audit;
mod calibration;
mod ingest;
mod installation;
mod review;
mod sources;
mod waterfall;
