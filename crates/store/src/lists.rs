//! What accounts keep: watch lists with their schedules, saved ICPs, engagement.

pub(crate) mod engagement;
pub(crate) mod saved_icp;
pub(crate) mod schedule;
pub(crate) mod watch_list;
