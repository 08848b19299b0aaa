//! Stored lists of an account: watch lists, saved ICPs, engagement events.

pub mod engagement_events;
pub mod saved_icps;
pub mod watch_lists;
