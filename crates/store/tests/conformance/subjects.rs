//! Records, signals and changes.

mod changes;
mod feeds;
mod hiring;
mod records;
pub mod signals;
