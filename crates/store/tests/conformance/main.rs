//! What every storage engine has to do alike. The tests speak to [`store::Store`] only and run on each
//! engine of [`support::ENGINES`]; to prove another engine, add its opener there.
#![allow(missing_docs, clippy::unwrap_used)]

mod accounts;
mod audit;
mod bulk;
mod changes;
mod concurrency;
mod contact_checks;
mod contacts;
mod crash;
mod erasing;
mod feeds;
mod grants;
mod hiring;
mod history;
mod import_positions;
mod joining;
mod keys;
mod model;
mod monthly;
mod order;
mod people_seen;
mod privacy_requests;
mod records;
mod replies;
mod review;
mod sandbox;
mod saved_icps;
mod settlement;
mod signals;
mod sqlite;
mod support;
mod suppression;
mod watch_lists;
mod watching;
mod webhooks;
