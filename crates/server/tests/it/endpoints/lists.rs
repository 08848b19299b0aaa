//! Watch lists and saved ICPs.

mod saved_icps;
mod watch_lists;
