//! Vendors, websites and feeds queried over real sockets.

#![allow(clippy::unwrap_used)]

mod feeds;
#[path = "../../../egress/tests/it/lab.rs"]
mod lab;
mod presets;
mod samples;
mod site;
mod vendor_faults;
mod vendors;
mod waterfall;
mod website;
mod world_vendors;
