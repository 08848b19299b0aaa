//! Watch lists and saved ICPs.

pub mod saved_icps;
mod watch_lists;
mod watching;
