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
mod price_list;
mod rate_limits;
mod recipes;
mod reverse_lookups;
mod routing;
mod sandbox;
mod signup;
mod support;
