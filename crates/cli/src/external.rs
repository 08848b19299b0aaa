//! Configuration of external sources and of the network.

pub(crate) mod network;
pub(crate) mod sources;
pub(crate) mod vendors;
