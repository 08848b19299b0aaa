//! Drives the real server over loopback sockets: one module for each thing it can do.

// `allow-unwrap-in-tests` does not reach helpers of an integration test.
#![allow(clippy::unwrap_used)]

mod ad_audience;
mod authentication;
mod bad_input;
mod bulk;
mod clock_jumps;
mod companies;
mod coverage;
mod door;
mod effects;
mod enrich;
mod examples;
mod figures;
mod find_email;
mod find_personal_email;
mod find_phone;
mod idempotency;
mod ingest;
mod me;
mod metering;
mod multi_source_phone;
mod openapi;
mod operations;
mod operator;
mod outside;
mod pages;
mod price_list;
mod privacy;
mod rate_limits;
mod recipes;
mod reverse_lookups;
mod routing;
mod sandbox;
mod saved_icps;
mod scheduler;
mod search_companies;
mod search_people;
mod signals;
mod signup;
mod support;
mod verify_email;
mod watch_lists;
mod watching;
mod webhooks;
