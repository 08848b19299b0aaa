//! Drives the real server over loopback sockets: one module for each thing it can do.

// `allow-unwrap-in-tests` does not reach helpers of an integration test.
#![allow(clippy::unwrap_used)]

mod authentication;
mod bad_input;
mod clock_jumps;
mod coverage;
mod door;
mod effects;
mod endpoints;
mod examples;
mod figures;
mod idempotency;
mod metering;
mod openapi;
mod operations;
mod outside;
mod pages;
mod price_list;
mod rate_limits;
mod recipe;
mod routing;
mod sandbox;
mod scheduler;
mod support;
mod surface;
mod watching;
mod webhooks;
