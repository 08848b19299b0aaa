//! Watch lists and their schedule, saved ideal customer profiles, and engagement times of contacts.

pub(crate) mod engagement;
pub(crate) mod saved_icp;
pub(crate) mod schedule;
pub(crate) mod watch_list;
