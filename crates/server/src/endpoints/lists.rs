//! What an account keeps and runs again: watch lists, saved ICPs, engagement.

pub mod engagement_events;
pub mod saved_icps;
pub mod watch_lists;
