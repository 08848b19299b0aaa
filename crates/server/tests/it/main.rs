//! Drives the real server over loopback sockets: one module for each thing it can do.

// `allow-unwrap-in-tests` does not reach helpers of an integration test.
#![allow(clippy::unwrap_used)]

mod ad_audience;
mod authentication;
mod bad_input;
mod bulk;
mod companies;
mod coverage;
mod enrich;
mod figures;
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
mod scheduler;
mod signup;
mod support;
mod watching;
mod webhooks;
