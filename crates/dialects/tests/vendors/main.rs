//! Drives the dialects over loopback sockets, as the clients of other vendors do.

// `allow-unwrap-in-tests` does not reach helpers of an integration test.
#![allow(clippy::unwrap_used)]

mod apollo;
mod clearbit;
mod hunter;
mod money;
mod pdl;
mod refusals;
mod search;
mod support;
mod switch;
mod tables;
