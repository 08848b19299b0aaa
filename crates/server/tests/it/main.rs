//! Drives the real server over loopback sockets: one module for each thing it can do.

// `allow-unwrap-in-tests` does not reach helpers of an integration test.
#![allow(clippy::unwrap_used)]

mod access;
mod background;
mod call;
mod catalogue;
mod door;
mod effects;
mod endpoints;
mod openapi;
mod outside;
mod recipe;
mod sandbox;
mod serve;
mod support;
mod what_is_new;
mod without_domain;
