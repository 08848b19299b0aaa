//! Drives the real server over loopback sockets: one module for each thing it can do.

// `allow-unwrap-in-tests` does not reach helpers of an integration test.
#![allow(clippy::unwrap_used)]

mod ad_audience;
mod authentication;
mod bad_input;
mod companies;
mod coverage;
mod enrich;
mod idempotency;
mod me;
mod metering;
mod openapi;
mod operations;
mod pages;
mod rate_limits;
mod reverse_lookups;
mod routing;
mod sandbox;
mod saved_icps;
mod search_companies;
mod search_people;
mod signals;
mod signup;
mod support;
mod watch_lists;
