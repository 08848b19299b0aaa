//! Sources asked over real sockets.

#![allow(clippy::unwrap_used)]

#[path = "../../../egress/tests/it/lab.rs"]
mod lab;
mod presets;
mod site;
mod vendor_faults;
mod vendors;
mod waterfall;
mod website;
