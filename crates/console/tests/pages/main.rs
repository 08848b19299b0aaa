//! The console over real sockets: sessions, forms, and every page by enumeration.
#![allow(missing_docs, clippy::unwrap_used)]

mod account;
mod builders;
mod crawl;
mod docs;
mod escaping;
mod everywhere;
mod forms;
mod imports;
mod jobs;
mod kept;
mod operators;
mod pages;
mod prices;
mod search;
mod sessions;
mod support;
mod times;
mod typed;
mod weight;
