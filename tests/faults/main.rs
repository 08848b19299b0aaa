//! Faults of the machine under a running server: syncs that fail, disks that fill up, power that is lost.
//!
//! Each test ends with the audit: every acknowledged charge is there once, and the books add up. What needs `strace` or
//! the right to mount says that it skips where that cannot be had. `./test --long` makes each of them longer.

#![allow(clippy::unwrap_used)]

#[path = "../../crates/cli/tests/it/http.rs"]
#[allow(dead_code)]
mod http;
#[path = "../../crates/cli/tests/it/process.rs"]
#[allow(dead_code)]
mod process;

mod disk_full;
mod failed_sync;
mod failed_write;
mod power_loss;
mod setting;
mod tracing;
