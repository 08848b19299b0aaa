//! The real `brimful`, run as a process: what an operator types, and what comes back.
#![allow(missing_docs, clippy::unwrap_used)]

mod ask;
mod data;
mod demo;
mod external;
mod http;
mod operate;
mod process;
mod serve;
mod workspace;
