//! The real `brimful`, run as a process: what an operator types, and what comes back.
#![allow(missing_docs, clippy::unwrap_used)]

mod accounts;
mod architecture;
mod backup;
mod bad_folders;
mod bad_settings;
mod bulk_crash;
mod config;
mod crash;
mod demo;
mod dependencies;
mod doctor;
mod documents;
mod enrich;
mod erase;
mod faketime;
mod http;
mod import;
mod money;
mod one_server;
mod outside;
mod process;
mod review;
mod serve;
