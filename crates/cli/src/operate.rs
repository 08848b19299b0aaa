//! Commands about accounts and credits, people's data, and the data folder.

pub(crate) mod accounts;
pub(crate) mod backup;
pub(crate) mod calibrate;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod credits;
pub(crate) mod doctor;
pub(crate) mod erase;
pub(crate) mod index;
pub(crate) mod log;
pub(crate) mod migrate;
pub(crate) mod openapi;
pub(crate) mod privacy;
pub(crate) mod restore;
pub(crate) mod review;
