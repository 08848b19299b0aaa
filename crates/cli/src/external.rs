//! What the engine may ask outside, as it is configured.

pub(crate) mod feeds;
pub(crate) mod network;
pub(crate) mod sources;
pub(crate) mod telemetry;
pub(crate) mod vendors;
